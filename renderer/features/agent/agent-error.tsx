import { useId, useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { openAgents, useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { useKind } from '../../entities/kind/kind-status.ts'
import { MendCommand } from '../../entities/kind/mend.tsx'
import { diagnosisOf } from '../../entities/kind/check-lines.ts'
import { CopyButton } from '../../entities/kind/check.tsx'
import { SignInCode, useSignIn } from '../../entities/kind/sign-in.tsx'
import { BrokenTurn } from './broken-turn.tsx'
import { LocateFolder } from './locate-folder.tsx'
import { detailsOf, stoppedWords, agentErrorWords, type WayOn } from './agent-error-words.ts'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'

/** Why an agent does not go on, what was kept, and the one way on. */
export function AgentError({ agent }: { readonly agent: AgentView }) {
  if (agent.status === 'stopped') {
    return (
      <div className={css.rests} role="group" aria-label="Stopped">
        <span className="grow">
          <Name name={agent.name} />
          <SafeText text={stoppedWords(agent.reason)} />
        </span>
        <button type="button" className="btn" onClick={() => void act('agents.restart', { agent: agent.id })}>
          Restart
        </button>
      </div>
    )
  }
  // The question about its folder stands there already.
  if (agent.trouble === 'trust' && agent.trust === 'ask') return null
  if (agent.status === 'failed') return <Failed key={agent.since} agent={agent} />
  return agent.broken && <BrokenTurn agent={agent} broken={agent.broken} />
}

function Failed({ agent }: { readonly agent: AgentView }) {
  const version = useMirror((now) => now.status?.version ?? '')
  const program = useKind(agent.kind) ?? null
  const others = useMirror(
    (now) =>
      openAgents(now).filter(
        (one) =>
          one.id !== agent.id &&
          one.kind === agent.kind &&
          one.trouble === 'login' &&
          one.status === 'failed',
      ).length,
  )
  const [isLocating, setLocating] = useState(false)
  const signIn = useSignIn(agent.kind)
  const words = agentErrorWords(agent, program, others)
  const run = (way: WayOn) => {
    switch (way) {
      case 'restart':
        return void act('agents.restart', { agent: agent.id })
      case 'check':
        return void act('app.check', { kind: agent.kind })
      case 'settings':
        return show({ kind: 'agentSettings', agent: agent.id })
      case 'choose':
        return show({ kind: 'settings', text: agent.kind })
      case 'locate':
        return setLocating(true)
      case 'signIn':
        return void signIn.begin()
    }
  }
  const diagnosis = program === null ? '' : diagnosisOf(version, program)
  const heading = useId()
  return (
    <section className="err" role="group" aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="alert" />
        <SafeText text={words.title} />
      </h2>
      <p>
        <SafeText text={words.happened} />
      </p>
      <p className="err-kept">
        <Icon name="check" />
        <span>{words.kept}</span>
      </p>
      {program !== null && isOfProgram(agent) && <MendCommand of={program} />}
      {isLocating ? (
        <LocateFolder agent={agent} onBack={() => setLocating(false)} />
      ) : (
        <div className="acts">
          {words.ways.map((way) => (
            <Way
              key={way}
              of={way}
              isBest={way === words.best}
              onRun={run}
              isWaiting={way === 'signIn' && signIn.state.kind === 'asked'}
            />
          ))}
          <CopyButton text={detailsOf(agent, diagnosis)} words="Copy details" />
        </div>
      )}
      {words.best === 'signIn' && <SignInCode signIn={signIn} />}
    </section>
  )
}

/** What mends its program mends it too. */
const isOfProgram = ({ trouble }: AgentView) => trouble === 'login' || trouble === 'backend'

const labels: Readonly<Record<WayOn, string>> = {
  restart: 'Restart',
  check: 'Check again',
  settings: 'Look at the folder…',
  choose: 'Choose another program…',
  locate: 'Locate the folder…',
  signIn: 'Sign in',
}

interface WayProps {
  readonly of: WayOn
  readonly onRun: (way: WayOn) => void
  readonly isBest: boolean
  readonly isWaiting: boolean
}

function Way({ of, onRun, isBest, isWaiting }: WayProps) {
  return (
    <button
      type="button"
      className={classes('btn', isBest && 'primary')}
      disabled={isWaiting}
      onClick={() => onRun(of)}
    >
      {labels[of]}
    </button>
  )
}
