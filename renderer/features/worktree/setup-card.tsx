import { useMemo } from 'react'
import type { SetupAction, WorktreeRun } from '../../../main/contract/folders/worktree-runs.ts'
import { runProblemWords } from '../../../main/contract/folders/worktree-runs.ts'
import { Button } from '../../components/button.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { CardFrame, type AskingProps } from '../../entities/card/card-frame.tsx'
import { act } from '../../state/act.ts'
import { useSent } from '../../state/use-sent.ts'
import { CommandText, Output, RunningCommand } from './running-command.tsx'

export function WorktreeCommands({ agent, onAnswered }: AskingProps) {
  const { setup, teardown } = agent.worktree ?? {}
  const isOver = setup?.state === 'done' && (agent.turnNumber > 0 || setup.output === '')
  return (
    <>
      {setup && (setup.state === 'asks' || setup.state === 'failed') && (
        <SetupCard key={`${setup.n} ${setup.state}`} agent={agent} run={setup} onAnswered={onAnswered} />
      )}
      {setup && ['waiting', 'running', 'done'].includes(setup.state) && !isOver && (
        <RunningCommand agent={agent} phase="setup" run={setup} />
      )}
      {teardown?.state === 'running' && <RunningCommand agent={agent} phase="teardown" run={teardown} />}
    </>
  )
}

const origins: Readonly<Record<WorktreeRun['from'], string>> = {
  repository: 'from .janus/worktree.json of the repository',
  user: 'from your settings',
}

function SetupCard({ agent, run, onAnswered }: AskingProps & { readonly run: WorktreeRun }) {
  const { isSent, send } = useSent(onAnswered)
  const { command, from, state, problem, output, n } = run
  const asks = state === 'asks'
  const { id } = agent
  const keys = useMemo(() => {
    if (isSent) return null
    const say = (action: SetupAction) => () => {
      const approval = action === 'run' ? { command } : {}
      void send(act('worktrees.setUp', { agent: id, action, ...approval }))
    }
    return { 1: say(asks ? 'run' : 'again'), 2: say('skip') }
  }, [isSent, send, id, command, asks])
  const about = `setup-${id}-${n}`
  return (
    <CardFrame
      card={{ id: about, askedAt: agent.since }}
      title={asks ? 'Run this command to set up the worktree?' : 'The worktree could not be set up'}
      about={`${about}-why`}
      keys={keys}
    >
      {command !== '' && <CommandText command={command} />}
      <p id={`${about}-why`} className="small muted pretty break-anywhere">
        {asks ? (
          `It is ${origins[from]}, and can do anything that you can: run it only if you trust the repository. Messages wait until it has ended.`
        ) : (
          <SafeText
            text={`${problem ? runProblemWords(problem, 'setup') : ''} Fix the cause and try again, or start the agent without the setup.`}
          />
        )}
      </p>
      {output !== '' && (
        <details>
          <summary>Output</summary>
          <Output text={output} />
        </details>
      )}
      <div className="acts">
        <Button disabled={keys === null} onClick={() => keys?.[1]()}>
          <kbd aria-hidden="true">1</kbd> {asks ? 'Run' : 'Try again'}
        </Button>
        <Button disabled={keys === null} onClick={() => keys?.[2]()}>
          <kbd aria-hidden="true">2</kbd> Start without setup
        </Button>
      </div>
    </CardFrame>
  )
}
