import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Located } from '../../ports/ports.ts'
import { asObject, parseObject, type Json } from '../../adapters/processes/json.ts'
import { fileLines } from '../../adapters/processes/imported-turns.ts'

/** What became of a prompt; `text` is the final text of its turn, if finished. */
export type LocatedPrompt = Omit<Located, 'frame'>

/** Bytes per backward read. */
const chunkSize = 1024 * 1024
const LF = 0x0a

export async function findTranscript(configFolder: string, conversation: string): Promise<string | null> {
  const projects = join(configFolder, 'projects')
  const folders = await readdir(projects).catch(() => [])
  for (const folder of folders) {
    const path = join(projects, folder, `${conversation}.jsonl`)
    const file = await stat(path).catch(() => null)
    if (file?.isFile() === true) return path
  }
  return null
}

/** Whether the file contains messages: otherwise the CLI neither resumes it nor starts another with its id. */
export async function hasMessages(path: string): Promise<boolean> {
  for await (const line of linesFrom(path, 0)) {
    if (line['type'] === 'user' || line['type'] === 'assistant') return true
  }
  return false
}

/**
 * Finds out what became of a prompt after its CLI has ended. Reads the file backward, in memory of its
 * longest line.
 */
export async function locateInTranscript(path: string, frame: string): Promise<LocatedPrompt> {
  const at = await findPrompt(path, frame)
  if (at === null) return { found: 'absent', text: '' }
  let answer: Answer | null = null
  let own = true
  for await (const line of linesFrom(path, at)) {
    const block = readAnswer(line)
    if (isWhole(answer) && (block === null ? line['type'] === 'user' : block.id !== answer.id)) break
    if (own && isNote(line)) return { found: 'finished', text: '' }
    if (!own && (isInterruption(line) || isCommandOutput(line))) return { found: 'finished', text: '' }
    // The next turn begins and this one has not ended: it was cut off.
    if (!own && isTurnBeginning(line)) return { found: 'unfinished', text: '' }
    own = false
    if (block !== null && line['isApiErrorMessage'] === true) return { found: 'finished', text: '' }
    if (block !== null) answer = joined(answer, block)
  }
  return isWhole(answer) ? { found: 'finished', text: answer.text } : { found: 'unfinished', text: '' }
}

async function findPrompt(path: string, frame: string): Promise<number | null> {
  const needle = Buffer.from(frame)
  const file = await open(path, 'r')
  try {
    let end = (await file.stat()).size
    while (end > 0) {
      const start = Math.max(0, end - chunkSize)
      // The overlap finds an id that spans two chunks.
      const chunk = await readAt(file, start, end - start + needle.length - 1)
      for (let hit = chunk.lastIndexOf(needle); hit >= 0; hit = chunk.lastIndexOf(needle, hit - 1)) {
        const begin = await lineStart(file, start + hit)
        if (isPrompt(await lineAt(path, begin), frame)) return begin
        if (hit === 0) break
      }
      end = start
    }
    return null
  } finally {
    await file.close()
  }
}

export async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, start)
  return buffer.subarray(0, bytesRead)
}

async function lineStart(file: FileHandle, position: number): Promise<number> {
  for (let end = position; end > 0; end = Math.max(0, end - 4096)) {
    const start = Math.max(0, end - 4096)
    const at = (await readAt(file, start, end - start)).lastIndexOf(LF)
    if (at >= 0) return start + at + 1
  }
  return 0
}

async function lineAt(path: string, start: number): Promise<Line | null> {
  for await (const line of linesFrom(path, start)) return line
  return null
}

/** Whether the line is the prompt of a turn or an attachment steered into one; other mentions don't count. */
export function isPrompt(line: Line | null, frame: string): boolean {
  if (line === null) return false
  if (line['type'] === 'user') return line['uuid'] === frame
  if (line['type'] !== 'attachment') return false
  const attachment = line['attachment']
  return isKind(attachment, 'queued_command') && JSON.stringify(attachment).includes(frame)
}

/** Added without starting a turn. */
function isNote(line: Line): boolean {
  return line['type'] === 'user' && line['queueTranscriptOnly'] === true
}

/** Tool results and the CLI's own messages have no `promptSource`. */
function isTurnBeginning(line: Line): boolean {
  return line['type'] === 'user' && 'promptSource' in line && !isNote(line)
}

/** The user ended a turn. The result of a subagent doesn't count: it has the same text after an interjection. */
function isInterruption(line: Line): boolean {
  if (line['type'] !== 'user') return false
  const content = asObject(line['message'])['content']
  const texts = Array.isArray(content)
    ? (content as unknown[]).filter((part) => isKind(part, 'text'))
    : content
  return JSON.stringify(texts ?? '').includes('"[Request interrupted by user')
}

function isCommandOutput(line: Line): boolean {
  if (line['type'] === 'system') return line['subtype'] === 'local_command'
  if (line['type'] !== 'user' || 'promptSource' in line) return false
  const content = asObject(line['message'])['content']
  return typeof content === 'string' && content.startsWith('<local-command-stdout>')
}

/** A model answer as read so far; the CLI writes one line per block, all with the same stop reason. */
interface Answer {
  readonly id: unknown
  readonly ended: boolean
  /** Latest text that no tool call follows. */
  readonly text: string
  readonly usesTool: boolean
}

/** After any other stop reason the turn continues: with a tool result, or because the CLI asks again. */
const ends: readonly unknown[] = ['end_turn', 'stop_sequence']

/** Null for lines that are no answer of the agent itself. */
function readAnswer(line: Line): Answer | null {
  if (line['type'] !== 'assistant' || line['isSidechain'] === true) return null
  const message = asObject(line['message'])
  const content = Array.isArray(message['content']) ? (message['content'] as unknown[]) : []
  const texts = content.flatMap((part) => (isKind(part, 'text') ? [String(part['text'] ?? '')] : []))
  return {
    id: message['id'],
    ended: ends.includes(message['stop_reason']),
    text: texts.at(-1) ?? '',
    usesTool: content.some((part) => isKind(part, 'tool_use')),
  }
}

function joined(answer: Answer | null, block: Answer): Answer {
  if (answer === null || answer.id !== block.id || block.usesTool) return block
  return { ...block, text: block.text || answer.text }
}

/** An answer without text is incomplete: its text may not be written yet, or the CLI asks again. */
function isWhole(answer: Answer | null): answer is Answer {
  return answer !== null && answer.ended && answer.text !== ''
}

export function isKind(value: unknown, type: string): value is Line {
  return typeof value === 'object' && value !== null && (value as Line)['type'] === type
}

export type Line = Json

/** Reads lines from an offset; those that are not JSON objects (a torn end) only go to `damaged`. */
export async function* linesFrom(
  path: string,
  start: number,
  damaged = (): void => {},
): AsyncGenerator<Line> {
  for await (const text of fileLines(path, start)) {
    const line = parseObject(text)
    if (line !== null) yield line
    else if (text.trim() !== '') damaged()
  }
}
