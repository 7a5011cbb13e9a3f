import {
  fieldLines,
  firstLineOf,
  ownCall,
  ownServers,
  textIn,
  type FileDiff,
  type Question,
  type ToolCall,
  type ToolInput,
  type ToolKind,
} from '../../contract/tool-calls.ts'

/** What the CLI's own tools do, and which fields of their inputs say to what. */
const kinds: Readonly<Record<string, readonly [ToolKind, ...fields: readonly string[]]>> = {
  Read: ['read', 'file_path', 'path'],
  NotebookRead: ['read', 'notebook_path'],
  Edit: ['edit', 'file_path'],
  MultiEdit: ['edit', 'file_path'],
  NotebookEdit: ['edit', 'notebook_path'],
  Write: ['write', 'file_path'],
  Bash: ['execute', 'command'],
  Grep: ['search', 'pattern'],
  Glob: ['find', 'pattern'],
  LS: ['list', 'path'],
  WebFetch: ['fetch', 'url'],
  WebSearch: ['web_search', 'query'],
  Task: ['subagent', 'description', 'prompt'],
  Agent: ['subagent', 'description', 'prompt'],
  TodoWrite: ['plan'],
  AskUserQuestion: ['ask'],
  ExitPlanMode: ['switch_mode'],
}

/** Fields that a change shows by itself. */
const shownByDiff = [
  ...['file_path', 'notebook_path', 'old_string', 'new_string', 'new_source', 'content', 'edits'],
]

/** A call, and all that it was called with for reading. */
export interface Described {
  readonly tool: ToolCall
  readonly input: string
}

/** Describes a call of a tool of the CLI, of one of its MCP servers, or of Janus's own. */
export function describeCall(tool: string, raw: unknown): Described {
  const input = asObject(raw)
  const server = ownServers.find((one) => tool.startsWith(`mcp__${one}__`))
  const own = server === undefined ? null : tool.slice(server.length + 7)
  if (own !== null) return { tool: ownCall(own, input), input: fieldLines(input) }
  const [kind, ...fields] = Object.hasOwn(kinds, tool) ? (kinds[tool] ?? other) : other
  const subject = kind === 'other' || kind === 'switch_mode' ? bareName(tool) : textIn(input, ...fields)
  const diffs = diffsOf(tool, input)
  const described = { name: tool, kind, title: firstLineOf(subject), diffs, own: null }
  const description = textIn(input, 'description').replace(/\s+/g, ' ').trim()
  // What a command says of itself stands beside it, not in it.
  const values = Object.entries(input).filter(([field]) => kind !== 'execute' || field !== 'description')
  const isTitleAll = values.length === 0 || (values.length === 1 && values[0]?.[1] === described.title)
  return { tool: { ...described, description, isTitleAll }, input: readable(kind, input, diffs) }
}

const other = ['other'] as const

/** The tool's own name: what stands after the server's, for a tool of an MCP server. */
const bareName = (tool: string): string => tool.replace(/^mcp__.+?__/, '')

/** A command as it is, a plan as it is, what a change does not show; then everything else field by field. */
function readable(kind: ToolKind, input: ToolInput, diffs: readonly FileDiff[]): string {
  // That all places are meant says something; that only one is meant does not.
  if (diffs.length > 0) return fieldLines(input, [...shownByDiff, ...isFalse(input, 'replace_all')])
  if (kind === 'switch_mode' && textIn(input, 'plan') !== '') return textIn(input, 'plan')
  const command = textIn(input, 'command')
  if (command === '') return fieldLines(input)
  return [command, fieldLines(input, ['command', 'description'])].filter((part) => part !== '').join('\n')
}

const isFalse = (input: ToolInput, field: string): readonly string[] =>
  input[field] === false ? [field] : []

/** The change that an editing tool asks for; empty for every other tool. */
function diffsOf(tool: string, input: ToolInput): readonly FileDiff[] {
  const [kind] = Object.hasOwn(kinds, tool) ? (kinds[tool] ?? other) : other
  const path = textIn(input, 'file_path', 'notebook_path')
  if (path === '' || (kind !== 'edit' && kind !== 'write')) return []
  if (kind === 'write') return [{ path, before: null, after: textIn(input, 'content') }]
  if (tool === 'NotebookEdit') {
    const after = textIn(input, 'new_source')
    return after === '' ? [] : [{ path, before: '', after }]
  }
  const edits: readonly unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input]
  return edits.map((raw) => {
    const edit = asObject(raw)
    return { path, before: textIn(edit, 'old_string'), after: textIn(edit, 'new_string') }
  })
}

/** The questions of an `AskUserQuestion`; what could not be read is left out. */
export function questionsIn(raw: unknown): readonly Question[] {
  const all = asObject(raw)['questions']
  return (Array.isArray(all) ? all : []).flatMap((one: unknown) => {
    const question = asObject(one)
    const text = textIn(question, 'question')
    if (text === '') return []
    const options = Array.isArray(question['options']) ? question['options'] : []
    return [{ text, options: options.flatMap(optionOf), isMany: question['multiSelect'] === true }]
  })
}

function optionOf(raw: unknown): Question['options'] {
  const option = asObject(raw)
  const label = textIn(option, 'label')
  return label === '' ? [] : [{ label, description: textIn(option, 'description') }]
}

/** Why the CLI asks, where that is more than what it hands on of the agent's words or of what would run. */
export function ownReason(raw: unknown, reason: string): string {
  const input = asObject(raw)
  const own = reason.trim()
  const values = Object.values(input).filter((value) => typeof value === 'string')
  // A path is also told short, as seen from the folder.
  const isTold = values.some(
    (value) => value.replace(/\s+/g, ' ').trim() === own || value.endsWith(`/${own}`),
  )
  return isTold ? '' : own
}

function asObject(value: unknown): ToolInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ToolInput) : {}
}
