import type { MessageId } from '../../../main/contract/model.ts'
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

/** A tool call's input, as far as it could be read. */
export type ToolInput = Readonly<Record<string, unknown>>

/** Reads the input that a row or card carries as JSON text; a cut one gives nothing. */
export function inputOf(json: string): ToolInput {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ToolInput) : {}
  } catch {
    return {}
  }
}

/** A field of the input, if it is text. */
export function textIn(input: ToolInput, ...fields: readonly string[]): string {
  const found = fields.map((field) => input[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : ''
}

/** A field of the input, if it is a list of texts, on one line. */
function listIn(input: ToolInput, ...fields: readonly string[]): string {
  const found = fields.map((field) => input[field]).find((value) => Array.isArray(value))
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string').join(', ') : ''
}

/** The tool's own name: what stands after the server's, for a tool of an MCP server. */
export const shortName = (tool: string) => tool.replace(/^mcp__.+?__/, '')

const ours = /^mcp__janus-agents__/
const isOurs = (tool: string, name: string) => ours.test(tool) && shortName(tool) === name

/** Does it answer another agent's question? */
export const isReplyCall = (tool: string) => isOurs(tool, 'reply_to_agent')

/** Does it write to another agent? */
export const isSend = (tool: string) => isOurs(tool, 'send_to_agent') || isReplyCall(tool)

interface Kind {
  readonly icon: IconName
  readonly verb: string
  readonly fields: readonly string[]
  readonly isCode?: false
  /** How one and many of them are told together. */
  readonly sum: (count: number) => string
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
const read = (count: number) => `read ${many(count, 'file')}`
const edited = (count: number) => `edited ${many(count, 'file')}`
const searched = (count: number) => (count === 1 ? 'searched once' : `searched ${count} times`)

const kinds: Readonly<Record<string, Kind>> = {
  Read: { icon: 'file', verb: 'Read', fields: ['file_path', 'path'], sum: read },
  NotebookRead: { icon: 'file', verb: 'Read', fields: ['notebook_path'], sum: read },
  Edit: { icon: 'edit', verb: 'Edit', fields: ['file_path'], sum: edited },
  MultiEdit: { icon: 'edit', verb: 'Edit', fields: ['file_path'], sum: edited },
  NotebookEdit: { icon: 'edit', verb: 'Edit', fields: ['notebook_path'], sum: edited },
  Write: {
    icon: 'edit',
    verb: 'Write',
    fields: ['file_path'],
    sum: (count) => `wrote ${many(count, 'file')}`,
  },
  Bash: {
    icon: 'terminal',
    verb: 'Run',
    fields: ['command'],
    sum: (count) => `ran ${many(count, 'command')}`,
  },
  Grep: { icon: 'search', verb: 'Search', fields: ['pattern'], sum: searched },
  Glob: { icon: 'search', verb: 'Find', fields: ['pattern'], sum: searched },
  LS: { icon: 'folder', verb: 'List', fields: ['path'], sum: (count) => `listed ${many(count, 'folder')}` },
  WebFetch: { icon: 'web', verb: 'Fetch', fields: ['url'], sum: (count) => `fetched ${many(count, 'page')}` },
  WebSearch: { icon: 'web', verb: 'Look up', fields: ['query'], isCode: false, sum: searched },
  Task: {
    icon: 'people',
    verb: 'Subagent',
    fields: ['description', 'prompt'],
    isCode: false,
    sum: (count) => `used ${many(count, 'subagent')}`,
  },
  Agent: {
    icon: 'people',
    verb: 'Subagent',
    fields: ['description', 'prompt'],
    isCode: false,
    sum: (count) => `used ${many(count, 'subagent')}`,
  },
  TodoWrite: { icon: 'check', verb: 'Plan', fields: [], isCode: false, sum: () => 'planned' },
}
const listAgents: Kind = {
  icon: 'people',
  verb: 'Look',
  fields: [],
  isCode: false,
  sum: () => 'looked who is there',
}
const readMessage: Kind = {
  icon: 'eye',
  verb: 'Read',
  fields: ['message_id'],
  sum: (count) => `read ${many(count, 'message')}`,
}
const timers = (count: number) => `set ${many(count, 'timer')}`
const look = (count: number) => (count === 1 ? 'looked at an agent' : `looked at ${count} agents`)
/** What agents do with links and timers. */
const dealings: Readonly<Record<string, Kind>> = {
  open_link: { icon: 'link', verb: 'Link', fields: ['agents'], isCode: false, sum: () => 'opened a link' },
  close_link: {
    icon: 'link',
    verb: 'Unlink',
    fields: ['message', 'link_id'],
    isCode: false,
    sum: () => 'closed a link',
  },
  get_session_data: { icon: 'eye', verb: 'Look', fields: ['agent'], isCode: false, sum: look },
  set_heartbeat: { icon: 'hour', verb: 'Timer', fields: ['note'], isCode: false, sum: timers },
  list_heartbeats: {
    icon: 'hour',
    verb: 'Look',
    fields: [],
    isCode: false,
    sum: () => 'looked at its timers',
  },
  cancel_heartbeat: {
    icon: 'hour',
    verb: 'Cancel',
    fields: ['heartbeat_id'],
    isCode: false,
    sum: (count) => `cancelled ${many(count, 'timer')}`,
  },
}
/** What agents do in circles. */
const gatherings: Readonly<Record<string, Kind>> = {
  pass_piece: {
    icon: 'gather',
    verb: 'Pass',
    fields: ['to'],
    isCode: false,
    sum: () => 'passed the piece',
  },
  start_gathering: {
    icon: 'gather',
    verb: 'Propose',
    fields: ['topic'],
    isCode: false,
    sum: (count) => (count === 1 ? 'proposed a gathering' : `proposed ${count} gatherings`),
  },
}
const other: Kind = {
  icon: 'tool',
  verb: 'Use',
  fields: [],
  sum: (count) => `used ${many(count, 'other tool')}`,
}

const askPerson: Kind = { icon: 'people', verb: 'Ask', fields: [], isCode: false, sum: () => 'asked you' }

function kindOf(tool: string): Kind {
  if (tool === 'AskUserQuestion') return askPerson
  if (isOurs(tool, 'list_agents')) return listAgents
  if (isOurs(tool, 'read_message')) return readMessage
  const dealing = ours.test(tool) ? shortName(tool) : ''
  const known = { ...dealings, ...gatherings }
  if (Object.hasOwn(known, dealing)) return known[dealing] ?? other
  return Object.hasOwn(kinds, tool) ? (kinds[tool] ?? other) : other
}

const longestTarget = 300
const passTarget = (to: string) => (to === '' ? 'the piece' : firstLine(`the piece to ${to}`))

/** A call as one line. */
export function lineOf(tool: string, json: string): ToolLine {
  const kind = kindOf(tool)
  if (kind === listAgents) return { ...kind, target: 'who is there', isCode: false }
  if (kind === askPerson) return { ...kind, target: 'you', isCode: false }
  if (kind === other) return { ...kind, target: shortName(tool), isCode: true }
  const input = inputOf(json)
  if (kind === gatherings['pass_piece'])
    return { ...kind, target: passTarget(textIn(input, 'to')), isCode: false }
  const target = textIn(input, ...kind.fields) || listIn(input, ...kind.fields)
  return { icon: kind.icon, verb: kind.verb, target: firstLine(target), isCode: kind.isCode ?? true }
}

/** The first line of something long, cut where nobody reads on. */
export function firstLine(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const isCut = line.length < text.trim().length || line.length > longestTarget
  return isCut ? `${line.slice(0, longestTarget)} …` : line
}

/** Several calls in one line: "Read 4 files and ran 2 commands"; "Running 1 tool" while one is at work. */
export function summaryOf(calls: readonly { readonly tool: string; readonly isDone: boolean }[]): string {
  const running = calls.filter((call) => !call.isDone).length
  if (running > 0) return `Running ${many(running, 'tool')}`
  const counts = new Map<string, { readonly sum: Kind['sum']; count: number }>()
  for (const { tool } of calls) {
    const { sum } = kindOf(tool)
    const known = counts.get(sum(2))
    if (known) known.count++
    else counts.set(sum(2), { sum, count: 1 })
  }
  const parts = Array.from(counts.values(), ({ sum, count }) => sum(count))
  const last = parts.pop() ?? ''
  const words = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The message that a result speaks of, if it names one. */
export function messageIn(text: string): MessageId | null {
  const [found] = /\bmsg-[a-z0-9]{6,}\b/.exec(text) ?? []
  return (found as MessageId | undefined) ?? null
}
