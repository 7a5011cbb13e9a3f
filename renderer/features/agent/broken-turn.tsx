import { useId } from 'react'
import { unforkable } from '../../../main/contract/agents/ability-words.ts'
import type { AgentView, BrokenView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { useNow } from '../../state/clock.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { counted } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { forkBeforeBroken } from './turn-acts.tsx'
import { brokenKept } from './agent-error-words.ts'

interface BrokenTurnProps {
  readonly agent: AgentView
  readonly broken: BrokenView
}

/** A turn that an error broke off: what happened, what was kept, and how it goes on. */
export function BrokenTurn({ agent, broken }: BrokenTurnProps) {
  const heading = useId()
  return (
    <section className="err" role="group" aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="alert" />
        <span>
          <Name name={agent.name} />
          ’s turn broke off
        </span>
      </h2>
      <p>
        <SafeText text={broken.detail} />
      </p>
      <p className="err-kept">
        <Icon name="check" />
        <span>
          <SafeText text={brokenKept(broken.from)} />
        </span>
      </p>
      <div className="acts">
        <button
          type="button"
          className="btn primary"
          onClick={() => void act('agents.retry', { agent: agent.id })}
        >
          Retry
        </button>
        {broken.goesBack && unforkable(agent.abilities) === null && (
          <button type="button" className="btn" onClick={() => void forkBeforeBroken(agent)}>
            Go on from before this
          </button>
        )}
        <CopyButton text={() => broken.detail} label="Copy what happened" />
        <span className="faint num">
          <Next broken={broken} />
        </span>
      </div>
    </section>
  )
}

/** When it is tried again by itself; counts down, and is not told aloud. */
function Next({ broken: { retryAt, tries, isLasting, goesBack } }: { readonly broken: BrokenView }) {
  const now = useNow()
  const tried = tries === 0 ? '' : tries === 1 ? ' Tried once.' : ` Tried ${tries} times.`
  if (retryAt === null && goesBack) return 'Refused more than once: another try alone will not help.'
  if (retryAt === null && isLasting) return 'Not tried again by itself: it would be refused again.'
  if (retryAt === null) return `It goes on when you say so.${tried}`
  const left = retryAt - now
  return `${left > 0 ? `Tries again by itself in ${counted(left)}.` : 'Tries again now.'}${tried}`
}
