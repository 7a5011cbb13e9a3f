import { useMemo, type ReactNode } from 'react'
import {
  deepestSubagent,
  mostSubagentRows,
  ownerOf,
  subagentLog,
  subagentWords,
  type SubagentUse,
} from '../../../main/contract/agents/subagents.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { usePersistentState } from '../../components/virtual-list.tsx'
import { act } from '../../state/act.ts'
import { readNewest, readOlder, useLog, useMirror } from '../../state/store.ts'
import { useSent } from '../../state/use-sent.ts'
import { blocksOf, type ShownCall, type TurnBlock } from './blocks.ts'
import { useDensity } from './density.tsx'
import { Output, Tail, rowName, useIsRunningOn } from './tools.tsx'
import css from './tools.module.css'

interface SubagentProps {
  readonly call: ShownCall
  /** Whether the agent is still at this point of its turn. */
  readonly isRunning: boolean
  readonly depth: number
  readonly view: (block: TurnBlock, isRunning: boolean) => ReactNode
}

export function Subagent({ call, isRunning, depth, view }: SubagentProps) {
  const { entry, tool } = call
  const isOn = useIsRunningOn(call)
  const state = stateOf(call, isOn || (call.end === null && isRunning))
  const [isOpen, setOpen] = usePersistentState(`subagent ${rowName(entry)}`, false)
  const title = tool.title === '' ? 'Subagent' : tool.title
  return (
    <div className={classes('box small block', css.subagent)} data-part="subagent" data-n={entry.n}>
      <details
        className={css.tools}
        open={isOpen}
        onToggle={({ target, currentTarget }) =>
          target === currentTarget && currentTarget.open !== isOpen && setOpen(currentTarget.open)
        }
      >
        <summary className="row muted" title={visible(title)}>
          <Icon name="people" />
          <span className={css.verb}>Subagent</span>
          <SafeText as="span" className="grow clip" text={tool.title} />
          <span className="num faint">{entry.subagent && subagentWords(entry.subagent)}</span>
          <span className={classes('st', states[state].tone)}>
            <Sign of={states[state].sign} />
            {states[state].words}
          </span>
        </summary>
        {isOpen && <Tail text={entry.text} />}
        {isOpen && depth < deepestSubagent && (
          <SubagentLog call={call} isRunning={state === 'running'} view={view} />
        )}
        {isOpen && call.result && call.end !== 'launched' && (
          <Output text={call.result.text} isError={call.end === 'failed'} isOfCommand={false} />
        )}
      </details>
      {state === 'running' && <Stop call={call} title={title} />}
    </div>
  )
}

type State = NonNullable<SubagentUse['end']> | 'running' | 'lost'

const states = {
  running: { sign: 'work', tone: 'work', words: 'running' },
  done: { sign: 'good', tone: 'good', words: 'done' },
  failed: { sign: 'fail', tone: 'fail', words: 'failed' },
  stopped: { sign: 'stop', tone: '', words: 'stopped' },
  lost: { sign: 'idle', tone: '', words: 'not finished' },
} as const

/** The end that the program reported, else the call's. */
function stateOf({ entry: { subagent }, end }: ShownCall, isRunning: boolean): State {
  if (subagent?.end) return subagent.end
  if (isRunning) return 'running'
  if (end === 'done' || end === 'failed') return end
  return end === 'stopped' || end === 'denied' ? 'stopped' : 'lost'
}

/** Stops the subagent where its program can; the button stays pressed until it has ended. */
function Stop({ call: { entry }, title }: { readonly call: ShownCall; readonly title: string }) {
  const agent = ownerOf(entry.agent)
  const isPossible = useMirror((now) => now.agents[agent]?.abilities.stopsTasks === true)
  const { isSent, send } = useSent()
  if (!isPossible || entry.call === null) return null
  const task = entry.call
  return (
    <Button
      aria-label={`Stop ${visible(title)}`}
      aria-disabled={isSent || undefined}
      onClick={() => isSent || void send(act('agents.stopTask', { agent, task }))}
    >
      Stop
    </Button>
  )
}

function SubagentLog({
  call: { entry },
  isRunning,
  view,
}: Pick<SubagentProps, 'call' | 'isRunning' | 'view'>) {
  const channel = { kind: 'agent', id: subagentLog(ownerOf(entry.agent), entry.call ?? '') } as const
  const log = useLog('agent', channel.id)
  const density = useDensity()
  const rows = log?.rows
  const blocks = useMemo(() => blocksOf(rows ?? [], density), [rows, density])
  return (
    <div className={classes('stack gap-3', css.subagentLog)} data-part="subagent-log">
      {log?.phase === 'failed' && (
        <p className="row muted">
          What it said could not be read.
          <Button onClick={() => void readNewest(channel)}>Try again</Button>
        </p>
      )}
      {log?.older !== null && log?.older !== undefined && (
        <Button variant="ghost" onClick={() => void readOlder(channel)}>
          {log.phase === 'loading' ? 'Reading…' : 'Earlier'}
        </Button>
      )}
      {blocks.map((block) => (
        <div key={block.key}>{view(block, isRunning)}</div>
      ))}
      {(rows?.at(-1)?.n ?? 0) >= mostSubagentRows && (
        <p className="faint">Only its first {mostSubagentRows.toLocaleString('en')} rows are kept.</p>
      )}
    </div>
  )
}
