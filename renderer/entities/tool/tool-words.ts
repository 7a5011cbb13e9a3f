import { type ToolCall, type ToolKind, callWords } from '../../../main/contract/agents/tool-calls.ts'
import type { IconName } from '../../components/sprite.tsx'

interface ToolLine {
  readonly icon: IconName
  readonly verb: string
  /** Path, command or other object; empty if there is none. */
  readonly target: string
  readonly isCode: boolean
}

export const isReplyCall = ({ kind, name }: ToolCall) => kind === 'own' && name === 'reply_to_agent'

export const isSend = (tool: ToolCall) =>
  isReplyCall(tool) || (tool.kind === 'own' && tool.name === 'send_to_agent')

/** A notice is shown below the call by itself. */
export const isNotice = ({ kind, name }: ToolCall) => kind === 'own' && name === 'notify_user'

interface Way {
  readonly icon: IconName
  readonly isCode?: false
  /** Summarizes one or more such calls. */
  readonly sum: (count: number) => string
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
const searched = (count: number) => (count === 1 ? 'searched once' : `searched ${count} times`)
const used = (count: number) => `used ${many(count, 'other tool')}`
const other: Way = { icon: 'tool', sum: used }

const ways: Readonly<Record<ToolKind, Way>> = {
  read: { icon: 'file', sum: (count) => `read ${many(count, 'file')}` },
  edit: { icon: 'edit', sum: (count) => `edited ${many(count, 'file')}` },
  write: { icon: 'edit', sum: (count) => `wrote ${many(count, 'file')}` },
  delete: { icon: 'edit', sum: (count) => `deleted ${many(count, 'file')}` },
  move: { icon: 'edit', sum: (count) => `moved ${many(count, 'file')}` },
  execute: { icon: 'terminal', sum: (count) => `ran ${many(count, 'command')}` },
  search: { icon: 'search', sum: searched },
  find: { icon: 'search', sum: searched },
  list: { icon: 'folder', sum: (count) => `listed ${many(count, 'folder')}` },
  fetch: { icon: 'web', sum: (count) => `fetched ${many(count, 'page')}` },
  web_search: { icon: 'web', isCode: false, sum: searched },
  think: { icon: 'tool', isCode: false, sum: () => 'thought' },
  plan: { icon: 'check', isCode: false, sum: () => 'planned' },
  subagent: { icon: 'people', isCode: false, sum: (count) => `used ${many(count, 'subagent')}` },
  ask: { icon: 'people', isCode: false, sum: () => 'asked you' },
  switch_mode: other,
  own: other,
  other,
}

/** Janus's own tools. */
const own: Readonly<Record<string, Way>> = {
  list_agents: { icon: 'people', isCode: false, sum: () => 'looked who is there' },
  read_message: { icon: 'eye', sum: (count) => `read ${many(count, 'message')}` },
  open_link: { icon: 'link', isCode: false, sum: () => 'opened a link' },
  close_link: { icon: 'link', isCode: false, sum: () => 'closed a link' },
  get_session_data: {
    icon: 'eye',
    isCode: false,
    sum: (count) => (count === 1 ? 'looked at an agent' : `looked at ${count} agents`),
  },
  set_heartbeat: { icon: 'hour', isCode: false, sum: (count) => `set ${many(count, 'timer')}` },
  set_trigger: { icon: 'bolt', isCode: false, sum: (count) => `set ${many(count, 'timer')}` },
  list_heartbeats: { icon: 'hour', isCode: false, sum: () => 'looked at its timers' },
  keep_heartbeat: { icon: 'hour', isCode: false, sum: (count) => `kept ${many(count, 'timer')}` },
  cancel_heartbeat: { icon: 'hour', isCode: false, sum: (count) => `cancelled ${many(count, 'timer')}` },
  notify_user: { icon: 'mail', isCode: false, sum: () => 'notified you' },
  pass_piece: { icon: 'gather', isCode: false, sum: () => 'passed the piece' },
  start_gathering: {
    icon: 'gather',
    isCode: false,
    sum: (count) => (count === 1 ? 'proposed a gathering' : `proposed ${count} gatherings`),
  },
}

function wayOf({ kind, name }: ToolCall): Way {
  return kind === 'own' && Object.hasOwn(own, name) ? (own[name] ?? other) : ways[kind]
}

export function lineOf(tool: ToolCall): ToolLine {
  const way = wayOf(tool)
  return { icon: way.icon, ...callWords(tool), isCode: way.isCode ?? true }
}

/** `off`: stopped, denied or lost, so it did not do what it says. */
export interface Summed {
  readonly tool: ToolCall
  readonly came: 'running' | 'done' | 'off'
}

/**
 * Summarizes calls: "Read 4 files and ran 2 commands"; "Running 1 tool call" while one runs. Calls that are
 * `off` count only if there are no others.
 */
export function callsSummary(all: readonly Summed[]): string {
  const running = all.filter(({ came }) => came === 'running').length
  if (running > 0) return `Running ${many(running, 'tool call')}`
  const calls = all.filter(({ came }) => came === 'done')
  if (calls.length === 0) return many(all.length, 'tool call')
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
