import type {
  OwnProcess,
  ProcessReport,
  ProcessState,
  ProcessMetricsReport,
} from '../../contract/agents/processes.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { Measured, ProcessMetrics } from '../../ports/processes.ts'
import type { RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { iso, isoOrNull } from '../../contract/words/times.ts'

export function processHandlers(parts: Pick<RequestContext, 'engine' | 'clock' | 'processMonitor'>) {
  return {
    'processes.list': async (): Promise<ProcessReport> => {
      const running = [...parts.engine.state.agents.values()]
        .flatMap((state) => (state.agent.process === null ? [] : [{ state, record: state.agent.process }]))
        .toSorted((a, b) => a.state.agent.order - b.state.agent.order)
      const measured = await parts.processMonitor.measure(running.map(({ record }) => record))
      return {
        at: iso(parts.clock.now()),
        janus: processReport(parts.processMonitor.root, measured.own),
        agents: running.map(({ state, record }, n) => {
          const use = measured.groups[n]
          const { id, name, kind, program } = state.agent
          return {
            agent: id,
            name,
            kind,
            program,
            state: stateOf(state, use?.isSuspended === true),
            ...processReport(record.pid, use ?? null),
          }
        }),
        total: totalOf(measured),
      }
    },
  } satisfies Partial<Handlers>
}

function stateOf({ process: stage, agent }: AgentState, isSuspended: boolean): ProcessState {
  if (isSuspended) return 'suspended'
  return stage === 'ending' ? 'ending' : agent.status
}

function processReport(pid: number, use: ProcessMetrics | null): OwnProcess {
  const since = use?.since ?? null
  return { pid, since: isoOrNull(since), ...useReport(use) }
}

function useReport(use: Omit<ProcessMetrics, 'since' | 'isSuspended'> | null): ProcessMetricsReport {
  const cpu = use?.cpu ?? null
  const now = use?.cpuNow ?? null
  return {
    processes: use?.processes ?? null,
    memoryBytes: use?.memory ?? null,
    memoryAs: use?.memoryAs ?? null,
    cpuPercent: now === null ? null : Math.round(now * 10) / 10,
    cpuSeconds: cpu === null ? null : Math.round(cpu / 10) / 100,
  }
}

/** The sum is null if any part is unknown. */
function totalOf({ own, groups }: Measured): ProcessMetricsReport {
  const all = [own, ...groups]
  const sum = (field: 'processes' | 'memory' | 'cpu' | 'cpuNow') =>
    all.reduce<number | null>(
      (before, one) => (before === null || one[field] === null ? null : before + one[field]),
      0,
    )
  const memory = sum('memory')
  const isWhole = all.some(({ memoryAs }) => memoryAs === 'rss')
  return useReport({
    processes: sum('processes'),
    memory,
    cpu: sum('cpu'),
    cpuNow: sum('cpuNow'),
    memoryAs: memory === null ? null : isWhole ? 'rss' : 'pss',
  })
}
