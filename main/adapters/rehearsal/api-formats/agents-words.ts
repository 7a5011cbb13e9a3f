import { userWords } from '../../../contract/agents/introduced.ts'
import type { TalkItem, OfferedTool } from '../asked.ts'
import { clip } from '../words.ts'

/** What Codex, Gemini CLI, OpenCode, Qwen and Copilot write around the words that somebody said, as measured. */
const OWN_TAGS = /^[ \t]*<([a-z][\w-]*)>[^]*?<\/\1>[ \t]*$/gm
/** Where the program tells of the folder, or of the user's standing instructions. */
const OWN_HEADS = /^(?:# AGENTS\.md instructions|This is the (?:Gemini CLI|Qwen Code)\b|Today's date is )/

/** The folder that the agent works in, as its program tells of it, or null. */
export function folderIn(texts: readonly string[]): string | null {
  const told =
    /(?:<cwd>|\b[Ww]orking directory: |\bworking in the directory: |Workspace Directories:\*\*\n\s*- )([^<\n]+)/
  return texts.map((text) => told.exec(text)?.[1]?.trim()).find((folder) => folder !== undefined) ?? null
}

/**
 * A conversation in which two prompts in a row mean that the turn of the first was stopped and its words so far were
 * dropped. Others' words stand before the user's where they were put there for them, and never behind; what comes
 * behind a call was steered in.
 */
export function withStops(talk: readonly TalkItem[]): readonly TalkItem[] {
  let isFolded = false
  return talk.flatMap((entry, at): readonly TalkItem[] => {
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

/** The prompts in a user's text; that a turn was stopped stands there too. */
export function promptsIn(text: string): readonly TalkItem[] {
  if (isHandover.test(text)) return [{ kind: 'stopped' }]
  const stopped: readonly TalkItem[] = /^\s*<turn_aborted>/.test(text) ? [{ kind: 'stopped' }] : []
  const words = text.replace(OWN_TAGS, '').trim()
  if (words === '' || OWN_HEADS.test(words)) return stopped
  return [...stopped, { kind: 'prompt', words, instead: 'never' }]
}

/** What Codex puts before the rest once a conversation was summarised: nothing before it is still to be done. */
const isHandover = /^Another language model started to solve this problem\b/

/** What a call gave; these wires have no mark for one that failed, so its words are asked. */
export function resultEntry(id: string, given: string): Extract<TalkItem, { kind: 'result' }> {
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

/** How Gemini and Qwen tell that a server's tool has failed: with what it gave as JSON. */
const serverError = /^MCP tool '[^']*' reported (?:tool error|an error)[^]*? with response: ([^]*)$/

function textIn(json: string): string {
  const [, text] = /"text":("(?:[^"\\]|\\.)*")/.exec(json) ?? []
  return text === undefined ? json : (JSON.parse(text) as string)
}

/** What an agent tells of a call around what the tool itself gave. */
const frames: readonly RegExp[] = [
  /^\s*<untrusted_context>\n?([^]*?)\n?<\/untrusted_context>\s*$/,
  // Codex: how long it took, how it ended.
  /^(?:(?:Chunk ID|Wall time|Process exited with code|Original token count|Exit code|Total output lines)[: ].*\n)+Output:\n([^]*)$/,
  // Qwen: the command before it, how it ended behind it; Gemini: only what is not as usual.
  /^(?:Command: [^]*?\n)?(?:Directory: .*\n)?Output: ([^]*?)(?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*)*$/,
  // Copilot.
  /^([^]*?)\n?<(?:shellId: \S+ )?(?:completed|exited) with exit code \d+>\s*$/,
  /^MCP server '[^']*': ([^]*)$/,
]

/** What a request looks like that is no turn of the conversation. */
interface BackgroundCall {
  readonly talk: readonly TalkItem[]
  readonly tools: readonly OfferedTool[]
  readonly system: string
  /** Of the JSON that it wants; null: it wants words. */
  readonly schema: object | null
}

/** What answers a background call of a program's own (a title, a summary, whose turn it is), or null: it is none. */
export function asideFor({ talk, tools, system, schema }: BackgroundCall): string | null {
  const last = talk.findLast((entry) => entry.kind === 'prompt')?.words ?? ''
  if (schema !== null) return JSON.stringify(valueFor(schema, clip(last, 50) || 'Rehearsal'))
  if (isCompaction(last) || (tools.length === 0 && (isSummary(last) || isSummary(system)))) return summary
  if (tools.length > 0) return null
  return /\btitle\b/i.test(system + last) ? clip(userWords(last), 50) || 'Rehearsal' : null
}

/** Codex and Gemini ask for it in these words, tools or not; OpenCode and Qwen without tools. */
const isCompaction = (words: string): boolean => /CONTEXT CHECKPOINT COMPACTION|<state_snapshot>/.test(words)
const isSummary = (words: string): boolean =>
  isCompaction(words) || /\b(?:anchored|detailed) summary\b|\bcontinuing our conversation\b/i.test(words)

const summary =
  '<state_snapshot>\nA rehearsed conversation: scripted steps were taken, nothing is left to do.\n</state_snapshot>'

/** The input of the one tool of a request that wants nothing but this call. */
export function inputFor(schema: object): Record<string, unknown> {
  return valueFor(schema, 'Rehearsal') as Record<string, unknown>
}

/** A value that fits a schema: the first choice, no entries, a few words. */
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
