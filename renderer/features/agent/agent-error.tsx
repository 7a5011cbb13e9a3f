import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { AgentView, BrokenView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { act, errorWords } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { openAgents, useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { useKind } from '../../entities/kind/kind-status.ts'
import { DownloadProgram } from '../../entities/kind/download.tsx'
import { openTerminal } from '../../entities/agent/agent-actions.tsx'
import { FixCommand } from '../../entities/kind/fix.tsx'
import { diagnosisOf } from '../../entities/kind/check-lines.ts'
import { CopyReportButton as CopyDetails } from '../../entities/kind/check.tsx'
import { SignInCode, useSignIn } from '../../entities/kind/sign-in.tsx'
import { detailsOf, stoppedWords, agentErrorWords, type RecoveryAction } from './agent-error-words.ts'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'
import { ask } from '../../state/connection.ts'
import { FolderRow } from '../../entities/agent/fields.tsx'
import { unforkable } from '../../../main/contract/agents/ability-words.ts'
import { useNow } from '../../state/clock.ts'
import { clockDuration } from '../../components/duration.ts'
import { forkBeforeBroken } from './turn-acts.tsx'
import { healthWarningWords } from '../../../main/contract/agents/vitals.ts'
import { Since } from '../../components/time.tsx'

export function AgentError({ agent }: { readonly agent: AgentView }) {
  if (agent.status === 'stopped') {
    return (
      <div className={classes('row wrap muted', css.rests)} role="group" aria-label="Stopped">
        <span className="grow">
          <Name name={agent.name} />
          <SafeText text={stoppedWords(agent.reason)} />
        </span>
        <Button onClick={() => void act('agents.restart', { agent: agent.id })}>Restart</Button>
      </div>
    )
  }
  // The trust card asks already.
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
  const run: Readonly<Record<RecoveryAction, () => void>> = {
    restart: () => void act('agents.restart', { agent: agent.id }),
    check: () => void act('app.check', { kind: agent.kind }),
    settings: () => show({ kind: 'agentSettings', agent: agent.id }),
    choose: () => show({ kind: 'settings', text: agent.kind }),
    locate: () => setLocating(true),
    move: () => setLocating(true),
    signIn: () => void signIn.begin(),
    terminal: () => void openTerminal(agent.id),
  }
  const diagnosis = program === null ? '' : diagnosisOf(version, program)
  return (
    <ErrorCard title={<SafeText text={words.title} />} happened={words.happened} kept={words.kept}>
      {program !== null && isOfProgram(agent) && (
        <>
          <DownloadProgram of={program} />
          <FixCommand of={program} />
        </>
      )}
      {isLocating ? (
        <LocateFolder agent={agent} onBack={() => setLocating(false)} />
      ) : (
        <div className="acts">
          {words.ways.map((way) => (
            <Button
              key={way}
              variant={way === words.best ? 'primary' : undefined}
              disabled={way === 'signIn' && signIn.state.kind === 'asked'}
              onClick={run[way]}
            >
              {labels[way]}
            </Button>
          ))}
          <CopyDetails text={detailsOf(agent, diagnosis)} words="Copy details" />
        </div>
      )}
      {words.best === 'signIn' && <SignInCode signIn={signIn} />}
    </ErrorCard>
  )
}

interface ErrorCardProps {
  readonly title: ReactNode
  readonly happened: string
  readonly kept: string
  readonly children: ReactNode
}

function ErrorCard({ title, happened, kept, children }: ErrorCardProps) {
  const heading = useId()
  return (
    <section className="err" role="group" aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="alert" />
        {title}
      </h2>
      <SafeText as="p" text={happened} />
      <p className="err-kept">
        <Icon name="check" />
        <SafeText as="span" text={kept} />
      </p>
      {children}
    </section>
  )
}

/** Fixing the program fixes the agent too. */
const isOfProgram = ({ trouble }: AgentView) => trouble === 'login' || trouble === 'backend'

const labels: Readonly<Record<RecoveryAction, string>> = {
  restart: 'Restart',
  check: 'Check again',
  settings: 'Review trust…',
  choose: 'Set its path…',
  locate: 'Locate the folder…',
  move: 'Choose another folder…',
  signIn: 'Sign in',
  terminal: 'Open terminal',
}

function LocateFolder({ agent, onBack }: { readonly agent: AgentView; readonly onBack: () => void }) {
  const [folder, setFolder] = useState(agent.trouble === 'folder' ? '' : agent.cwd)
  const [problem, setProblem] = useState('')
  const go = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await ask('agents.change', { agent: agent.id, cwd: folder.trim() })
      await ask('agents.restart', { agent: agent.id })
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void go(event)}>
      <FolderRow label="Where it is now" value={folder} onChange={setFolder} problem={problem} />
      <div className="acts">
        <Button type="submit" variant="primary">
          Continue there
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

function BrokenTurn({ agent, broken }: { readonly agent: AgentView; readonly broken: BrokenView }) {
  const canGoBack = broken.suggestsFork && unforkable(agent.abilities) === null
  const title = (
    <span>
      <Name name={agent.name} />
      ’s turn failed
    </span>
  )
  return (
    <ErrorCard title={title} happened={broken.detail} kept="The conversation and your draft are kept.">
      <div className="acts">
        {canGoBack ? (
          <Button variant="primary" onClick={() => void forkBeforeBroken(agent)}>
            Go back to before the refused message
          </Button>
        ) : (
          <Button
            variant={broken.isLasting ? undefined : 'primary'}
            onClick={() => void act('agents.retry', { agent: agent.id })}
          >
            Retry
          </Button>
        )}
        <CopyDetails text={broken.detail} words="Copy details" />
        <span className="faint num">
          <Next broken={broken} canGoBack={canGoBack} />
        </span>
      </div>
    </ErrorCard>
  )
}

/** Counts down to the next retry. Not announced to screen readers. */
function Next({ broken, canGoBack }: { readonly broken: BrokenView; readonly canGoBack: boolean }) {
  const { retryAt, tries, isLasting } = broken
  const now = useNow()
  const tried = tries === 0 ? '' : tries === 1 ? ' Tried once.' : ` Tried ${tries} times.`
  if (retryAt === null && canGoBack) return 'Refused more than once: a retry will not help.'
  if (retryAt === null && isLasting) return 'Not retried: it would be refused again.'
  if (retryAt === null) return tried.trim()
  const left = retryAt - now
  return `${left > 0 ? `Retries in ${clockDuration(left)}.` : 'Retrying now.'}${tried}`
}

export function HealthWarningNote({ agent: { id, healthWarning } }: { readonly agent: AgentView }) {
  const heading = useId()
  if (healthWarning === null) return null
  const { title, about } = healthWarningWords[healthWarning.is]
  return (
    <section className={classes('stack', css.healthWarning)} role="group" aria-labelledby={heading}>
      <h2 id={heading} className="row gap-3">
        <Icon name="alert" />
        {title} for <Since at={healthWarning.since} />
      </h2>
      <p>{about}</p>
      <div className="acts">
        <Button onClick={() => void act('agents.restart', { agent: id })}>Restart</Button>
      </div>
    </section>
  )
}
