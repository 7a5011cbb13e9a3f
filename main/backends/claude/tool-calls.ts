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

/** Kinds of the CLI's own tools, with the input fields that name their subject. */
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

export interface DescribedCall {
  readonly tool: ToolCall
  readonly input: string
}

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
  // A command's description is shown beside it.
  const values = Object.entries(input).filter(([field]) => kind !== 'execute' || field !== 'description')
  const isTitleAll = values.length === 0 || (values.length === 1 && values[0]?.[1] === described.title)
  return { tool: { ...described, description, isTitleAll }, input: readable(tool, kind, input, diffs) }
}

const other = ['other'] as const

const bareName = (tool: string): string => tool.replace(/^mcp__.+?__/, '')

/** Returns the command or plan, then the remaining input that is not shown elsewhere. */
function readable(tool: string, kind: ToolKind, input: ToolInput, diffs: readonly FileDiff[]): string {
  // `replace_all` is shown only if true.
  if (diffs.length > 0)
    return fieldLines(input, [
      ...shownFields(input, diffTexts(diffs)),
      ...(tool === 'MultiEdit' && isShownEdits(input) ? ['edits'] : []),
      ...isFalse(input, 'replace_all'),
    ])
  const plan = kind === 'switch_mode' ? textIn(input, 'plan') : ''
  const command = kind === 'execute' ? textIn(input, 'command') : ''
  const first = plan || command
  // The description is left out if it is shown beside the command unchanged.
  const besides = plan === '' ? fieldLines(input, ['command', ...description(input)]) : more(input)
  return first === '' ? fieldLines(input) : [first, besides].filter((part) => part !== '').join('\n')
}

/** Input beside a plan; the blank line ends the plan's Markdown. */
function more(input: ToolInput): string {
  const rest = fieldLines(input, ['plan'])
  return rest === '' ? '' : `\n${rest}`
}

const description = (input: ToolInput): readonly string[] =>
  typeof input['description'] === 'string' ? ['description'] : []

/** Whether a list of edits contains nothing but what the diffs show. */
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

/** Reads the questions of an `AskUserQuestion`; unreadable ones are skipped. */
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

/** The CLI's reason for asking; empty if it only repeats the input. */
export function ownReason(raw: unknown, reason: string): string {
  const input = asObject(raw)
  const own = reason.trim()
  const values = Object.values(input).filter((value) => typeof value === 'string')
  // A path may be given relative to the folder.
  const isTold = values.some(
    (value) => value.replace(/\s+/g, ' ').trim() === own || value.endsWith(`/${own}`),
  )
  return isTold ? '' : own
}
