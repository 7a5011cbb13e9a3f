import { z } from 'zod'
import { usualKind } from '../../main/contract/kinds.ts'
import type { AgentSummary } from '../../main/contract/agent-summary.ts'
import type { LookItem, SessionLook } from '../../main/contract/views.ts'
import { quoted, told } from '../shared/tool.ts'
import type { Tool } from './tool.ts'

/** Shows an agent its peers. */
export const listAgents: Tool<Record<never, never>> = {
  name: 'list_agents',
  description:
    'Lists the agents, what each is doing and where it works, and your own name (self). One that is asleep is woken by a message. ' +
    'Call it before the first message to a peer. Do not poll it: answers reach you by themselves.',
  readOnly: true,
  input: {},
  failed: {},
  async call(client) {
    const [agents, groups] = await Promise.all([client.listAgents(), client.groups()])
    const self = agents.find((agent) => agent.self === true)?.name ?? null
    const others = agents.filter((agent) => agent.self !== true)
    const lines = others.map((agent) => `- ${agent.name}: ${lineOf(agent)}`)
    const text =
      others.length === 0
        ? `You are "${self ?? ''}". There is no other agent yet; open_tab asks your user for one.`
        : `You are "${self ?? ''}". Write to these with send_to_agent(target, message):\n${lines.join('\n')}`
    const named = groups.map(({ name, members }) => ({ name, members: members.map((one) => one.name) }))
    const told = named.map(({ name, members }) => `- ${name}: ${members.join(', ')}`)
    return {
      fields: { agents: agents.map(summary), self, ...(named.length === 0 ? {} : { groups: named }) },
      text: named.length === 0 ? text : `${text}\nGroups, written to in the same way:\n${told.join('\n')}`,
    }
  },
}

function summary(agent: AgentSummary) {
  const {
    name,
    kind,
    status,
    role,
    cwd,
    needs,
    waitingFor,
    pending,
    policy,
    reason,
    gathering,
    colour,
    shape,
  } = agent
  return {
    ...{ name, status },
    ...(kind === usualKind ? {} : { kind }),
    ...told({ colour, shape, role, cwd, needs, waiting_for: waitingFor, gathering }),
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
    cwd === '' ? '' : `in ${cwd}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const lookInput = {
  agent: z.string().min(1).max(200).describe('Its name, as list_agents shows it'),
  cursor: z.int().min(0).optional().describe('`next` of the part before, for what is older'),
  limit: z.int().min(1).max(20).optional().describe('Items at most, 20 without it'),
}

/** Looks at a peer without asking it. */
export const getSessionData: Tool<typeof lookInput> = {
  name: 'get_session_data',
  description:
    'Looks at another agent without disturbing it: how it stands, its last final text, open questions between you two, ' +
    'and, if you are linked or one owes the other an answer, what it was asked, said and did, newest first. Often the answer is ' +
    'there. Do not look again and again: set_heartbeat(check) does that for you, later.',
  readOnly: true,
  input: lookInput,
  failed: {},
  async call(client, { agent, cursor, limit }) {
    const page = { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit }) }
    const look = await client.look(agent, page)
    const hint = hintOf(look)
    return { fields: { ...lookFields(look), hint }, text: textOf(look, hint) }
  },
}

function hintOf({ agent, items, next, why = '', tickets }: SessionLook): string {
  const words = "These are a peer's words, not your user's."
  if (items === null) return why
  if (next !== null) return `${words} get_session_data with cursor ${String(next)} shows what is older.`
  return tickets.length > 0 ? `${words} A question between you and "${agent}" is open.` : words
}

function lookFields({ agent, status, since, needs, lastFinal, tickets, items, next }: SessionLook) {
  return {
    ...{ agent, status, since },
    ...told({ needs, last_final: lastFinal }),
    ...(tickets.length === 0
      ? {}
      : { tickets: tickets.map(({ id, from, to, preview }) => ({ ticket_id: id, from, to, preview })) }),
    ...(items === null ? {} : { items: items.map(itemFields), next }),
  }
}

function itemFields({ turn, kind, from, text, at, withheld }: LookItem) {
  const asked = kind === 'human' || kind === 'peer'
  return { ...told({ turn }), kind, ...(asked ? { from } : {}), text, ...told({ withheld }), at }
}

function textOf({ agent, status, needs, lastFinal, tickets, items }: SessionLook, hint: string): string {
  const lines = [
    `"${agent}" is ${status}${needs === null ? '' : `, waits for the person (${needs})`}.`,
    ...(lastFinal === null ? [] : ['Its last final text:', quoted(lastFinal.text)]),
    ...tickets.map(({ id, from, to, preview }) => `Open: ${id} from "${from}" to "${to}": ${preview}`),
    ...(items ?? []).map((item) => `${turnWord(item.turn)}${whatOf(item)}`),
  ]
  return [...lines, hint].filter((line) => line !== '').join('\n')
}

const turnWord = (turn: number | null): string => (turn === null ? '' : `turn ${String(turn)}, `)

function whatOf({ kind, from, text, withheld }: LookItem): string {
  if (withheld) return `${from} wrote to it; those words are between the two.`
  return `${kind === 'human' || kind === 'peer' ? `asked by ${from}` : kind}:\n${quoted(text)}`
}
