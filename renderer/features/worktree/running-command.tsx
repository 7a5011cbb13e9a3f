import { useEffect, useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { RunPhase, WorktreeRun } from '../../../main/contract/folders/worktree-runs.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { withoutTerminalStyle } from '../../components/hygiene.ts'
import { Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { act } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useSent } from '../../state/use-sent.ts'
import { watch } from '../../state/watch.ts'
import css from './worktree.module.css'

interface RunningCommandProps {
  readonly agent: AgentView
  readonly phase: RunPhase
  readonly run: WorktreeRun
}

const titles: Readonly<Record<RunPhase, string>> = {
  setup: 'Setting up the worktree',
  teardown: 'Cleaning up the worktree',
}

export function RunningCommand({ agent, phase, run }: RunningCommandProps) {
  const { isSent, send } = useSent()
  const { state, command, isStopping } = run
  const isRunning = state === 'running'
  const stop = () => void send(act('worktrees.setUp', { agent: agent.id, action: 'stop' }))
  return (
    <div className="box small block" data-part="worktree-run">
      <div className={classes('row', css.run)}>
        <details className="grow">
          <summary className="muted clip">
            <span role="status">
              {state === 'done' ? 'The worktree is set up' : titles[phase]}
              {state === 'waiting' && ' once everything goes on'}
            </span>{' '}
            <SafeText as="code" className="mono" text={command} />
          </summary>
          <CommandText command={command} />
          {isRunning ? <LiveOutput agent={agent} /> : <Output text={run.output} />}
        </details>
        {isRunning && (
          <span className="st work">
            <Sign of="work" />
            Running
          </span>
        )}
        {state !== 'done' && (
          <Button disabled={isSent || isStopping === true} onClick={stop}>
            {isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        )}
      </div>
    </div>
  )
}

export function CommandText({ command }: { readonly command: string }) {
  return (
    <pre className={classes('well', css.text)} role="group" tabIndex={0} aria-label="The command">
      <SafeText text={command} />
    </pre>
  )
}

export function Output({ text }: { readonly text: string }) {
  const shown = withoutTerminalStyle(text).trim()
  if (shown === '') return <p className="muted">No output yet</p>
  return (
    <pre className={classes('well', css.text)} role="group" tabIndex={0} aria-label="Output">
      <SafeText text={shown} />
    </pre>
  )
}

/** Polling interval while the output is visible; ms. */
const pause = 1000

function LiveOutput({ agent: { id } }: { readonly agent: AgentView }) {
  const [text, setText] = useState('')
  useEffect(
    () =>
      watch({
        look: () => ask('worktrees.output', { agent: id }),
        told: (told) => setText(told.text),
        failed: () => undefined,
        after: (_, run) => {
          const timer = setTimeout(run, pause)
          return () => clearTimeout(timer)
        },
      }),
    [id],
  )
  return <Output text={text} />
}
