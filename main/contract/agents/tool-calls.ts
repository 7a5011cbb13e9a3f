import type { PlanStep } from './plan-steps.ts'

/**
 * Tool kinds of the Agent Client Protocol, and finer ones where users see a difference. `own`: one of Janus's
 * tools.
 */
export type ToolKind =
  | 'read'
  | 'edit'
  | 'write'
  | 'delete'
  | 'move'
  | 'search'
  | 'find'
  | 'list'
  | 'execute'
  | 'fetch'
  | 'web_search'
  | 'think'
  | 'plan'
  | 'subagent'
  | 'ask'
  | 'switch_mode'
  | 'own'
  | 'other'

/** A change to part of a file; `before` is null when the whole file is written. */
export interface FileDiff {
  readonly path: string
  readonly before: string | null
  readonly after: string
}

/** A tool call as the agent's adapter describes it, besides the text of its whole input. */
export interface ToolCall {
  /** The program's name for the tool; without a prefix for Janus's own. */
  readonly name: string
  readonly kind: ToolKind
  /** Its object, on one line: a command, path or pattern; may be empty. */
  readonly title: string
  /** The input's text says no more than the title. */
  readonly isTitleAll: boolean
  /** The agent's own description. */
  readonly description: string
  /** The changes that it makes to files. */
  readonly diffs: readonly FileDiff[]
  /** Input of one of Janus's own tools. */
  readonly own: ToolInput | null
  /** The agent's plan for its turn, if the call reports it. */
  readonly steps?: readonly PlanStep[]
}

/** A tool's input, as far as it could be read. */
export type ToolInput = Readonly<Record<string, unknown>>

export interface Question {
  readonly text: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  /** Several options may be chosen. */
  readonly isMany: boolean
}

/** The MCP servers of Janus's own tools: to communicate, and to read the history. */
export const ownServers = ['janus-agents', 'janus-history'] as const
export type OwnServer = (typeof ownServers)[number]

/**
 * Prefix of a tool call's idempotency key; the agent's own id of the call follows. With it Janus sees in an
 * agent's stream that the result of a call which waited for a reply has reached the model.
 */
export const callKey = 'call-'

/** The key in a call's `_meta` where programs usually put their own id of it. Many put none. */
export const usualCallName = 'callId'

/** First line of a result that contains a reply; it comes first so that truncation keeps it. */
export function handedLine(ticket: string, reply: string | null): string {
  return `${ticket}: answered${reply === null ? '' : ` ${reply}`}.`
}

/**
 * Whether a `send_to_agent` result contains this reply to this ticket, by our first line or our fields. The
 * peer's text after them is ignored, since it could imitate both.
 */
export function isHandedOver(result: string, ticket: string, reply: string): boolean {
  const words = peersWords.exec(result)
  const own = words === null ? result : result.slice(0, words.index + words[0].length)
  if (own.includes(handedLine(ticket, reply))) return true
  const fields = own.replace(/[\s\\]/g, '')
  return fields.includes(`"message_id":"${ticket}"`) && fields.includes(`"message_id":"${reply}"`)
}

/**
 * Where a peer's text begins, in the text or the fields; a program may show either as JSON, or as JSON in
 * JSON.
 */
const peersWords = /(?:\n|\\n)> |reply\\*"\s*:\s*\{[^{}]*?text\\*"\s*:/

const longestTitle = 300

/** Cut to `longestTitle`. */
export function firstLineOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const isCut = line.length < text.trim().length || line.length > longestTitle
  return isCut ? `${line.slice(0, longestTitle)} …` : line
}

