import { randomUUID } from 'node:crypto'
import type { AgentId } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import type { RealAgents } from '../../adapters/processes/testing/real-agents.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'

/** Starts a real agent in its work folder, in a new conversation unless one is given. Resolves when it is ready. */
export function startAgent(
  real: RealAgents,
  agent: AgentId,
  { run = 1, ...launch }: Pick<Launch, 'kind'> & Partial<Launch> & { readonly run?: number },
) {
  const place = { cwd: real.work, conversation: randomUUID() }
  real.backend.perform({ do: 'agent.start', agent, run, launch: makeLaunch({ ...place, ...launch }) })
  return real.heard.next(agent, 'process.ready')
}
