import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports/ports.ts'
import { AgentProcess, type ProcessStart } from '../../adapters/processes/agent-process.ts'
import { isRpcMessage } from './connection.ts'

/** Starts a program; `marker` begins what all its processes bear in their environment. */
export function spawnAgent(
  start: ProcessStart,
  marker: string,
  clock: Clock,
  log: (line: string) => void,
): AgentProcess {
  const mark = `${marker}${randomUUID()}`
  const [name, value] = mark.split('=') as [string, string]
  const options = { ...start, env: { ...start.env, [name]: value }, isMessage: isRpcMessage }
  return new AgentProcess(options, mark, clock, (problem, bytes) =>
    log(`output line of ${bytes} bytes kept back: ${problem}`),
  )
}
