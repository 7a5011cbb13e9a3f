import { findAgent, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { summaryOf } from './agents-requests.ts'

/** What an agent's program runs beside its turns, what of a tab was seen, and sleep by the person's word. */
export function backgroundHandlers(parts: RequestContext) {
  const idOf = (ref: string) => findAgent(parts, ref).state.agent.id
  return {
    'agents.stopTask': async (_, { agent, task }) =>
      summaryOf(parts, await parts.engine.command({ type: 'task.stopped', agent: idOf(agent), task })),
    'agents.taskOutput': (_, { agent, task }) => parts.backend.taskOutput(idOf(agent), task),
    'agents.seen': async (_, { agent, row }) => {
      await parts.engine.command({ type: 'agent.seen', agent: idOf(agent), row })
      return { seen: true }
    },
    'agents.sleep': async (_, { agent }) =>
      summaryOf(parts, await parts.engine.command({ type: 'agent.laidToSleep', agent: idOf(agent) })),
  } satisfies Partial<Handlers>
}
