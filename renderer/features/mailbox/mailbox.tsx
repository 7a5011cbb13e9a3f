import type { RefObject } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { HeldList } from './held-list.tsx'
import { KeptRows } from './kept-rows.tsx'
import { MailList } from './mail-list.tsx'
import { OwedRow } from './owed-row.tsx'
import { hasMail, sectionsOf } from '../../entities/message/mail-sections.ts'
import { headingOf, headingSays } from '../../entities/message/mail-words.ts'
import css from './mail-cards.module.css'

interface MailboxProps {
  readonly agent: AgentView
  readonly input: RefObject<HTMLTextAreaElement | null>
}

/** The messages that wait for the agent, on the shoulders of the composer; what the person must decide is first. */
export function Mailbox({ agent, input }: MailboxProps) {
  const { held, kept, notes, queue } = sectionsOf(agent.pending)
  if (!hasMail(agent)) return null
  const count = queue.filter((one) => one.place !== null).length
  const isWaiting = notes.length + queue.length > 0
  return (
    <section className={css.queue} aria-label="Waiting messages">
      {held.length > 0 && <HeldList agent={agent} held={held} />}
      {agent.owed.length > 0 && (
        <>
          <h2>
            <span className="grow">Read, not answered yet</span>
            {agent.owed.length > 1 && <span className="num">{agent.owed.length}</span>}
          </h2>
          <ul>
            {agent.owed.map((ticket) => (
              <OwedRow key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        </>
      )}
      {kept.length > 0 && <KeptRows kept={kept} />}
      {isWaiting && (
        <>
          <h2>
            <span className="grow">{headingOf(agent)}</span>
            {count > 1 && <span className="num">{count} waiting</span>}
          </h2>
          <MailList agent={agent.id} notes={notes} queue={queue} input={input} heading={headingSays(agent)} />
        </>
      )}
    </section>
  )
}
