import type { AgentId } from '../../../main/contract/api/model.ts'
import { agentReasonWords } from '../../../main/contract/agents/agent-words.ts'
import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import { beforePass } from '../../../main/contract/mail/last-line.ts'
import { interrupts } from '../../../main/contract/mail/priorities.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { inBackground, upperFirst, waitingMail } from '../../entities/agent/agent-state.ts'
import { folderKey } from '../../entities/folder/short-path.ts'
import { hasWords } from '../../components/has-words.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'
import { cardQuestionLine } from '../../entities/tool/card-question-line.ts'
import { isKept } from '../../entities/message/mail-sections.ts'

export interface TabGroup {
  /** Unique in the list. */
  readonly key: string
  readonly title: string
  readonly kind: 'pinned' | 'folder' | 'asleep' | 'stopped'
  readonly agents: readonly AgentView[]
}

export interface ListLayout {
  readonly isByFolder: boolean
  /** The tabs listed under *Asleep*. */
  readonly asleep: ReadonlySet<AgentId>
}

/** Tabs that a list shows without collapsing any. */
export const roomy = 8

/** Tabs listed under *Asleep* in a long list: sleeping, read, needing nothing, and not visible in a pane. */
export function asleepOf(agents: readonly AgentView[], shown: readonly string[]): ReadonlySet<AgentId> {
  if (agents.length <= roomy) return new Set()
  const isQuiet = ({ id, status, needs, unread }: AgentView) =>
    status === 'asleep' && needs === null && unread.length === 0 && !shown.includes(id)
  return new Set(agents.filter(isQuiet).map(({ id }) => id))
}

/** The groups in display order: pinned tabs, folders in the order of their first tabs, asleep, stopped. */
export function tabGroups(agents: readonly AgentView[], layout: ListLayout): readonly TabGroup[] {
  const others = agents.filter(({ pinned }) => !pinned)
  const here = others.filter(({ id, status }) => status !== 'stopped' && !layout.asleep.has(id))
  // A worktree is listed with its repository.
  const folderOf = ({ cwd, worktree }: AgentView) => folderKey(worktree?.repository ?? cwd)
  const folders = Map.groupBy(here, (agent) => (layout.isByFolder ? folderOf(agent) : ''))
  const titles = titlesOf([...folders.keys()])
  return [
    ...group('pinned', 'Pinned', ({ pinned }) => pinned),
    ...[...folders].map(([cwd, of]): TabGroup => {
      return { key: `folder ${cwd}`, title: titles.get(cwd) ?? cwd, kind: 'folder', agents: of }
    }),
    ...group(
      'asleep',
      'Asleep',
      (one) => !one.pinned && one.status !== 'stopped' && layout.asleep.has(one.id),
    ),
    ...group('stopped', 'Stopped', ({ pinned, status }) => !pinned && status === 'stopped'),
  ]

  function group(kind: TabGroup['kind'], title: string, isIn: (one: AgentView) => boolean): TabGroup[] {
    const of = agents.filter(isIn)
    return of.length === 0 ? [] : [{ key: kind, title, kind, agents: of }]
  }
}

/**
 * Tab order for the keyboard: that of the list, but with sleeping tabs in their original places, because a
 * tab falls asleep when the user leaves it and would move away.
 */
export const walkOrder = (agents: readonly AgentView[], isByFolder: boolean): readonly AgentView[] =>
  tabGroups(agents, { isByFolder, asleep: new Set() }).flatMap((group) => group.agents)

/** The last part of each path, with as many parents as needed to distinguish it. */
function titlesOf(folders: readonly string[]): ReadonlyMap<string, string> {
  const tail = (path: string, parts: number) =>
    path
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .slice(-parts)
      .join('/')
  const deepest = Math.max(...folders.map((path) => path.split(/[\\/]/).length), 1)
  const titleOf = (path: string): string => {
    if (path === '') return 'Agents'
    for (let parts = 1; parts < deepest; parts++)
      if (folders.every((one) => one === path || tail(one, parts) !== tail(path, parts)))
        return tail(path, parts) || path
    return path
  }
  return new Map(folders.map((path) => [path, titleOf(path)]))
}

