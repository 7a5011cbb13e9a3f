import type { AgentView } from '../../../main/contract/views.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

/** Tabs that stand together under one heading. */
export interface TabGroup {
  readonly title: string
  readonly isUrgent: boolean
  readonly agents: readonly AgentView[]
}

const titles = ['Needs you', 'Agents', 'Asleep', 'Stopped'] as const

function titleOf(agent: AgentView): (typeof titles)[number] {
  if (agent.needs !== null) return 'Needs you'
  if (agent.status === 'asleep') return 'Asleep'
  return agent.status === 'stopped' ? 'Stopped' : 'Agents'
}

/** The tab list, what needs the person first; each group in the order of the tabs. */
export const groupsOf = (agents: readonly AgentView[]): readonly TabGroup[] =>
  titles
    .map((title) => ({
      title,
      isUrgent: title === 'Needs you',
      agents: agents.filter((agent) => titleOf(agent) === title),
    }))
    .filter((group) => group.agents.length > 0)

/** What a tab says in its second line: what it needs, why it stands, else its last words. */
export function secondLine(agent: AgentView): string {
  const [card] = agent.cards
  if (agent.needs === 'permission') return `Permission: ${card?.tool ?? 'a tool'}`
  if (agent.needs === 'question') return `Question: ${card?.title ?? ''}`
  if (agent.trust === 'ask' && agent.needs === 'card') return 'Trust this folder?'
  if (agent.needs !== null) return 'Waits for you'
  const isDown = agent.status === 'failed' || agent.status === 'stopped'
  if (isDown && agent.reason !== '') return agent.reason
  const said = plainLine(agent.lastLine)
  return said === '' ? agent.role : said
}

/** The name of a tab for those who cannot see its signs: "puppet, working, needs you, 2 pending". */
export function spokenName(agent: AgentView): string {
  const needs = agent.needs === null ? '' : ', needs you'
  const pending = agent.pending.length > 0 ? `, ${agent.pending.length} pending` : ''
  return `${agent.name}, ${agent.status}${needs}${pending}`
}
