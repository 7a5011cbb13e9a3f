import type { Entry, Offered } from '../asked.ts'
import { clip } from '../words.ts'

/** What Codex, Gemini CLI, OpenCode, Qwen and Copilot write around the words that somebody said, as measured. */
const OWN_TAGS = /^[ \t]*<([a-z][\w-]*)>[^]*?<\/\1>[ \t]*$/gm
/** Where the program tells of the folder, or of the person's standing instructions. */
const OWN_HEADS = /^(?:# AGENTS\.md instructions|This is the (?:Gemini CLI|Qwen Code)\b|Today's date is )/

/** The prompts in a user's text; that a turn was stopped stands there too. */
export function promptsIn(text: string): readonly Entry[] {
  const stopped: readonly Entry[] = /^\s*<turn_aborted>/.test(text) ? [{ kind: 'stopped' }] : []
  const words = text.replace(OWN_TAGS, '').trim()
  if (words === '' || OWN_HEADS.test(words)) return stopped
  return [...stopped, { kind: 'prompt', words, instead: 'never' }]
}

/** What a call gave; these wires have no mark for one that failed, so its words are asked. */
export function resultEntry(id: string, given: string): Extract<Entry, { kind: 'result' }> {
  const text = unwrapped(given)
  const failed =
    /^\s*\{"error":/.test(text) ||
    /^(?:Process exited with code|Exit code:?|exit code:?) [1-9]/im.test(given) ||
    /^(?:Error|failed|.{0,40}\b(?:denied|rejected|cancelled|declined)\b)/i.test(text)
  return { kind: 'result', id, text, failed }
}

function unwrapped(text: string): string {
  return text.replace(/^\s*<untrusted_context>\n?([^]*?)\n?<\/untrusted_context>\s*$/, '$1')
}

/** What a request looks like that is no turn of the conversation. */
export interface Errand {
  readonly talk: readonly Entry[]
  readonly tools: readonly Offered[]
  readonly system: string
  /** Of the JSON that it wants; null: it wants words. */
  readonly schema: object | null
}

/** What answers an errand of a program's own (a title, a summary, whose turn it is), or null: it is none. */
export function asideFor({ talk, tools, system, schema }: Errand): string | null {
  const last = talk.findLast((entry) => entry.kind === 'prompt')?.words ?? ''
  if (schema !== null) return JSON.stringify(valueFor(schema, clip(last, 50) || 'Rehearsal'))
  if (isSummary(last) || (tools.length === 0 && isSummary(system))) return summary
  if (tools.length > 0) return null
  return /\btitle\b/i.test(system + last) ? clip(last, 50) || 'Rehearsal' : null
}

const isSummary = (words: string): boolean =>
  /CONTEXT CHECKPOINT COMPACTION|<state_snapshot>|detailed (?:summary|prompt for continuing)/i.test(words)

const summary =
  '<state_snapshot>\nA rehearsed conversation: scripted steps were taken, nothing is left to do.\n</state_snapshot>'

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
