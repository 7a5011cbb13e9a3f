import { useState, useEffect } from 'react'
import type { BackgroundTask } from '../../../main/contract/agents/background.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/button.tsx'
import { visible, withoutTerminalStyle } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { act } from '../../state/act.ts'
import css from './background.module.css'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { ask } from '../../state/connection.ts'
import { watch } from '../../state/watch.ts'
import { useSent } from '../../state/use-sent.ts'

export function Background({ agent }: { readonly agent: AgentView }) {
  const { background, abilities } = agent
  if (background.length === 0) return null
  return (
    <section aria-labelledby="side-background" data-part="background">
      <div className="side-cap">
        <h2 id="side-background">Background tasks</h2>
        <span className="num faint">{background.length}</span>
      </div>
      <ul className="stack gap-3">
        {background.map((task) => (
          <TaskRow key={task.id} agent={agent} task={task} />
        ))}
      </ul>
      {!abilities.stopsTasks && (
        <p className="muted side-none">
          Its program cannot stop these one by one; stopping the agent stops all.
        </p>
      )}
    </section>
  )
}

const icons = { command: 'terminal', agent: 'people', other: 'task' } as const
const kinds = { command: 'Command', agent: 'Subagent', other: 'Task' } as const

function TaskRow({ agent, task }: { readonly agent: AgentView; readonly task: BackgroundTask }) {
  const line = useLastLine(agent.id, task)
  const name = task.name === '' ? kinds[task.kind] : task.name
  return (
    <li className={classes('stack', css.task)} data-part="task">
      <Icon name={icons[task.kind]} />
      <div className={css.what}>
        <SafeText as="b" title={visible(name)} text={name} />
        <p className="small muted clip" title={visible(line)}>
          <span className="vh">{kinds[task.kind]}, </span>
          {line === '' ? 'No output yet' : <SafeText text={line} />}
        </p>
      </div>
      <span className="num faint">
        <Since at={task.since} />
      </span>
      {agent.abilities.stopsTasks && <StopTask agent={agent} task={task} name={name} />}
    </li>
  )
}

interface StopProps {
  readonly agent: AgentView
  readonly task: BackgroundTask
  readonly name: string
}

/** The button stays pressed until the row is gone. */
function StopTask({ agent, task, name }: StopProps) {
  const { isSent, send } = useSent()
  const stop = () => void send(act('agents.stopTask', { agent: agent.id, task: task.id }))
  return (
    <Button
      aria-label={`Stop ${visible(name)}`}
      aria-disabled={isSent || undefined}
      onClick={() => isSent || stop()}
    >
      Stop
    </Button>
  )
}

/**
 * Returns a task's last output line. Programs report a command's output only on request, so it is requested
 * while this is mounted.
 */
function useLastLine(agent: AgentId, { id, kind, line }: BackgroundTask): string {
  const [written, setWritten] = useState('')
  useEffect(() => {
    if (kind !== 'command') return
    return watch({
      look: () => ask('agents.taskOutput', { agent, task: id }),
      told: ({ text }) => setWritten(lastLineOf(text ?? '')),
      failed: () => undefined,
    })
  }, [agent, id, kind])
  return written === '' ? line : written
}

/** The last line with text; of a line overwritten by carriage returns, the newest text. */
export function lastLineOf(output: string): string {
  const lines = withoutTerminalStyle(output).split(/[\n\r]/)
  return lines.findLast((line) => line.trim() !== '')?.trim() ?? ''
}
