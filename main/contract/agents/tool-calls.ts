import type { PlanStep } from './plan-steps.ts'

/**
 * What a tool does: the kinds of the Agent Client Protocol, and finer ones where a user tells them apart. `own`: one
 * of the tools that Janus gives its agents.
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

/** A change to a part of a file; `before` is null where the whole file is written. */
export interface FileDiff {
  readonly path: string
  readonly before: string | null
  readonly after: string
}

/** A call of a tool, as its agent's adapter describes it, beside the text with all that it was called with. */
export interface ToolCall {
  /** As the agent's program names the tool; one of Janus's own by its bare name. */
  readonly name: string
  readonly kind: ToolKind
  /** What it is about, on one line: a command, a path, a pattern; may be empty. */
  readonly title: string
  /** The text says no more than the title does. */
  readonly isTitleAll: boolean
  /** What the agent says of it in its own words. */
  readonly description: string
  /** The change that it makes; empty where it makes none. */
  readonly diffs: readonly FileDiff[]
  /** For one of Janus's own: what it was called with. */
  readonly own: ToolInput | null
  /** The steps of the agent's plan for its turn, where the call tells them. */
  readonly steps?: readonly PlanStep[]
}

/** What a tool was called with, as far as it could be read. */
export type ToolInput = Readonly<Record<string, unknown>>

/** One question of an agent to the user. */
export interface Question {
  readonly text: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  /** Several options may be chosen. */
  readonly isMany: boolean
}

/** The MCP servers with the tools that Janus gives its agents: to deal with each other, and to read what was said. */
export const ownServers = ['janus-agents', 'janus-history'] as const
/** The name of one of them. */
export type OwnServer = (typeof ownServers)[number]

/**
 * Begins the idempotency key of a tool's call; the agent's own id of the call follows. So Janus can tell in an
 * agent's stream that the result of a call which waited for a reply has reached its model.
 */
export const callKey = 'call-'

/** Where in the `_meta` of a call a program puts its own id of it, if it says nothing else. Many name nothing. */
export const usualCallName = 'callId'

/** How the text of a result begins that hands a reply over: whatever is cut off of it, this comes first. */
export function handedLine(ticket: string, reply: string | null): string {
  return `${ticket}: answered${reply === null ? '' : ` ${reply}`}.`
}

/**
 * Whether the result of a `send_to_agent` hands this reply to this ticket over, in our own form: by the first line of
 * its text, or by its fields. What the peer has said stands behind that and is no proof of anything.
 */
export function isHandedOver(result: string, ticket: string, reply: string): boolean {
  const words = peersWords.exec(result)
  const own = words === null ? result : result.slice(0, words.index + words[0].length)
  if (own.includes(handedLine(ticket, reply))) return true
  const fields = own.replace(/[\s\\]/g, '')
  return fields.includes(`"message_id":"${ticket}"`) && fields.includes(`"message_id":"${reply}"`)
}

/** Where a peer's words begin, in the text or in the fields; a program may show either as JSON, or as JSON in JSON. */
const peersWords = /(?:\n|\\n)> |reply\\*"\s*:\s*\{[^{}]*?text\\*"\s*:/

const longestTitle = 300

/** The first line of something long, cut where nobody reads on. */
export function firstLineOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const isCut = line.length < text.trim().length || line.length > longestTitle
  return isCut ? `${line.slice(0, longestTitle)} …` : line
}

/** The first of these fields that is text and not empty. */
export function textIn(input: ToolInput, ...fields: readonly string[]): string {
  const found = fields.map((field) => input[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : ''
}

/** An input for reading, field by field. */
export function fieldLines(input: ToolInput, without: readonly string[] = []): string {
  return Object.entries(input)
    .filter(([field]) => !without.includes(field))
    .map(
      ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
    )
    .join('\n')
}

/**
 * Which of these fields say only what stands elsewhere on a card. A field is left out of what is shown for this
 * reason alone, never for its name.
 */
export function shownFields(input: ToolInput, shown: readonly string[]): readonly string[] {
  const whole = new Set(shown)
  return Object.entries(input).flatMap(([field, value]) =>
    typeof value === 'string' && whole.has(value) ? [field] : [],
  )
}

/** The texts of changes: their paths and both sides. */
export const diffTexts = (diffs: readonly FileDiff[]): readonly string[] =>
  diffs.flatMap(({ path, before, after }) => [path, before ?? '', after])

/** All that a call says, for reading and for the search: its change, then everything else. */
export function callText({ diffs }: ToolCall, input: string): string {
  return [...diffTexts(diffs), input].filter((part) => part !== '').join('\n')
}

/**
 * The tools that Janus gives its agents, as a call is told: by what verb, and which fields say what it is about. A second
 * name of an id is that of older calls.
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

/** A call of one of the tools that Janus gives its agents, which are the same for every kind of agent. */
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

/** The name of a tool of an MCP server as people read it, since two servers may both have a `ping`: `ping of docs`. */
export function readableName(tool: string, shown = tool): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? []
  return server === undefined ? shown : `${shown === tool ? name : shown} of ${server}`
}

/** A call in words: `Read`, `src/fares.js`. */
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

/** The same in one line, paths as they are called from the agent's folder. */
export function callLine(tool: ToolCall, cwd: string): string {
  const { verb, target } = callWords(tool)
  const isInside = onPaths.has(tool.kind) && cwd !== '' && target.startsWith(`${cwd}/`)
  return [verb, isInside ? target.slice(cwd.length + 1) : target].filter((word) => word !== '').join(' ')
}
