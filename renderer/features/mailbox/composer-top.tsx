import type { RefObject } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { useStillHand } from '../../components/use-still-hand.ts'
import { hasMail } from '../../entities/message/mail-sections.ts'
import { Banner } from './banner.tsx'
import { MailCards } from './mail-card.tsx'
import { Mailbox } from './mailbox.tsx'
import css from './mailbox.module.css'

interface ComposerTopProps {
  readonly agent: AgentView
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Takes the focus that a card had. */
  readonly onAnswered: () => void
}

/** What stands on the composer: urgent mail that asks, a word on what came, and what waits. */
export function ComposerTop({ agent, input, onAnswered }: ComposerTopProps) {
  const handlers = useStillHand(agent.pending)
  if (!hasMail(agent)) return null
  return (
    <div className={css.shoulders} {...handlers}>
      <MailCards agent={agent} onAnswered={onAnswered} />
      <Banner agent={agent} />
      <Mailbox agent={agent} input={input} />
    </div>
  )
}