/** Tabs that contain all words in name, role, folder or last line. */
export function matchingTabs(agents: readonly AgentView[], typed: string): readonly AgentView[] {
  if (typed.trim() === '') return agents
  return agents.filter(({ name, role, cwd, lastLine }) =>
    hasWords(`${name}\n${role}\n${cwd}\n${lastLine}`, typed),
  )
}

export function secondLine(agent: AgentView): string {
  const [card] = agent.cards
  if (card && agent.needs === 'permission') return `Allow? ${cardQuestionLine(card, agent.cwd)}`
  if (card && agent.needs === 'question') return cardQuestionLine(card, agent.cwd)
  if (agent.needs === 'card') return cardLine(agent)
  if (agent.needs !== null) return 'Needs you'
  if (agent.awaySeat?.asked) return `Invited to “${agent.awaySeat.topic}”`
  if (agent.waitingFor && agent.status === 'working') return `Waiting for ${agent.waitingFor.name}`
  const isDown = agent.status === 'failed' || agent.status === 'stopped'
  if (isDown && agent.reason !== null) return upperFirst(agentReasonWords(agent.reason, 'user'))
  if (agent.broken && !isDown && agent.status !== 'working') return `Turn failed: ${agent.broken.detail}`
  const said = plainLine(agent.lastLine)
  if (beforePass(said) === '') return 'Passed'
  return said === '' ? agent.role : said
}

/** A question that is not from the agent's program: an urgent or held message, or the folder's trust. */
function cardLine({ trust, pending, heartbeats, tabProposals: wishes }: AgentView): string {
  if (trust === 'ask') return 'Trust this folder?'
  const urgent = pending.find((message) => message.card !== null)
  if (urgent) return `${interrupts(urgent.priority) ? 'Urgent from' : 'Deliver now? From'} ${urgent.fromName}`
  const held = pending.find((message) => message.state === 'held' && !isKept(message))
  if (held) return held.from.kind === 'user' ? 'Held: your message' : `Held: message from ${held.fromName}`
  if (heartbeats.some((timer) => timer.state === 'held')) return 'Held: timer'
  return wishes[0] ? `Proposes an agent: ${wishes[0].name}` : 'Needs you'
}

/**
 * The accessible name of a tab: "puppet, working, needs you, 2 waiting, linked with scout". `partners`: names
 * of linked agents; `isMarked`: include its kind.
 */
export function spokenName(agent: AgentView, partners = '', isMarked = false): string {
  const kind = isMarked ? `, ${kindTitle(agent)}` : ''
  const links = partners === '' ? '' : `, linked with ${partners}`
  const health = agent.healthWarning === null ? '' : `, ${agent.healthWarning.is}`
  const needs = agent.needs === null ? '' : ', needs you'
  const waiting = waitingMail(agent)
  const pending = waiting > 0 ? `, ${waiting} waiting` : ''
  const unread = agent.unread.length > 0 ? `, ${agent.unread.length} unread` : ''
  const waits = agent.waitingFor ? `, waiting for ${agent.waitingFor.name}` : ''
  const broken = agent.broken ? ', its turn failed' : ''
  const background = agent.background.length > 0 ? `, ${inBackground(agent)}` : ''
  return `${agent.name}${kind}, ${agent.status}${health}${needs}${waits}${broken}${pending}${unread}${background}${handlersWords(agent)}${links}`
}

function handlersWords({ handlers: { on } }: AgentView): string {
  if (on === 0) return ''
  return on === 1 ? ', 1 rule on' : `, ${on} rules on`
}

export interface TabSection extends Omit<TabGroup, 'kind'> {
  readonly kind: TabGroup['kind'] | 'gatherings'
  readonly gatherings: readonly GatheringView[]
}

/** The gatherings, then the tabs. A tab that needs the user stays in its place and is marked. */
export function tabSections(
  groups: readonly TabGroup[],
  gatherings: readonly GatheringView[],
): readonly TabSection[] {
  const tabs = groups.map((group) => ({ ...group, gatherings: [] }))
  if (gatherings.length === 0) return tabs
  return [{ key: 'gatherings', title: 'Gatherings', kind: 'gatherings', agents: [], gatherings }, ...tabs]
}
