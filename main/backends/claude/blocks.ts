import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import type { Block } from '../../ports/ports.ts'
import type { FilePatch, Hunk } from '../../contract/folders/changes.ts'
import { blockLimit, cut } from '../../adapters/processes/output.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'
import { describeClaudeCall } from './tool-calls.ts'

export function readBlocks(message: SDKMessage): Block[] {
  if (message.type === 'assistant') {
    const blocks = parts(message.message.content).flatMap(answerBlock)
    return message.message.model === '<synthetic>' ? blocks.map(asPrinted) : blocks
  }
  if (message.type === 'user') {
    const stopped = stoppedIn(message)
    const isLaunch = launches(message)
    const content = parts(message.message.content)
    // Data beside the content can be attributed only if there is a single result.
    const patches = content.length === 1 ? patchesIn(message) : []
    return content.flatMap((part) => resultBlock(part, stopped, isLaunch, patches))
  }
  if (message.type === 'system' && message.subtype === 'local_command_output')
    return said('text', message.content).map(asPrinted)
  return []
}

const marked = /^ {0,3}(#{1,6} |\||[-*+] |\d+[.)] |```|~~~)/m

/** Keeps the line breaks of terminal output, unless it is Markdown. */
function asPrinted(block: Block): Block {
  if (block.kind !== 'text' || !block.text.trim().includes('\n') || marked.test(block.text)) return block
  return { kind: 'text', text: `~~~text\n${block.text.replace(/\s+$/, '')}\n~~~` }
}

function answerBlock(part: Json): Block[] {
  if (part['type'] === 'text') return said('text', asText(part['text']))
  if (part['type'] === 'thinking') return said('thinking', asText(part['thinking']))
  if (typeof part['type'] === 'string' && part['type'].endsWith('tool_use')) {
    const { tool, input } = describeClaudeCall(asText(part['name']), part['input'])
    // A call that is too long for a block keeps only the beginning of its input.
    const isLong = JSON.stringify(part['input'] ?? {}).length > blockLimit
    const told = isLong ? { ...tool, diffs: [], own: tool.own && {} } : tool
    return [{ kind: 'tool', call: asText(part['id']), tool: told, input: cut(input) }]
  }
  return []
}

function said(kind: 'text' | 'thinking', text: string): Block[] {
  return text === '' ? [] : [{ kind, text }]
}

const endings: readonly unknown[] = ['user-rejected', 'interrupted']

/** Calls that ended because the user stopped their turn or subagent. Missing in the SDK's types. */
function stoppedIn(message: object): readonly unknown[] {
  const meta = 'tool_result_meta' in message ? parts(message.tool_result_meta) : []
  return meta.flatMap((part) => (endings.includes(part['non_execution_kind']) ? [part['id']] : []))
}

/** What the CLI sends beside a tool's result; transcripts have it under another name. */
function besideResult(message: object): Json {
  const { tool_use_result: live, toolUseResult: kept } = message as Json
  return asObject(live ?? kept)
}

/** Whether a result only says that a background task has started; its text is written for the model. */
function launches(message: object): boolean {
  const { status, backgroundTaskId } = besideResult(message)
  return status === 'async_launched' || typeof backgroundTaskId === 'string'
}

function resultBlock(
  part: Json,
  stopped: readonly unknown[],
  isLaunch: boolean,
  patches: readonly FilePatch[],
): Block[] {
  if (part['type'] !== 'tool_result') return []
  const call = asText(part['tool_use_id'])
  if (isLaunch && part['is_error'] !== true) return [{ kind: 'result', call, text: '', end: 'launched' }]
  const text = cut(resultText(part['content']))
  const failed = stopped.includes(call) ? 'stopped' : 'failed'
  const end = part['is_error'] === true ? failed : 'done'
  // For a failed command the CLI's first line names the exit code.
  const [, exit] = (end === 'failed' && /^Exit code (\d{1,3})(?:\n|$)/.exec(text)) || []
  const told = {
    ...(patches.length > 0 ? { patches } : {}),
    ...(exit === undefined ? {} : { exit: Number(exit) }),
  }
  return [{ kind: 'result', call, text, end, ...told }]
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return parts(content)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`))
    .join('\n')
}

function parts(content: unknown): Json[] {
  if (!Array.isArray(content)) return []
  return content.filter((part): part is Json => typeof part === 'object' && part !== null)
}

/** Characters. */
const longest = 256 * 1024

function patchesIn(message: object): readonly FilePatch[] {
  const { filePath: path, structuredPatch: patch, type } = besideResult(message)
  if (typeof path !== 'string' || !Array.isArray(patch)) return []
  const hunks = patch.flatMap(hunkIn)
  // The patch would be wrong without an unreadable hunk.
  if (hunks.length < patch.length || sizeOf(hunks) > longest) return []
  const isNew = type === 'create'
  return hunks.length === 0 && !isNew ? [] : [{ path, isNew, hunks: isNew ? [] : hunks }]
}

function hunkIn(raw: unknown): Hunk[] {
  const { oldStart, newStart, lines } = asObject(raw)
  if (typeof oldStart !== 'number' || typeof newStart !== 'number' || !Array.isArray(lines)) return []
  if (!lines.every((line) => typeof line === 'string' && /^[ +\-\\]/.test(line))) return []
  // "\ No newline at end of file" is not a line of the file.
  return [{ oldStart, newStart, lines: lines.filter((line: string) => !line.startsWith('\\')) as string[] }]
}

const sizeOf = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { lines }) => lines.reduce((all, line) => all + line.length + 1, sum), 0)
