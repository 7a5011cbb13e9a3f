import {
  diffTexts,
  fieldLines,
  firstLineOf,
  ownCall,
  shownFields,
  textIn,
  type FileDiff,
  type ToolCall,
  type ToolKind,
} from '../../contract/agents/tool-calls.ts'
import { planCall, readPlanSteps } from '../../contract/agents/plan-steps.ts'
import { asObject, asObjects, asText, type Json } from '../../adapters/processes/json.ts'

export interface AcpCall {
  readonly id: string
  /** Empty if the program doesn't name its tools. */
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly input: Json
  readonly content: readonly Json[]
  readonly output: unknown
  readonly status: string
}

const noCall = { name: '', title: '', kind: 'other', input: {}, content: [], output: null, status: 'pending' }

export function mergeCall(before: AcpCall | undefined, told: Json): AcpCall {
  const id = asText(told['toolCallId'])
  const old = before ?? { id, ...noCall }
  const input = asObject(told['rawInput'])
  const content = told['content']
  const name = asText(told['name']) || asText(asObject(told['_meta'])['toolName']) || old.name
  const title = asText(told['title']) || old.title
  // Some programs shorten the name when they ask for permission, so a known name of a Janus tool is kept.
  const named = ownToolName(old) === null ? { name, title } : { name: old.name, title: old.title }
  return {
    id,
    ...named,
    kind: asText(told['kind']) || old.kind,
    input: Object.keys(input).length > 0 ? { ...old.input, ...input } : old.input,
    content: Array.isArray(content) ? asObjects(content) : old.content,
    output: told['rawOutput'] ?? old.output,
    status: asText(told['status']) || old.status,
  }
}

/** Whether the call can be shown: its input is known, or no more of it will come. */
export function isShowable({ input, status }: AcpCall): boolean {
  return status !== 'pending' || Object.keys(input).some((field) => field !== 'cwd')
}

/** How agents name Janus's tools: `mcp__janus-agents__x`, `janus-agents_x`, `x (janus-agents MCP Server)`. */
const ownNames = [
  /^(?:mcp__?)?janus[-_](?:agents|history)(?:__|[-_./:])(\w+)$/,
  /^(\w+) \(janus-(?:agents|history) MCP Server\)/,
  /^(?:Tool|mcp)[:.] ?janus-(?:agents|history)[/.](\w+)$/i,
]

/** Kinds of a program's built-in tools. Janus's tools have none of these. */
const acting: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'execute', 'switch_mode'])

export function ownToolName(call: Pick<AcpCall, 'name' | 'title' | 'kind' | 'input'>): string | null {
  const { name, title, kind, input } = call
  // Titles and fields of built-in tools are chosen by the model: it could give a command the name of a
  // Janus tool.
  if (acting.has(kind) || commandIn(input) !== '') return null
  const [line = ''] = (name || title).split(/[\n:] ?\{/, 1)
  const found = ownNames.flatMap((pattern) => pattern.exec(line.trim())?.[1] ?? [])
  if (found[0] !== undefined) return found[0]
  const { server, tool } = input
  return /^janus[-_](?:agents|history)$/.test(asText(server)) && asText(tool) !== '' ? asText(tool) : null
}

const kinds: readonly ToolKind[] = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
]

/** Describes a call for display, with its whole input as text. `isAsked`: the user is asked to allow it. */
export function describeAcpCall(
  call: AcpCall,
  isAsked = false,
): { readonly tool: ToolCall; readonly input: string } {
  const { name, title, content, kind } = call
  const { cwd: _, ...input } = call.input
  const own = ownToolName(call)
  if (own !== null) {
    const given = 'server' in input && 'tool' in input ? asObject(input['arguments']) : input
    return { tool: ownCall(own, given), input: fieldLines(given) }
  }
  // A plan is shown as its steps only, unless it does more than that or needs permission.
  const isPlan = !isAsked && !acting.has(kind) && Object.keys(input).length === 1
  const steps = isPlan ? readPlanSteps(input['todos']) : []
  if (steps.length > 0) return planCall(name || title, steps)
  const diffs = content.flatMap(diffOf)
  // Some agents send the command only as the title.
  const command = commandIn(input) || (kind === 'execute' ? title : '')
  const about = command || textIn(input, 'file_path', 'filePath', 'path', 'pattern', 'url', 'query') || title
  const description = textIn(input, 'description', 'justification')
  const read = readable({ command, description, diffs }, input, content)
  const tool: ToolCall = {
    name: name || title,
    kind: kinds.find((one) => one === kind) ?? 'other',
    title: firstLineOf(about),
    isTitleAll: read === '' || read === firstLineOf(about),
    description: description.replace(/\s+/g, ' ').trim(),
    diffs,
    own: null,
  }
  return { tool, input: read }
}

