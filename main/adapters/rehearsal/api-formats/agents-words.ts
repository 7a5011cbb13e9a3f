import { userWords } from '../../../contract/agents/introduced.ts'
import type { ConversationItem, OfferedTool } from '../asked.ts'
import { clip } from '../words.ts'

/** Tags that Codex, Gemini CLI, OpenCode, Qwen and Copilot put around prompts, as observed. */
const OWN_TAGS = /^[ \t]*<([a-z][\w-]*)>[^]*?<\/\1>[ \t]*$/gm
/** Blocks about the folder or the user's standing instructions. */
const OWN_HEADS = /^(?:# AGENTS\.md instructions|This is the (?:Gemini CLI|Qwen Code)\b|Today's date is )/

/** Returns the working folder that the program mentions, or null. */
export function folderIn(texts: readonly string[]): string | null {
  const told =
    /(?:<cwd>|\b[Ww]orking directory: |\bworking in the directory: |Workspace Directories:\*\*\n\s*- )([^<\n]+)/
  return texts.map((text) => told.exec(text)?.[1]?.trim()).find((folder) => folder !== undefined) ?? null
}

/**
 * Inserts `stopped` between two consecutive prompts, which mean that the first turn was stopped and its
 * answer dropped. Not after a call's result, where prompts are steered in, and not where another agent's
 * message precedes the user's prompt, since both were sent together.
 */
export function withStops(talk: readonly ConversationItem[]): readonly ConversationItem[] {
  let isFolded = false
  return talk.flatMap((entry, at): readonly ConversationItem[] => {
    const before = talk[at - 1]
    if (entry.kind !== 'prompt') {
      isFolded = entry.kind === 'result'
      return [entry]
    }
    const isInstead =
      !isFolded && before?.kind === 'prompt' && (!isOfOthers(before.words) || isOfOthers(entry.words))
    return isInstead ? [{ kind: 'stopped' as const }, entry] : [entry]
  })
}

const isOfOthers = (words: string): boolean => /^\[From (?!your user)/.test(words)

/** Splits a user's text into prompts and markers of a stopped turn. */
export function promptsIn(text: string): readonly ConversationItem[] {
  if (isHandover.test(text)) return [{ kind: 'stopped' }]
  const stopped: readonly ConversationItem[] = /^\s*<turn_aborted>/.test(text) ? [{ kind: 'stopped' }] : []
  const words = text.replace(OWN_TAGS, '').trim()
  if (words === '' || OWN_HEADS.test(words)) return stopped
  return [...stopped, { kind: 'prompt', words, instead: 'never' }]
}

/** Codex's header of a summarized conversation, before which nothing is left to do. */
const isHandover = /^Another language model started to solve this problem\b/

/** These formats do not mark failed calls, so the text decides. */
export function resultEntry(id: string, given: string): Extract<ConversationItem, { kind: 'result' }> {
  const ofServer = serverError.exec(given)
  if (ofServer !== null) return { kind: 'result', id, text: textIn(ofServer[1] ?? ''), failed: true }
  const text = frames.reduce((left, frame) => left.replace(frame, '$1'), given)
  const failed =
    /^\s*\{"error":/.test(text) ||
    (text !== given && /\b(?:exited with code|exit code:?) [1-9]/i.test(given)) ||
    /^(?:Error\b|failed\b|File not found: |Path .+ does not exist\b|.{0,60}\b(?:denied|rejected|cancelled|declined|aborted)\b)/i.test(
      text,
    )
  return { kind: 'result', id, text, failed }
}

/** Gemini and Qwen report a failed server tool with its result as JSON. */
const serverError = /^MCP tool '[^']*' reported (?:tool error|an error)[^]*? with response: ([^]*)$/

function textIn(json: string): string {
  const [, text] = /"text":("(?:[^"\\]|\\.)*")/.exec(json) ?? []
  return text === undefined ? json : (JSON.parse(text) as string)
}

/** What agents put around a tool's result. */
const frames: readonly RegExp[] = [
  /^\s*<untrusted_context>\n?([^]*?)\n?<\/untrusted_context>\s*$/,
  // Codex: duration and exit status.
  /^(?:(?:Chunk ID|Wall time|Process exited with code|Original token count|Exit code|Total output lines)[: ].*\n)+Output:\n([^]*)$/,
  // Qwen: command in front, exit status behind; Gemini: only unusual parts.
  /^(?:Command: [^]*?\n)?(?:Directory: .*\n)?Output: ([^]*?)(?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*)*$/,
  /^([^]*?)\n?<(?:shellId: \S+ )?(?:completed|exited) with exit code \d+>\s*$/,
  /^MCP server '[^']*': ([^]*)$/,
]

/** Parts of a request that identify a background call. */
interface BackgroundCall {
  readonly talk: readonly ConversationItem[]
  readonly tools: readonly OfferedTool[]
  readonly system: string
  /** Schema of the wanted JSON; null for text. */
  readonly schema: object | null
}

/**
 * Answers a program's own background call (title, summary, next speaker); null for a turn of the
 * conversation.
 */
export function asideFor({ talk, tools, system, schema }: BackgroundCall): string | null {
  const last = talk.findLast((entry) => entry.kind === 'prompt')?.words ?? ''
  if (schema !== null) return JSON.stringify(valueFor(schema, clip(last, 50) || 'Rehearsal'))
  if (isCompaction(last) || (tools.length === 0 && (isSummary(last) || isSummary(system)))) return summary
  if (tools.length > 0) return null
  return /\btitle\b/i.test(system + last) ? clip(userWords(last), 50) || 'Rehearsal' : null
}

/** Codex and Gemini ask in these words, with or without tools; OpenCode and Qwen without tools. */
const isCompaction = (words: string): boolean => /CONTEXT CHECKPOINT COMPACTION|<state_snapshot>/.test(words)
const isSummary = (words: string): boolean =>
  isCompaction(words) || /\b(?:anchored|detailed) summary\b|\bcontinuing our conversation\b/i.test(words)

const summary =
  '<state_snapshot>\nA rehearsed conversation: scripted steps were taken, nothing is left to do.\n</state_snapshot>'

/** Input for a request whose only tool must be called. */
export function inputFor(schema: object): Record<string, unknown> {
  return valueFor(schema, 'Rehearsal') as Record<string, unknown>
}

/** Uses the first enum value, empty lists and a few words. */
function valueFor(schema: object, words: string): unknown {
  const {
    type,
    properties,
    enum: choices,
  } = schema as {
    readonly type?: string
    readonly properties?: Readonly<Record<string, object>>
    readonly enum?: readonly unknown[]
  }
  if (choices !== undefined) return choices[0]
  const kind = String(type ?? (properties === undefined ? 'string' : 'object')).toLowerCase()
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, one]) => [name, valueFor(one, words)]),
    )
  if (kind === 'array') return []
  if (kind === 'number' || kind === 'integer') return 1
  return kind === 'boolean' ? false : words
}
