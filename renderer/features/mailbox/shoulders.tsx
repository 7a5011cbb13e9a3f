import { useLayoutEffect, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import { Banner } from './banner.tsx'
import { MailCards } from './mail-card.tsx'
import { Mailbox } from './mailbox.tsx'
import { StillHand, type Pointed } from './still-hand.ts'

interface ShouldersProps {
  readonly agent: AgentView
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Takes the focus that a card had. */
  readonly onAnswered: () => void
}

/** What stands on the composer: urgent mail that asks, a word on what came, and what waits. */
export function Shoulders({ agent, input, onAnswered }: ShouldersProps) {
  const handlers = useStillHand(agent.pending)
  if (agent.pending.length + agent.owed.length === 0) return null
  return (
    <div className="shoulders" {...handlers}>
      <MailCards agent={agent} onAnswered={onAnswered} />
      <Banner agent={agent} />
      <Mailbox agent={agent} input={input} />
    </div>
  )
}

/** Swallows the click that meets what has just slid under a hand that rests. */
function useStillHand(shown: unknown) {
  const [hand] = useState(() => new StillHand())
  useLayoutEffect(() => hand.changed(performance.now()), [hand, shown])
  const point = (event: PointerEvent) => hand.pointed(pointed(event))
  return {
    onPointerMoveCapture: point,
    onPointerDownCapture: point,
    onClickCapture: (event: MouseEvent) => {
      // A click that a key made has no count.
      if (event.detail === 0 || hand.isMeant(pointed(event))) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function pointed({ target, clientX, clientY, timeStamp }: MouseEvent): Pointed {
  const button = (target as Element).closest('button')
  const mail = button?.closest<HTMLElement>('[data-mail]')?.dataset['mail'] ?? ''
  const what = button?.dataset['way'] ?? button?.textContent ?? ''
  return { x: clientX, y: clientY, at: timeStamp, on: button ? `${mail} ${what}` : '' }
}