interface Shown {
  readonly command: string
  readonly description: string
  readonly diffs: readonly FileDiff[]
}

function readable({ command, description, diffs }: Shown, input: Json, content: readonly Json[]): string {
  const more = acpText(content.filter(({ type }) => type !== 'diff'))
  if (diffs.length > 0)
    return fieldLines(input, [...shownFields(input, diffTexts(diffs)), ...patches(input, diffs)])
  if (command === '') return fieldLines(input) || more
  const shown = [...shownFields(input, [command, description]), ...commandLists(input, command)]
  const rest = fieldLines(input, shown) || (Object.keys(input).length === 0 ? more : '')
  return [command, rest].filter((part) => part !== '').join('\n')
}

/** Names list fields that only repeat the command: its arguments or its parts. */
function commandLists({ command: words, commands: parts }: Json, command: string): readonly string[] {
  const isWords = isTexts(words) && !words.slice(0, -1).some((word) => /\s/.test(word))
  const isParts = isTexts(parts) && parts.every((part) => command.includes(part))
  return [...(isWords ? ['command'] : []), ...(isParts ? ['commands'] : [])]
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((part) => typeof part === 'string')

/** Names the fields with patches that add nothing to the shown diffs. */
function patches(input: Json, diffs: readonly FileDiff[]): readonly string[] {
  const lines = new Set(diffTexts(diffs).flatMap((text) => text.split(/\r?\n/)))
  const isShown = (line: string): boolean =>
    /^(?:@@|\+\+\+ |--- |diff |Index: |=+$|\\ |$)/.test(line) || lines.has(line.slice(1).replace(/\r$/, ''))
  return ['diff', 'fileDiff'].filter((field) => {
    const patch = input[field]
    return typeof patch === 'string' && patch.split('\n').every(isShown)
  })
}

function commandIn(input: Json): string {
  const { command } = input
  if (Array.isArray(command)) return command.filter((part) => typeof part === 'string').join(' ')
  return textIn(input, 'command', 'cmd')
}

function diffOf(content: Json): readonly FileDiff[] {
  if (content['type'] !== 'diff') return []
  const { path, oldText, newText } = content
  if (asText(path) === '') return []
  return [
    { path: asText(path), before: typeof oldText === 'string' ? oldText : null, after: asText(newText) },
  ]
}

export function resultText({ content, output }: AcpCall): string {
  const shown = content.filter(({ type }) => type !== 'diff').map(acpText)
  const text = shown.filter((part) => part !== '').join('\n')
  if (text !== '') return text
  if (typeof output === 'string') return output
  const { output: inner, error, content: said, formatted_output: formatted, result } = asObject(output)
  const plain = asText(inner) || asText(formatted) || asText(error) || asText(said)
  return plain || acpText(said) || acpText(asObject(result)['content'])
}

export function readAsked(request: Json): { readonly call: Json; readonly options: unknown } {
  const subject = asObject(request['subject'])
  const call = asObject(request['toolCall'] ?? subject['toolCall'])
  const title = asText(call['title']) || asText(request['title'])
  const command = asText(subject['command'])
  const asCommand = command === '' ? {} : { kind: 'execute', rawInput: { command, cwd: subject['cwd'] } }
  return { call: { ...asCommand, ...call, title }, options: request['options'] }
}

/** Returns the text of a content block, a list of blocks, or a wrapper of one; other content is skipped. */
export function acpText(content: unknown): string {
  if (Array.isArray(content)) {
    return content
      .map(acpText)
      .filter((part) => part !== '')
      .join('\n')
  }
  const { type, text, content: inner } = asObject(content)
  return type === 'text' ? asText(text) : inner === undefined ? '' : acpText(inner)
}
