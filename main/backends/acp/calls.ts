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

/** A call of a tool, put together from all that was told of it. */
export interface AcpCall {
  readonly id: string
  /** As the agent's program names the tool; empty where it does not. */
  readonly name: string
  readonly title: string
  /** The protocol's word. */
  readonly kind: string
  readonly input: Json
  readonly content: readonly Json[]
  readonly output: unknown
  readonly status: string
}

const noCall = { name: '', title: '', kind: 'other', input: {}, content: [], output: null, status: 'pending' }

/** The call as it is after one more message about it; what that leaves out stays. */
export function mergeCall(before: AcpCall | undefined, told: Json): AcpCall {
  const id = asText(told['toolCallId'])
  const old = before ?? { id, ...noCall }
  const input = asObject(told['rawInput'])
  const content = told['content']
  const name = asText(told['name']) || asText(asObject(told['_meta'])['toolName']) || old.name
  const title = asText(told['title']) || old.title
  // What was known for a tool of Janus's stays one: some shorten its name when they ask.
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

/** It can be shown as it is: what it is called with is known, or will not come any more. */
export function isShowable({ input, status }: AcpCall): boolean {
  return status !== 'pending' || Object.keys(input).some((field) => field !== 'cwd')
}

/** How a tool of Janus's is called by each agent: `mcp__janus-agents__x`, `janus-agents_x`, `x (janus-agents MCP Server)`. */
const ownNames = [
  /^(?:mcp__?)?janus[-_](?:agents|history)(?:__|[-_./:])(\w+)$/,
  /^(\w+) \(janus-(?:agents|history) MCP Server\)/,
  /^(?:Tool|mcp)[:.] ?janus-(?:agents|history)[/.](\w+)$/i,
]

/** Kinds of what a program's own tools do. */
const acting: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'execute', 'switch_mode'])

/** The bare name of one of Janus's own tools, or null. */
export function ownToolName(call: Pick<AcpCall, 'name' | 'title' | 'kind' | 'input'>): string | null {
  const { name, title, kind, input } = call
  // A program's own tools have titles and fields of the model's choice: a command that begins with such a name is none.
  if (acting.has(kind) || commandIn(input) !== '') return null
  const [line = ''] = (name || title).split(/[\n:] ?\{/, 1)
  const found = ownNames.flatMap((pattern) => pattern.exec(line.trim())?.[1] ?? [])
  if (found[0] !== undefined) return found[0]
  const { server, tool } = input
  return /^janus[-_](?:agents|history)$/.test(asText(server)) && asText(tool) !== '' ? asText(tool) : null
}

/** The protocol's words that are Janus's too. */
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

/** What a call is shown as, and all that it was called with, for reading. `isAsked`: the user decides about it. */
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
  // A plan shows its steps alone: what does more, or waits for a yes, is shown whole.
  const isPlan = !isAsked && !acting.has(kind) && Object.keys(input).length === 1
  const steps = isPlan ? readPlanSteps(input['todos']) : []
  if (steps.length > 0) return planCall(name || title, steps)
  const diffs = content.flatMap(diffOf)
  // Some tell the command by the title alone.
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

/** Everything that is not shown in a place of its own. */
function readable({ command, description, diffs }: Shown, input: Json, content: readonly Json[]): string {
  const more = acpText(content.filter(({ type }) => type !== 'diff'))
  if (diffs.length > 0)
    return fieldLines(input, [...shownFields(input, diffTexts(diffs)), ...patches(input, diffs)])
  if (command === '') return fieldLines(input) || more
  const shown = [...shownFields(input, [command, description]), ...commandLists(input, command)]
  const rest = fieldLines(input, shown) || (Object.keys(input).length === 0 ? more : '')
  return [command, rest].filter((part) => part !== '').join('\n')
}

/** Lists that say just what the command does: its words, where none but the last is more than one, or its parts. */
function commandLists({ command: words, commands: parts }: Json, command: string): readonly string[] {
  const isWords = isTexts(words) && !words.slice(0, -1).some((word) => /\s/.test(word))
  const isParts = isTexts(parts) && parts.every((part) => command.includes(part))
  return [...(isWords ? ['command'] : []), ...(isParts ? ['commands'] : [])]
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((part) => typeof part === 'string')

/** Patches whose every line is one of the changes'. */
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

/** A change, as version 1 or 2 of the protocol tells it. */
function diffOf(content: Json): readonly FileDiff[] {
  if (content['type'] !== 'diff') return []
  const { path, oldText, newText } = content
  if (asText(path) === '') return []
  return [
    { path: asText(path), before: typeof oldText === 'string' ? oldText : null, after: asText(newText) },
  ]
}

/** What came out of a call, for reading. */
export function resultText({ content, output }: AcpCall): string {
  const shown = content.filter(({ type }) => type !== 'diff').map(acpText)
  const text = shown.filter((part) => part !== '').join('\n')
  if (text !== '') return text
  if (typeof output === 'string') return output
  const { output: inner, error, content: said, formatted_output: formatted, result } = asObject(output)
  const plain = asText(inner) || asText(formatted) || asText(error) || asText(said)
  return plain || acpText(said) || acpText(asObject(result)['content'])
}

/** A request for a permission of version 1 or 2 of the protocol: the call that waits, and the answers to choose from. */
export function readAsked(request: Json): { readonly call: Json; readonly options: unknown } {
  const subject = asObject(request['subject'])
  const call = asObject(request['toolCall'] ?? subject['toolCall'])
  const title = asText(call['title']) || asText(request['title'])
  const command = asText(subject['command'])
  const asCommand = command === '' ? {} : { kind: 'execute', rawInput: { command, cwd: subject['cwd'] } }
  return { call: { ...asCommand, ...call, title }, options: request['options'] }
}

/** The text of a block of content, of a list of them, or of what wraps one; what is no text is left out. */
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
