import {
  fieldLines,
  firstLineOf,
  ownCall,
  ownServers,
  type FileDiff,
  type ToolCall,
  type ToolKind,
} from '../../contract/agents/tool-calls.ts'
import type { FilePatch } from '../../contract/folders/changes.ts'
import type { Block, SeenEnd } from '../../ports/ports.ts'
import { asObject } from '../../adapters/processes/json.ts'
import { blockLimit, cut } from '../../adapters/processes/output.ts'
import type { FileUpdateChange, ThreadItem } from './protocol.ts'

export interface DescribedItem {
  readonly tool: ToolCall
  readonly input: string
}

/** Describes an item that is a tool call; null for others. `limit`: characters of each side of a diff. */
export function describeItem(item: ThreadItem, limit = blockLimit): DescribedItem | null {
  switch (item.type) {
    case 'commandExecution':
      return describeCommand(item.command)
    case 'fileChange':
      return describeChange(item.changes, limit)
    case 'mcpToolCall':
      return describeServerCall(item.server, item.tool, item.arguments)
    case 'collabAgentToolCall':
      return plain(item.tool, 'subagent', item.prompt ?? '')
    case 'webSearch':
      return plain('web_search', 'web_search', item.query)
    case 'imageView':
      return plain('view_image', 'read', item.path)
    default:
      return null
  }
}

export function toolBlock(item: ThreadItem): Extract<Block, { kind: 'tool' }> | null {
  const described = describeItem(item)
  return described && { kind: 'tool', call: item.id, tool: described.tool, input: cut(described.input) }
}

export function toolBlockOf(item: ThreadItem): Extract<Block, { kind: 'tool' }> {
  const tool = call(item.type, 'other', '', true)
  return toolBlock(item) ?? { kind: 'tool', call: item.id, tool, input: '' }
}

export function textBlock(item: ThreadItem): Extract<Block, { kind: 'text' | 'thinking' }> | null {
  if (item.type === 'agentMessage' || item.type === 'plan')
    return item.text === '' ? null : { kind: 'text', text: item.text }
  if (item.type !== 'reasoning') return null
  const text = (item.content.length > 0 ? item.content : item.summary).join('\n\n')
  return text === '' ? null : { kind: 'thinking', text: cut(text) }
}

/** Describes a command without the shell that Codex puts around it. */
export function describeCommand(line: string): DescribedItem {
  const command = bareCommand(line)
  const title = firstLineOf(command)
  return { tool: call('exec_command', 'execute', title, title === command.trim()), input: command }
}

export function describeChange(changes: readonly FileUpdateChange[], limit = blockLimit): DescribedItem {
  const diffs = changes.map((change) => diffOf(change, limit))
  const paths = [...new Set(changes.map(({ path }) => path))]
  const moved = changes.flatMap(({ path, kind }) =>
    kind.type === 'update' && kind.move_path !== null ? [`${path} becomes ${kind.move_path}`] : [],
  )
  const removed = changes.flatMap(({ path, kind }) => (kind.type === 'delete' ? [`removes ${path}`] : []))
  const kind = changes.length > 0 && changes.every(({ kind: one }) => one.type === 'add') ? 'write' : 'edit'
  const tool = { ...call('apply_patch', kind, firstLineOf(paths.join(', ')), false), diffs }
  return { tool, input: [...moved, ...removed].join('\n') }
}

/** Describes an MCP call; Janus's own tools have bare names. */
export function describeServerCall(server: string, tool: string, raw: unknown): DescribedItem {
  const input = asObject(raw)
  const text = fieldLines(input)
  if ((ownServers as readonly string[]).includes(server)) return { tool: ownCall(tool, input), input: text }
  return { tool: call(`${server}.${tool}`, 'other', firstLineOf(tool), text === ''), input: text }
}

