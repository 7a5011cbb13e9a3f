import { z } from 'zod'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import { serviceErrorWords } from '../../main/contract/agents/service-errors.ts'
import { pick } from '../../main/contract/api/pick.ts'
import type { AgentSummary, BrokenReport } from '../../main/contract/agents/agent-summary.ts'
import type { SessionItem, SessionView } from '../../main/contract/api/views.ts'
import { kindName } from '../shared/plain-names.ts'
import { agentName, quoteLines, presentFields, tool } from '../shared/tool.ts'

export const listAgents = tool({
  name: 'list_agents',
  description:
    'Lists the other agents: what each is doing and where it works. self is your own name. Call it before your first ' +
    'message, unless your user named the agent. A message wakes a sleeping agent. Do not poll: replies come by themselves.',
  readOnly: true,
  input: {},
  async call(ask) {
    const [agents, groups] = await Promise.all([ask('agents.list', {}), ask('groups.list', {})])
    const self = agents.find((agent) => agent.self === true)?.name ?? null
    const others = agents.filter((agent) => agent.self !== true)
    const lines = others.map((agent) => `- ${agent.name}: ${lineOf(agent)}`)
    const text =
      others.length === 0
        ? `You are "${self ?? ''}". There is no other agent yet; open_tab asks your user to open one.`
        : `You are "${self ?? ''}". Write to the others with send_to_agent(target, message):\n${lines.join('\n')}`
    const named = groups.map(({ name, members }) => ({ name, members: members.map((one) => one.name) }))
    const groupLines = named.map(({ name, members }) => `- ${name}: ${members.join(', ')}`)
    return {
      fields: { agents: agents.map(summary), self, ...(named.length === 0 ? {} : { groups: named }) },
      text:
        named.length === 0 ? text : `${text}\nGroups, to write to in the same way:\n${groupLines.join('\n')}`,
    }
  },
})

function summary(agent: AgentSummary) {
  const { name, kind, status, waitingFor, pending, policy, gathering } = agent
  return {
    name,
    status,
    ...(kind === usualKind ? {} : { kind }),
    ...presentFields(pick(agent, ['colour', 'shape', 'role', 'cwd', 'needs'])),
    ...presentFields({ waiting_for: waitingFor, gathering }),
    ...(pending === 0 ? {} : { pending }),
    ...(policy === 'hybrid' ? {} : { policy }),
    ...presentFields(pick(agent, ['broken', 'reason'])),
  }
}

/** Notes on policies other than the default, `hybrid`. */
const takes = {
  hybrid: '',
  interject: 'a message stops its turn',
  quiet: 'reads messages only when idle',
  ask: 'reads messages that your user let through',
} as const

function lineOf(agent: AgentSummary): string {
  const { status, reason, broken, role, cwd, needs, waitingFor, pending, policy, gathering } = agent
  return [
    status,
    oneLine(reason),
    broken === null ? '' : brokenWords(broken),
    needs === null ? '' : `waits for your user (${needs})`,
    waitingFor === null ? '' : `waits for a reply from ${waitingFor}`,
    gathering === null ? '' : `in the gathering "${gathering}"`,
    pending === 0 ? '' : `${String(pending)} unread`,
    takes[policy],
    role,
    cwd === '' ? '' : `in ${cwd}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function brokenWords({ error, isLasting, retryAt }: BrokenReport): string {
  const then = isLasting
    ? 'it cannot answer until your user changes something'
    : retryAt === null
      ? 'a message starts a new turn'
      : `Janus tries again at ${retryAt}`
  return `its last turn failed (${serviceErrorWords(error)}), ${then}`
}

const oneLine = (words: string): string => words.slice(0, 200).replace(/\s+/g, ' ')

export const getSessionData = tool({
  name: 'get_session_data',
  description:
    "Shows another agent's state and the open questions between you two, without disturbing it. If you are linked, in the " +
    'same gathering, or one of you owes the other a reply, it also shows what that agent was asked, said and did. ' +
    'To look again later: set_heartbeat, intent check.',
  readOnly: true,
  input: {
    agent: agentName.describe('Its name or session id'),
    cursor: z.int().min(0).optional().describe('next of the previous page'),
    limit: z.int().min(1).max(20).optional().describe('Default 20'),
  },
  async call(ask, input) {
    const look = await ask('transcript.look', input)
    const hint = hintOf(look)
    return { fields: { ...lookFields(look), hint }, text: textOf(look, hint) }
  },
})

function hintOf({ agent, items, next, why = '', tickets }: SessionView): string {
  const words = "These are another agent's words, not your user's."
  if (items === null) return why
  if (next !== null) return `${words} get_session_data with cursor ${String(next)} shows older items.`
  return tickets.length > 0 ? `${words} A question between you and "${agent}" is open.` : words
}

function lookFields({ agent, status, since, broken, needs, lastFinal, tickets, items, next }: SessionView) {
  return {
    agent,
    status,
    since,
    ...presentFields({ broken, needs, last_final: lastFinal }),
    ...(tickets.length === 0
      ? {}
      : {
          open_questions: tickets.map(({ id, from, to, preview }) => ({
            message_id: id,
            from,
            to,
            preview,
          })),
        }),
    ...(items === null ? {} : { items: items.map(itemFields), next }),
  }
}

function itemFields({ turn, kind, from, text, at, redacted }: SessionItem) {
  const asked = kind === 'user' || kind === 'peer'
  return {
    ...presentFields({ turn }),
    kind: kindName(kind),
    ...(asked ? { from } : {}),
    text,
    ...presentFields({ redacted }),
    at,
  }
}

function textOf(
  { agent, status, broken, needs, lastFinal, tickets, items }: SessionView,
  hint: string,
): string {
  const waits = needs === null ? '' : `, waits for your user (${needs})`
  const lines = [
    `"${agent}" is ${status}${broken === null ? '' : `, ${brokenWords(broken)}`}${waits}.`,
    ...(lastFinal === null ? [] : ['How its last turn ended:', quoteLines(lastFinal.text)]),
    ...tickets.map(
      ({ id, from, to, preview }) => `Open question ${id} from "${from}" to "${to}": ${preview}`,
    ),
    ...(items ?? []).map((item) => `${turnWord(item.turn)}${whatOf(item)}`),
  ]
  return [...lines, hint].filter((line) => line !== '').join('\n')
}

const turnWord = (turn: number | null): string => (turn === null ? '' : `turn ${String(turn)}, `)

function whatOf({ kind, from, text, redacted }: SessionItem): string {
  if (redacted) return `${from} wrote to it; only the two may read that.`
  return `${kind === 'user' || kind === 'peer' ? `asked by ${from}` : kind}:\n${quoteLines(text)}`
}
