import { firstLineOf, type ToolCall, type ToolKind } from '../../../main/contract/tool-calls.ts'
import type { IconName } from '../../components/sprite.tsx'

/** A tool call in words: what it does, and to what. */
export interface ToolLine {
  readonly icon: IconName
  readonly verb: string
  /** Path, command or other object; empty if there is none. */
  readonly target: string
  /** Set in the machine's type. */
  readonly isCode: boolean
}

/** Does it answer another agent's question? */
export const isReplyCall = ({ kind, name }: ToolCall) => kind === 'own' && name === 'reply_to_agent'

/** Does it write to another agent? */
export const isSend = (tool: ToolCall) =>
  isReplyCall(tool) || (tool.kind === 'own' && tool.name === 'send_to_agent')

interface Way {
  readonly icon: IconName
  readonly verb: string
  readonly isCode?: false
  /** In place of a title that says less. */
  readonly target?: string
  /** How one and many of them are told together. */
  readonly sum: (count: number) => string
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
const searched = (count: number) => (count === 1 ? 'searched once' : `searched ${count} times`)
const used = (count: number) => `used ${many(count, 'other tool')}`
const other: Way = { icon: 'tool', verb: 'Use', sum: used }

const ways: Readonly<Record<ToolKind, Way>> = {
  read: { icon: 'file', verb: 'Read', sum: (count) => `read ${many(count, 'file')}` },
  edit: { icon: 'edit', verb: 'Edit', sum: (count) => `edited ${many(count, 'file')}` },
  write: { icon: 'edit', verb: 'Write', sum: (count) => `wrote ${many(count, 'file')}` },
  delete: { icon: 'edit', verb: 'Delete', sum: (count) => `deleted ${many(count, 'file')}` },
  move: { icon: 'edit', verb: 'Move', sum: (count) => `moved ${many(count, 'file')}` },
  execute: { icon: 'terminal', verb: 'Run', sum: (count) => `ran ${many(count, 'command')}` },
  search: { icon: 'search', verb: 'Search', sum: searched },
  find: { icon: 'search', verb: 'Find', sum: searched },
  list: { icon: 'folder', verb: 'List', sum: (count) => `listed ${many(count, 'folder')}` },
  fetch: { icon: 'web', verb: 'Fetch', sum: (count) => `fetched ${many(count, 'page')}` },
  web_search: { icon: 'web', verb: 'Look up', isCode: false, sum: searched },
  think: { icon: 'tool', verb: 'Think', isCode: false, sum: () => 'thought' },
  plan: { icon: 'check', verb: 'Plan', isCode: false, sum: () => 'planned' },
  subagent: {
    icon: 'people',
    verb: 'Subagent',
    isCode: false,
    sum: (count) => `used ${many(count, 'subagent')}`,
  },
  ask: { icon: 'people', verb: 'Ask', isCode: false, target: 'you', sum: () => 'asked you' },
  switch_mode: other,
  own: other,
  other,
}

/** What agents do with the tools that Janus gives them. */
const own: Readonly<Record<string, Way>> = {
  list_agents: {
    icon: 'people',
    verb: 'Look',
    isCode: false,
    target: 'who is there',
    sum: () => 'looked who is there',
  },
  read_message: { icon: 'eye', verb: 'Read', sum: (count) => `read ${many(count, 'message')}` },
  open_link: { icon: 'link', verb: 'Link', isCode: false, sum: () => 'opened a link' },
  close_link: { icon: 'link', verb: 'Unlink', isCode: false, sum: () => 'closed a link' },
  get_session_data: {
    icon: 'eye',
    verb: 'Look',
    isCode: false,
    sum: (count) => (count === 1 ? 'looked at an agent' : `looked at ${count} agents`),
  },
  set_heartbeat: {
    icon: 'hour',
    verb: 'Timer',
    isCode: false,
    sum: (count) => `set ${many(count, 'timer')}`,
  },
  list_heartbeats: { icon: 'hour', verb: 'Look', isCode: false, sum: () => 'looked at its timers' },
  keep_heartbeat: {
    icon: 'hour',
    verb: 'Keep',
    isCode: false,
    sum: (count) => `kept ${many(count, 'timer')}`,
  },
  cancel_heartbeat: {
    icon: 'hour',
    verb: 'Cancel',
    isCode: false,
    sum: (count) => `cancelled ${many(count, 'timer')}`,
  },
  pass_piece: { icon: 'gather', verb: 'Pass', isCode: false, sum: () => 'passed the piece' },
  start_gathering: {
    icon: 'gather',
    verb: 'Propose',
    isCode: false,
    sum: (count) => (count === 1 ? 'proposed a gathering' : `proposed ${count} gatherings`),
  },
}

function wayOf({ kind, name }: ToolCall): Way {
  return kind === 'own' && Object.hasOwn(own, name) ? (own[name] ?? other) : ways[kind]
}

/** A call as one line. */
export function lineOf(tool: ToolCall): ToolLine {
  const way = wayOf(tool)
  const isPass = way === own['pass_piece']
  const title = isPass ? firstLineOf(`the piece${tool.title && ` to ${tool.title}`}`) : tool.title
  const target = way.target ?? (way === other && title === '' ? tool.name : title)
  return { icon: way.icon, verb: way.verb, target, isCode: way.isCode ?? true }
}

/** Several calls in one line: "Read 4 files and ran 2 commands"; "Running 1 tool" while one is at work. */
export function summaryOf(calls: readonly { readonly tool: ToolCall; readonly isDone: boolean }[]): string {
  const running = calls.filter((call) => !call.isDone).length
  if (running > 0) return `Running ${many(running, 'tool')}`
  const counts = new Map<string, { readonly sum: Way['sum']; count: number }>()
  for (const { tool } of calls) {
    const { sum } = wayOf(tool)
    const known = counts.get(sum(2))
    if (known) known.count++
    else counts.set(sum(2), { sum, count: 1 })
  }
  const parts = Array.from(counts.values(), ({ sum, count }) => sum(count))
  const last = parts.pop() ?? ''
  const words = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  return words.charAt(0).toUpperCase() + words.slice(1)
}
