import {
  diffTexts,
  fieldLines,
  firstLineOf,
  ownCall,
  ownServers,
  shownFields,
  textIn,
  type FileDiff,
  type Question,
  type ToolCall,
  type ToolInput,
  type ToolKind,
} from '../../contract/agents/tool-calls.ts'
import { planCall, readPlanSteps } from '../../contract/agents/plan-steps.ts'
import { asObject } from '../../adapters/processes/json.ts'

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

/** A call, and all that it was called with for reading. */
export interface DescribedCall {
  readonly tool: ToolCall
  readonly input: string
}

/** Describes a call of a tool of the CLI, of one of its MCP servers, or of Janus's own. */
export function describeClaudeCall(tool: string, raw: unknown): DescribedCall {
  const input = asObject(raw)
  const server = ownServers.find((one) => tool.startsWith(`mcp__${one}__`))
  const own = server === undefined ? null : tool.slice(server.length + 7)
  if (own !== null) return { tool: ownCall(own, input), input: fieldLines(input) }
  const [kind, ...fields] = Object.hasOwn(kinds, tool) ? (kinds[tool] ?? other) : other
  const steps = kind === 'plan' ? readPlanSteps(input['todos']) : []
  if (steps.length > 0) return planCall(tool, steps)
  const subject = kind === 'other' || kind === 'switch_mode' ? bareName(tool) : textIn(input, ...fields)
  const diffs = diffsOf(tool, input)
  const described = { name: tool, kind, title: firstLineOf(subject), diffs, own: null }
  const description = textIn(input, 'description').replace(/\s+/g, ' ').trim()
  // What a command says of itself stands beside it, not in it.
  const values = Object.entries(input).filter(([field]) => kind !== 'execute' || field !== 'description')
  const isTitleAll = values.length === 0 || (values.length === 1 && values[0]?.[1] === described.title)
  return { tool: { ...described, description, isTitleAll }, input: readable(tool, kind, input, diffs) }
}

const other = ['other'] as const

/** The tool's own name: what stands after the server's, for a tool of an MCP server. */
const bareName = (tool: string): string => tool.replace(/^mcp__.+?__/, '')

/** A command as it is, a plan as it is, what a change does not show; then everything else field by field. */
function readable(tool: string, kind: ToolKind, input: ToolInput, diffs: readonly FileDiff[]): string {
  // That all places are meant says something; that only one is meant does not.
  if (diffs.length > 0)
    return fieldLines(input, [
      ...shownFields(input, diffTexts(diffs)),
      ...(tool === 'MultiEdit' && isShownEdits(input) ? ['edits'] : []),
      ...isFalse(input, 'replace_all'),
    ])
  const plan = kind === 'switch_mode' ? textIn(input, 'plan') : ''
  const command = kind === 'execute' ? textIn(input, 'command') : ''
  const first = plan || command
  // Of the words beside a command only those are left out that stand beside it as they are.
  const besides = plan === '' ? fieldLines(input, ['command', ...description(input)]) : more(input)
  return first === '' ? fieldLines(input) : [first, besides].filter((part) => part !== '').join('\n')
}

/** What an approval of a plan brings besides the plan; set apart, for the plan is read as Markdown. */
function more(input: ToolInput): string {
  const rest = fieldLines(input, ['plan'])
  return rest === '' ? '' : `\n${rest}`
}

const description = (input: ToolInput): readonly string[] =>
  typeof input['description'] === 'string' ? ['description'] : []

/** A list of edits that has nothing but what their changes show. */
function isShownEdits({ edits }: ToolInput): boolean {
  const known = ['old_string', 'new_string', 'replace_all']
  return (
    Array.isArray(edits) &&
    edits.every((edit: unknown) =>
      Object.entries(asObject(edit)).every(
        ([field, value]) =>
          known.includes(field) && (field === 'replace_all' ? value === false : typeof value === 'string'),
      ),
    )
  )
}

const isFalse = (input: ToolInput, field: string): readonly string[] =>
  input[field] === false ? [field] : []

/** The change that an editing tool asks for; empty for every other tool. */
function diffsOf(tool: string, input: ToolInput): readonly FileDiff[] {
  const [kind] = Object.hasOwn(kinds, tool) ? (kinds[tool] ?? other) : other
  const path = textIn(input, tool === 'NotebookEdit' ? 'notebook_path' : 'file_path')
  if (path === '' || (kind !== 'edit' && kind !== 'write')) return []
  if (kind === 'write') return [{ path, before: null, after: textIn(input, 'content') }]
  if (tool === 'NotebookEdit') {
    const after = textIn(input, 'new_source')
    return after === '' ? [] : [{ path, before: '', after }]
  }
  const many = tool === 'MultiEdit' ? input['edits'] : null
  const edits: readonly unknown[] = Array.isArray(many) ? many : [input]
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