/** The first non-empty string among these fields, else ''. */
export function textIn(input: ToolInput, ...fields: readonly string[]): string {
  const found = fields.map((field) => input[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : ''
}

export function fieldLines(input: ToolInput, without: readonly string[] = []): string {
  return Object.entries(input)
    .filter(([field]) => !without.includes(field))
    .map(
      ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
    )
    .join('\n')
}

/**
 * Returns the fields whose whole text is shown elsewhere on a card. A field is left out for this reason
 * alone, never for its name.
 */
export function shownFields(input: ToolInput, shown: readonly string[]): readonly string[] {
  const whole = new Set(shown)
  return Object.entries(input).flatMap(([field, value]) =>
    typeof value === 'string' && whole.has(value) ? [field] : [],
  )
}

export const diffTexts = (diffs: readonly FileDiff[]): readonly string[] =>
  diffs.flatMap(({ path, before, after }) => [path, before ?? '', after])

/** All text of a call, for reading and search: its changes, then its input. */
export function callText({ diffs }: ToolCall, input: string): string {
  return [...diffTexts(diffs), input].filter((part) => part !== '').join('\n')
}

/**
 * How calls of Janus's own tools are shown: the verb, and the fields with the object. A second id field is
 * that of older calls.
 */
const ownTools: Readonly<Record<string, { readonly verb?: string; readonly about?: readonly string[] }>> = {
  list_agents: { verb: 'Look' },
  get_session_data: { verb: 'Look', about: ['agent'] },
  send_to_agent: { verb: 'Write to an agent' },
  reply_to_agent: { verb: 'Reply' },
  read_message: { verb: 'Read', about: ['message_id'] },
  notify_user: { verb: 'Notify', about: ['text', 'message'] },
  open_link: { verb: 'Link', about: ['agents'] },
  close_link: { verb: 'Unlink', about: ['message', 'link_id'] },
  set_heartbeat: { verb: 'Timer', about: ['note'] },
  set_trigger: { verb: 'Timer', about: ['note'] },
  list_heartbeats: { verb: 'Look' },
  keep_heartbeat: { verb: 'Keep', about: ['timer_id', 'heartbeat_id'] },
  cancel_heartbeat: { verb: 'Cancel', about: ['timer_id', 'heartbeat_id'] },
  start_gathering: { verb: 'Propose', about: ['topic'] },
  pass_piece: { verb: 'Pass', about: ['to'] },
  open_tab: { about: ['name'] },
  search_history: { about: ['query'] },
  read_thread: { about: ['message_id', 'thread_id'] },
}

const ownTool = (name: string) => (Object.hasOwn(ownTools, name) ? ownTools[name] : undefined)

export function ownCall(name: string, input: ToolInput): ToolCall {
  const fields = ownTool(name)?.about ?? []
  const values = fields.map((field) => input[field])
  const list = values.find((value) => Array.isArray(value)) ?? []
  const title = textIn(input, ...fields) || list.filter((one) => typeof one === 'string').join(', ')
  const rest = Object.values(input)
  const isTitleAll = rest.length === 0 || (rest.length === 1 && rest[0] === title)
  return { name, kind: 'own', title: firstLineOf(title), isTitleAll, description: '', diffs: [], own: input }
}

interface CallWords {
  readonly verb: string
  /** Path, command or other object; empty if there is none. */
  readonly target: string
}

const verbs: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  write: 'Write',
  delete: 'Delete',
  move: 'Move',
  execute: 'Run',
  search: 'Search',
  find: 'Find',
  list: 'List',
  fetch: 'Fetch',
  web_search: 'Look up',
  think: 'Think',
  plan: 'Plan',
  subagent: 'Subagent',
  ask: 'Ask',
  switch_mode: 'Propose',
  own: 'Use',
  other: 'Use',
}

/** Adds the MCP server, since two may have a tool of the same name: `ping of docs`. */
export function readableName(tool: string, shown = tool): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? []
  return server === undefined ? shown : `${shown === tool ? name : shown} of ${server}`
}

/** `Read`, `src/fares.js`. */
export function callWords({ kind, name, title }: ToolCall): CallWords {
  if (kind === 'ask') return { verb: verbs.ask, target: 'you a question' }
  if (kind === 'switch_mode') return { verb: verbs.switch_mode, target: 'a plan' }
  const own = kind === 'own' ? ownTool(name)?.verb : undefined
  if (own === undefined)
    return { verb: verbs[kind], target: title === '' && verbs[kind] === 'Use' ? readableName(name) : title }
  if (name === 'list_agents') return { verb: own, target: 'who is there' }
  if (name === 'pass_piece') return { verb: own, target: firstLineOf(`the piece${title && ` to ${title}`}`) }
  return { verb: own, target: title }
}

const onPaths: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'write', 'delete', 'move', 'list'])

/** On one line, with paths relative to the agent's folder. */
export function callLine(tool: ToolCall, cwd: string): string {
  const { verb, target } = callWords(tool)
  const isInside = onPaths.has(tool.kind) && cwd !== '' && target.startsWith(`${cwd}/`)
  return [verb, isInside ? target.slice(cwd.length + 1) : target].filter((word) => word !== '').join(' ')
}
