import type { AgentSummary } from '../../main/contract/views.ts'
import { told, type Tool } from './tool.ts'

/** Shows an agent its peers. */
export const listAgents: Tool<Record<never, never>> = {
  name: 'list_agents',
  description:
    'Lists the agents you can write to, what each is doing and where it works, and your own name (self). ' +
    'Call it before the first message to a peer. Do not poll it to wait for an answer: answers reach you by themselves.',
  readOnly: true,
  input: {},
  failed: {},
  async call(client) {
    const agents = await client.listAgents()
    const self = agents.find((agent) => agent.self === true)?.name ?? null
    const others = agents.filter((agent) => agent.self !== true)
    const lines = others.map((agent) => `- ${agent.name}: ${lineOf(agent)}`)
    const text =
      others.length === 0
        ? `You are "${self ?? ''}". There is no other agent yet; only the person can open one.`
        : `You are "${self ?? ''}". Write to these with send_to_agent(target, message):\n${lines.join('\n')}`
    return { fields: { agents: agents.map(summary), self }, text }
  },
}

function summary(agent: AgentSummary) {
  const { name, status, role, cwd, needs, waitingFor, pending, policy, reason, gathering } = agent
  return {
    ...{ name, status },
    ...told({ role, cwd, needs, waiting_for: waitingFor, gathering }),
    ...(pending === 0 ? {} : { pending }),
    ...(policy === 'hybrid' ? {} : { policy }),
    ...told({ reason }),
  }
}

/** When a peer takes messages, where that is not as usual. */
const takes = {
  hybrid: '',
  interject: 'a message stops what it does',
  quiet: 'takes messages only when idle',
  ask: 'takes messages when the person has let them through',
} as const

function lineOf(agent: AgentSummary): string {
  const { status, role, cwd, needs, waitingFor, pending, policy, gathering } = agent
  return [
    status,
    needs === null ? '' : `waits for the person (${needs})`,
    waitingFor === null ? '' : `waits for the reply of ${waitingFor}`,
    gathering === null ? '' : `sits in the gathering "${gathering}"`,
    pending === 0 ? '' : `${String(pending)} waiting`,
    takes[policy],
    role,
    `in ${cwd}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
