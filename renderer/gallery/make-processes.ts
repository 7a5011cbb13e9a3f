import type { AgentProcess, ProcessReport, UseReport } from '../../main/contract/agents/processes.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { isRunning } from '../entities/agent/agent-state.ts'
import { moment } from './still.ts'

/** What processes use together. */
export const amounts = (
  processes: number,
  megabytes: number,
  cpuPercent: number,
  cpuSeconds: number,
): UseReport => ({
  processes,
  memoryBytes: megabytes * 1024 * 1024,
  memoryAs: 'pss',
  cpuPercent,
  cpuSeconds,
})

const before = (minutes: number) => new Date(moment - minutes * 60_000).toISOString()

/** The process of an agent; `n`: the more, the larger and older it is. */
export function processOf(
  { id, name, kind, program, status }: AgentView,
  n: number,
  changes: Partial<AgentProcess> = {},
): AgentProcess {
  const isBusy = status === 'working'
  return {
    agent: id,
    name,
    kind,
    program,
    state: status,
    pid: 41_207 + n * 318,
    since: before(6 + n * 23),
    ...amounts(1 + (n % 3), 212 + n * 37, isBusy ? 84 : 0, 21 + n * 96),
    ...changes,
  }
}

/** What runs with these processes of agents. */
export function processReport(
  agents: readonly AgentProcess[],
  changes: Partial<ProcessReport> = {},
): ProcessReport {
  const janus = { pid: 40_988, since: before(190), ...amounts(4, 318, 1, 212) }
  const all: readonly UseReport[] = [janus, ...agents]
  const sum = (of: (one: UseReport) => number | null) => all.reduce((so, one) => so + (of(one) ?? 0), 0)
  const total: UseReport = {
    processes: sum((one) => one.processes),
    memoryBytes: sum((one) => one.memoryBytes),
    memoryAs: 'pss',
    cpuPercent: sum((one) => one.cpuPercent),
    cpuSeconds: sum((one) => one.cpuSeconds),
  }
  return { at: before(0), janus, agents, total, ...changes }
}

/** What runs where these agents are. */
export const processes = (agents: readonly AgentView[]): ProcessReport =>
  processReport(agents.filter(isRunning).map((one, n) => processOf(one, n)))
