import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import {
  countWords,
  cpuTimeWords,
  cpuWords,
  memoryWords,
  runningWords,
  type AgentProcess,
  type OwnProcess,
  type UseReport,
} from '../../../main/contract/agents/processes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { fullTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { actionsFor } from '../../entities/agent/agent-actions.tsx'
import { sentence, stateOf, type ShownState } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { KindMark } from '../../entities/kind/kind-mark.tsx'
import { select } from '../../state/view-store.ts'
import css from './processes.module.css'

interface AgentRowProps {
  readonly of: AgentProcess
  /** Null: its tab is closed, or is gone by now. */
  readonly agent: AgentView | null
  readonly onLeave: () => void
}

/** The process of an agent, what it uses, and what can be done with it. */
export function AgentRow({ of, agent, onLeave }: AgentRowProps) {
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
          <button
            type="button"
            className={classes('btn ghost', css.name)}
            title={`Shows ${visible(of.name)}`}
            disabled={agent === null}
            onClick={go}
          >
            <span className="clip">
              <Name name={of.name} />
            </span>
          </button>
          <KindMark of={of} />
          <span className="vh">
            <SafeText text={kindTitle(of)} />
          </span>
        </span>
      </th>
      <td>
        <State shown={shownState(of, agent)} />
      </td>
      <Uses of={of} />
      <td className={css.acts}>
        {acts.map((action) => (
          <button
            key={action.label}
            type="button"
            className="btn ghost"
            aria-label={`${action.label} ${visible(of.name)}`}
            data-way={action.label}
            onClick={() => agent && action.run(agent)}
          >
            {action.label}
          </button>
        ))}
      </td>
    </tr>
  )
}

/** Of what can be done with an agent, what is about its process. */
const offered: ReadonlySet<string> = new Set(['Restart', 'Stop'])

const states = {
  suspended: { sign: 'wait', word: 'suspended', tone: '' },
  ending: { sign: 'stop', word: 'ending', tone: '' },
} as const satisfies Partial<Record<AgentProcess['state'], ShownState>>

/** What only its process tells goes before how its tab stands, which is known at once. */
function shownState({ state }: AgentProcess, agent: AgentView | null): ShownState {
  if (state === 'suspended' || state === 'ending') return states[state]
  return stateOf(agent ?? { status: state, needs: null })
}

function State({ shown }: { readonly shown: ShownState }) {
  return (
    <span className={classes('st', shown.tone)}>
      <Sign of={shown.sign} />
      <span className="clip">
        <SafeText text={sentence(shown.word)} />
      </span>
    </span>
  )
}

/** Janus's own process. */
export function OwnRow({ of }: { readonly of: OwnProcess }) {
  return (
    <tr>
      <th scope="row">Janus itself</th>
      <td />
      <Uses of={of} />
      <td />
    </tr>
  )
}

/** Everything together. */
export function TotalRow({ of, agents }: { readonly of: UseReport; readonly agents: number }) {
  return (
    <tr>
      <th scope="row">In all</th>
      <td />
      <td className={css.number} colSpan={2} title={countWords(of)}>
        {runningWords(agents)}
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
      <td className={css.number} data-head="PID" title={countWords(of)}>
        {of.pid}
        {more > 0 && (
          <span className="faint">
            {' '}
            +{more}
            <span className="vh"> more</span>
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

function Amounts({ of }: { readonly of: UseReport }) {
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
