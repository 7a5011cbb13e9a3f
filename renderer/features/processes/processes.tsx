import { useId, useRef, useState, useEffect } from 'react'
import { measureWords, runningWords, type ProcessReport } from '../../../main/contract/agents/processes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { keepWithin, placeAt } from '../../components/popover.ts'
import { useStillHand } from '../../components/use-still-hand.ts'
import { isRunning } from '../../entities/agent/agent-state.ts'
import { AgentRow, OwnRow, TotalRow } from './process-row.tsx'
import css from './processes.module.css'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { watch } from '../../state/watch.ts'

/** How many agents have a process, in the status line; a press shows each, and what it uses. */
export function Processes({ agents }: { readonly agents: readonly AgentView[] }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const running = agents.filter(isRunning)
  const { report, problem } = useProcesses(isOpen, running.map((one) => one.id).join(' '))
  const handlers = useStillHand(report?.agents.map(({ agent }) => agent).join(' '))
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn ghost num"
        title="Agents that run, and what they use of memory and processor"
        popoverTarget={id}
      >
        {runningWords(running.length)}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Processes"
        className={classes('popover', css.list)}
        {...handlers}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState !== 'open' || !list.current) return
          placeAt(button.current, list.current, 'start')
          keepWithin(list.current)
        }}
      >
        <h2>Processes</h2>
        {report === null && problem === null && <p className={css.note}>Measuring…</p>}
        {problem !== null && <p role="status">{problem}</p>}
        {report !== null && (
          <Table report={report} agents={agents} onLeave={() => list.current?.hidePopover()} />
        )}
      </div>
    </>
  )
}

interface TableProps {
  readonly report: ProcessReport
  readonly agents: readonly AgentView[]
  readonly onLeave: () => void
}

function Table({ report, agents, onLeave }: TableProps) {
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">State</th>
            {['PID', 'Since', 'Memory', 'CPU', 'CPU time'].map((head) => (
              <th key={head} scope="col" className={css.number}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="vh">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {report.agents.map((one) => (
            <AgentRow
              key={one.agent}
              of={one}
              agent={agents.find(({ id }) => id === one.agent) ?? null}
              onLeave={onLeave}
            />
          ))}
          <OwnRow of={report.janus} />
        </tbody>
        <tfoot>
          <TotalRow of={report.total} agents={report.agents.length} />
        </tfoot>
      </table>
      <p className={css.note}>{measureWords(report).join(' ')}</p>
    </>
  )
}

interface Seen {
  readonly report: ProcessReport | null
  readonly problem: string | null
}

/** Measures what runs while `isOpen`, and anew when `running` is another one. */
function useProcesses(isOpen: boolean, running: string): Seen {
  const [seen, setSeen] = useState<Seen>({ report: null, problem: null })
  useEffect(() => {
    if (!isOpen) return
    return watch({
      look: () => ask('processes.list', {}),
      told: (report) => setSeen({ report, problem: null }),
      failed: (error) => setSeen(({ report }) => ({ report, problem: wordsOf(error) })),
      isSeen: () => !document.hidden,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    })
  }, [isOpen, running])
  return seen
}