export function resultOf(item: ThreadItem): Extract<Block, { kind: 'result' }> {
  const { id: callId } = item
  const block = (text: string, end: SeenEnd) =>
    ({ kind: 'result', call: callId, text: cut(text), end }) as const
  switch (item.type) {
    case 'commandExecution': {
      const declined = item.status === 'declined' ? 'The user said no.' : ''
      const end = item.status === 'completed' && (item.exitCode ?? 0) === 0 ? 'done' : 'failed'
      const code = item.exitCode === null || item.exitCode === 0 ? '' : `exit code ${item.exitCode}`
      const text = [item.aggregatedOutput ?? '', code, declined].filter((part) => part !== '').join('\n')
      return {
        ...block(text, end),
        ...(code === '' || item.exitCode === null ? {} : { exit: item.exitCode }),
      }
    }
    case 'fileChange': {
      const isDone = item.status === 'completed'
      const patches = isDone ? item.changes.flatMap(patchOf) : []
      return {
        ...block(item.status === 'declined' ? 'The user said no.' : '', isDone ? 'done' : 'failed'),
        ...(patches.length > 0 ? { patches } : {}),
      }
    }
    case 'mcpToolCall': {
      const text = item.error?.message ?? textsOf(item.result?.content)
      return block(text, item.status === 'completed' && !isFailure(item.result) ? 'done' : 'failed')
    }
    case 'collabAgentToolCall':
      if (item.status === 'failed') return block('', 'failed')
      // The spawned agent continues in the background.
      return block('', item.tool === 'spawnAgent' ? 'launched' : 'done')
    default:
      return block('', 'done')
  }
}

/** Turns `/bin/bash -lc 'npm test'` into `npm test`. */
export function bareCommand(line: string): string {
  const [, words] = /^\S*?(?:ba|z|da)?sh -l?c (.+)$/s.exec(line) ?? []
  if (words === undefined) return line
  if (/^'.*'$/s.test(words)) return words.slice(1, -1).replaceAll(`'\\''`, `'`)
  if (/^".*"$/s.test(words)) return words.slice(1, -1).replace(/\\(["\\$`!])/g, '$1')
  return words
}

function diffOf({ path, kind, diff }: FileUpdateChange, limit: number): FileDiff {
  if (kind.type === 'add') return { path, before: null, after: cut(diff, limit) }
  if (kind.type === 'delete') return { path, before: cut(diff, limit), after: '' }
  const lines = hunkLines(diff)
  const side = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(sign) || line.startsWith(' '))
      .map((line) => line.slice(1))
      .join('\n')
  return { path, before: cut(side('-'), limit), after: cut(side('+'), limit) }
}

/** A patch with line numbers; empty for deleted and moved files. */
function patchOf({ path, kind, diff }: FileUpdateChange): FilePatch[] {
  if (diff.length > blockLimit) return []
  if (kind.type === 'add') return [{ path, isNew: true, hunks: [] }]
  if (kind.type === 'delete' || kind.move_path) return []
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = []
  for (const line of diff.split('\n')) {
    const [, old, fresh] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? []
    if (old !== undefined) hunks.push({ oldStart: Number(old), newStart: Number(fresh), lines: [] })
    else if (/^[ +-]/.test(line)) hunks.at(-1)?.lines.push(line)
  }
  return hunks.length > 0 ? [{ path, isNew: false, hunks }] : []
}

/** The lines of a patch without header, hunk headers and notes. A body line that looks like a header is kept. */
function hunkLines(diff: string): readonly string[] {
  const lines = diff.split('\n')
  const start = lines.findIndex((line) => line.startsWith('@@'))
  const body = lines.slice(Math.max(start, 0))
  return body.filter((line) => !/^(?:@@|\\ )/.test(line))
}

function plain(name: string, kind: ToolKind, subject: string): DescribedItem {
  const title = firstLineOf(subject)
  return { tool: call(name, kind, title, title === subject.trim()), input: subject }
}

function call(name: string, kind: ToolKind, title: string, isTitleAll: boolean): ToolCall {
  return { name, kind, title, isTitleAll, description: '', diffs: [], own: null }
}

function textsOf(content: readonly unknown[] | undefined): string {
  return (content ?? [])
    .map((part) => {
      const { text } = asObject(part)
      return typeof text === 'string' ? text : `[${String(asObject(part)['type'] ?? 'something else')}]`
    })
    .join('\n')
}

const isFailure = (result: unknown): boolean => asObject(result)['isError'] === true
