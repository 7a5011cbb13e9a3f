import { useLayoutEffect, useRef } from 'react'
import type { HandlerTrial } from '../../../main/contract/handlers/handlers.ts'
import { Problem } from '../../components/problem.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { PrioritySign, TicketSign } from '../../entities/message/mail-signs.tsx'
import css from './handlers.module.css'

/** What a handler would have done with the last messages. */
export function Trial({ trial }: { readonly trial: HandlerTrial }) {
  const { looked, matches, problem, withoutDoing } = trial
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Newer browsers answer with a promise, which is no cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [trial])
  return (
    <section ref={place} className={css.trial} aria-label="Tried on the last messages" aria-live="polite">
      <p>
        <b>{headline(looked, matches.length)}</b>
        {withoutDoing && ' What the agent did then is not known any more, so that part was left out.'}
      </p>
      {problem !== '' && <Problem text={problem} />}
      <ul>
        {matches.map(({ message, fromName, preview, at, priority, expectsReply, would, before }) => (
          <li key={message} data-part="match">
            <span>
              <Name name={fromName} pigment /> <PrioritySign of={priority} /> {expectsReply && <TicketSign />}{' '}
              “<SafeText text={preview} />” <At at={at} />
            </span>
            <span className="muted">
              <SafeText text={before === null ? would : `“${before}” comes first`} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function headline(looked: number, met: number): string {
  if (looked === 0) return 'No agent has written to it yet: there is nothing to try it on.'
  if (looked === 1) return `It would ${met === 0 ? 'not have met' : 'have met'} the only message so far.`
  const last = `the last ${looked} messages`
  return met === 0 ? `It would have met none of ${last}.` : `It would have met ${met} of ${last}.`
}
