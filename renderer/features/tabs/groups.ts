import { agentReasonWords } from '../../../main/contract/agent-words.ts'
import { kindTitle } from '../../../main/contract/kinds.ts'
import { interrupts } from '../../../main/contract/priorities.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { waitingMail } from '../../entities/agent/agent-state.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'
import { askedLine } from '../../entities/tool/asked-line.ts'
import { isKept } from '../../entities/message/mail-sections.ts'

/** Tabs that stand together under one heading. */
export interface TabGroup {
  readonly title: string
  readonly isUrgent: boolean
  readonly agents: readonly AgentView[]
}

/** Sleep comes and goes by itself: a tab must not move for it. */
const titles = ['Needs you', 'Agents', 'Stopped'] as const

function titleOf(agent: AgentView): (typeof titles)[number] {
  if (agent.needs !== null) return 'Needs you'
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
  if (card && (agent.needs === 'permission' || agent.needs === 'question')) return askedLine(card, agent.cwd)
  if (agent.needs === 'card') return cardLine(agent)
  if (agent.needs !== null) return 'Waits for you'
  if (agent.waitingFor && agent.status === 'working') return `Waits on ${agent.waitingFor.name}`
  const isDown = agent.status === 'failed' || agent.status === 'stopped'
  if (isDown && agent.reason !== null) return agentReasonWords(agent.reason, 'person')
  if (agent.broken && !isDown && agent.status !== 'working') return `Broke off: ${agent.broken.detail}`
  const said = plainLine(agent.lastLine)
  return said === '' ? agent.role : said
}

/** What asks that is not of its program: mail that is urgent or held, or the folder. */
function cardLine({ trust, pending, heartbeats, wishes }: AgentView): string {
  if (trust === 'ask') return 'Trust this folder?'
  const urgent = pending.find((message) => message.card !== null)
  if (urgent) return `${interrupts(urgent.priority) ? 'Urgent from' : 'Now or later:'} ${urgent.fromName}`
  const held = pending.find((message) => message.state === 'held' && !isKept(message))
  if (held) return `Held: a message from ${held.fromName}`
  if (heartbeats.some((timer) => timer.state === 'held')) return 'Held: a timer'
  return wishes[0] ? `Proposes a tab: ${wishes[0].name}` : 'Waits for you'
}

/**
 * The name of a tab for those who cannot see its signs: "puppet, working, needs you, 2 pending, linked with scout".
 * `partners`: names of those whom it is linked with; `isMarked`: its kind is said too.
 */
export function spokenName(agent: AgentView, partners = '', isMarked = false): string {
  const kind = isMarked ? `, ${kindTitle(agent)}` : ''
  const links = partners === '' ? '' : `, linked with ${partners}`
  const ails = agent.ailing === null ? '' : `, ${agent.ailing.is}`
  const needs = agent.needs === null ? '' : ', needs you'
  const waiting = waitingMail(agent)
  const pending = waiting > 0 ? `, ${waiting} pending` : ''
  const waits = agent.waitingFor ? `, waits on ${agent.waitingFor.name}` : ''
  const broken = agent.broken ? ', its turn broke off' : ''
  return `${agent.name}${kind}, ${agent.status}${ails}${needs}${waits}${broken}${pending}${backgroundWords(agent)}${handlersWords(agent)}${links}`
}

function handlersWords({ handlers: { on } }: AgentView): string {
  if (on === 0) return ''
  return on === 1 ? ', 1 handler on' : `, ${on} handlers on`
}

function backgroundWords({ background }: AgentView): string {
  return background.length === 0 ? '' : `, ${background.length} in the background`
}

/** A part of the tab list: gatherings first, then tabs. */
export interface TabSection extends TabGroup {
  readonly gatherings: readonly GatheringView[]
}

/** The list as it stands: what needs the person, the other gatherings, the other tabs. */
export function sectionsOf(
  groups: readonly TabGroup[],
  gatherings: readonly GatheringView[],
): readonly TabSection[] {
  const [asking, others] = [gatherings.filter(isAsking), gatherings.filter((one) => !isAsking(one))]
  const urgent = groups.find((group) => group.isUrgent)
  const sections: readonly TabSection[] = [
    { title: 'Needs you', isUrgent: true, agents: urgent?.agents ?? [], gatherings: asking },
    { title: 'Gatherings', isUrgent: false, agents: [], gatherings: others },
    ...groups.filter((group) => !group.isUrgent).map((group) => ({ ...group, gatherings: [] })),
  ]
  return sections.filter((section) => section.agents.length + section.gatherings.length > 0)
}

const isAsking = (of: GatheringView): boolean => of.needs !== null
