import { useEffect, useId, useRef, useState } from 'react'
import {
  measureWords,
  awakeWords,
  processCountWords,
  cpuTimeWords,
  cpuWords,
  memoryWords,
} from '../../../main/contract/agents/processes.ts'
import type {
  ProcessReport,
  AgentProcess,
  OwnProcess,
  ProcessMetricsReport,
} from '../../../main/contract/agents/processes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { keepWithin, placeAt } from '../../components/popover.ts'
import { useStillHand } from '../../components/use-still-hand.ts'
import { hasProcess, upperFirst, shownStateOf, type ShownState } from '../../entities/agent/agent-state.ts'
import css from './processes.module.css'
import { loadErrorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { watch } from '../../state/watch.ts'
import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import { fullTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { actionsFor } from '../../entities/agent/agent-actions.tsx'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { KindBadge } from '../../entities/kind/kind-badge.tsx'
import { select } from '../../state/view-store.ts'

export function Processes({ agents }: { readonly agents: readonly AgentView[] }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const running = agents.filter(hasProcess)
  const { report, problem } = useProcesses(isOpen, running.map((one) => one.id).join(' '))
  const handlers = useStillHand(report?.agents.map(({ agent }) => agent).join(' '))
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className="num"
        title="Agents with a running process, their memory and CPU time"
        popoverTarget={id}
      >
        {awakeWords(running.length)}
      </Button>
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
        {report === null && problem === null && (
          <p className={classes('muted pretty', css.note)}>Measuring…</p>
        )}
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
              <span className="vh">Actions</span>
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
      <p className={classes('muted pretty', css.note)}>{measureWords(report).join(' ')}</p>
    </>
  )
}

interface Seen {
  readonly report: ProcessReport | null
  readonly problem: string | null
}

/** Measures while the list is open, and again when `running` changes. */
function useProcesses(isOpen: boolean, running: string): Seen {
  const [seen, setSeen] = useState<Seen>({ report: null, problem: null })
  useEffect(() => {
    if (!isOpen) return
    return watch({
      look: () => ask('processes.list', {}),
      told: (report) => setSeen({ report, problem: null }),
      failed: (error) => setSeen(({ report }) => ({ report, problem: loadErrorWords('processes', error) })),
    })
  }, [isOpen, running])
  return seen
}

interface AgentRowProps {
  readonly of: AgentProcess
  /** Null: its tab is closed or was deleted. */
  readonly agent: AgentView | null
  readonly onLeave: () => void
}

function AgentRow({ of, agent, onLeave }: AgentRowProps) {
  const acts = agent === null ? [] : actionsFor(agent).filter(({ label }) => offered.has(label))
  const go = () => {
    onLeave()
    select(of.agent)
  }
  return (
    <tr data-thing={of.agent} data-part="process">
      <th scope="row">
        <span className={classes('row gap-3', css.who)}>
          <Avatar author={{ kind: 'agent', id: of.agent }} name={of.name} size="sm" />
          <Button
            variant="ghost"
            className={css.name}
            title={`Shows ${visible(of.name)}`}
            disabled={agent === null}
            onClick={go}
          >
            <span className="clip">
              <Name name={of.name} />
            </span>
          </Button>
          <KindBadge of={of} />
          <SafeText as="span" className="vh" text={kindTitle(of)} />
        </span>
      </th>
      <td>
        <State shown={shownState(of, agent)} />
      </td>
      <Uses of={of} />
      <td className={css.acts}>
        {acts.map((action) => (
          <Button
            key={action.label}
            variant="ghost"
            aria-label={`${action.label} ${visible(of.name)}`}
            data-way={action.label}
            onClick={() => agent && action.run(agent)}
          >
            {action.label}
          </Button>
        ))}
      </td>
    </tr>
  )
}

const offered: ReadonlySet<string> = new Set(['Restart', 'Stop'])

const states = {
  suspended: { sign: 'wait', word: 'suspended', tone: '' },
  ending: { sign: 'stop', word: 'ending', tone: '' },
} as const satisfies Partial<Record<AgentProcess['state'], ShownState>>

/** Process states come first; otherwise the state of the tab, which updates immediately. */
function shownState({ state }: AgentProcess, agent: AgentView | null): ShownState {
  if (state === 'suspended' || state === 'ending') return states[state]
  return shownStateOf(agent ?? { status: state, needs: null })
}

function State({ shown }: { readonly shown: ShownState }) {
  return (
    <span className={classes('st', shown.tone)}>
      <Sign of={shown.sign} />
      <SafeText as="span" className="clip" text={upperFirst(shown.word)} />
    </span>
  )
}

function OwnRow({ of }: { readonly of: OwnProcess }) {
  return (
    <tr>
      <th scope="row">Janus itself</th>
      <td />
      <Uses of={of} />
      <td />
    </tr>
  )
}

function TotalRow({ of, agents }: { readonly of: ProcessMetricsReport; readonly agents: number }) {
  return (
    <tr>
      <th scope="row">Total</th>
      <td />
      <td className={css.number} colSpan={2} title={processCountWords(of)}>
        {awakeWords(agents)}
      </td>
      <Amounts of={of} />
      <td />
    </tr>
  )
}

function Uses({ of }: { readonly of: OwnProcess }) {
  const more = (of.processes ?? 1) - 1
  return (
    <>
      <td className={css.number} data-head="PID" title={processCountWords(of)}>
        {of.pid}
        {more > 0 && (
          <span className="faint">
            {' '}
            +{more} {more === 1 ? 'process' : 'processes'}
          </span>
        )}
      </td>
      <td
        data-head="since"
        className={css.number}
        title={of.since === null ? undefined : fullTime(Date.parse(of.since))}
      >
        {of.since !== null && <Since at={Date.parse(of.since)} />}
      </td>
      <Amounts of={of} />
    </>
  )
}

function Amounts({ of }: { readonly of: ProcessMetricsReport }) {
  return (
    <>
      <td className={css.number} data-head="memory">
        {memoryWords(of.memoryBytes)}
      </td>
      <td className={css.number} data-head="CPU">
        {cpuWords(of.cpuPercent)}
      </td>
      <td className={css.number} data-head="in all">
        {cpuTimeWords(of.cpuSeconds)}
      </td>
    </>
  )
}
