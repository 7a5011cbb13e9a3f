import type { CallEnd, Entry, EntryKind } from '../../../main/contract/model.ts'
import type { StreamBlock } from '../../state/mirror.ts'
import type { Density } from './density.tsx'
import type { ToolCall as Call } from '../../../main/contract/tool-calls.ts'
import { isSend } from '../../entities/tool/tool-words.ts'

/** A tool call and what came of it; no result and no end while it runs. */
export interface ToolCall {
  readonly entry: Entry
  readonly tool: Call
  readonly result: Entry | null
  readonly end: CallEnd | null
}

/** A part of an agent's turn. `key` names it in its turn, from its first token on. */
export type Block =
  | {
      readonly kind: 'said' | 'thought'
      readonly key: string
      /** Null while it is being written: then it is read from the stream, at `live`. */
      readonly text: string | null
      readonly live: number
    }
  | {
      readonly kind: 'peer' | 'beat' | 'piece' | 'crossed' | 'remark'
      readonly key: string
      readonly entry: Entry
    }
  | { readonly kind: 'tools'; readonly key: string; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'sent' | 'change'; readonly key: string; readonly call: ToolCall }

/** What a summary leaves out: what the person has allowed, which its call tells, and the news of a circle. */
const isAside = ({ kind, note, spoken }: Entry): boolean =>
  kind === 'note' ? note?.kind === 'allowed' : kind === 'system' && spoken !== undefined

/** Rows that stand for themselves; any other is a remark. */
const rowKinds: Partial<Record<EntryKind, 'peer' | 'beat' | 'piece' | 'crossed'>> = {
  peer: 'peer',
  piece: 'piece',
  heartbeat: 'beat',
  crossing: 'crossed',
}

const kinds = { text: 'said', thinking: 'thought' } as const

/**
 * The parts of a turn in order: calls with their results, neighbours folded together, then what is being
 * written. A summary folds changes, and leaves out thoughts and what the person has allowed.
 */
export function blocksOf(
  entries: readonly Entry[],
  density: Density = 'normal',
  live: readonly StreamBlock['of'][] = [],
): readonly Block[] {
  const results = new Map(entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.call, entry]] : [])))
  const ends = callEndsIn(entries)
  const counts = { text: 0, thinking: 0 }
  const blocks: Block[] = []
  const addWords = (of: StreamBlock['of'], text: string | null, live: number) => {
    const key = `${of}-${counts[of]++}`
    if (of === 'thinking' && text !== null && density === 'summary') return
    blocks.push({ kind: kinds[of], key, text, live })
  }
  for (const entry of entries) {
    if (entry.kind === 'result') continue
    if (entry.kind === 'text' || entry.kind === 'thinking') addWords(entry.kind, entry.text, 0)
    else if (entry.tool !== null) {
      const end = ends.get(entry.call ?? '') ?? null
      addCall(blocks, { entry, tool: entry.tool, result: results.get(entry.call) ?? null, end }, density)
    } else if (density !== 'summary' || !isAside(entry)) {
      blocks.push({ kind: rowKinds[entry.kind] ?? 'remark', key: `row-${entry.n}`, entry })
    }
  }
  live.forEach((of, at) => addWords(of, null, at))
  return blocks
}

function addCall(blocks: Block[], call: ToolCall, density: Density) {
  const last = blocks.at(-1)
  const key = `row-${call.entry.n}`
  if (isSend(call.tool)) blocks.push({ kind: 'sent', key, call })
  else if (density !== 'summary' && call.end === 'done' && call.tool.diffs.length > 0)
    blocks.push({ kind: 'change', key, call })
  else if (last?.kind === 'tools') blocks[blocks.length - 1] = { ...last, calls: [...last.calls, call] }
  else blocks.push({ kind: 'tools', key, calls: [call] })
}

/**
 * Is the agent still at this block of the turn that runs? What the person allowed, mail that came in and other
 * calls may stand below a call that has no result yet; once the agent says something, its result is lost.
 */
export const isStillAt = (blocks: readonly Block[], at: number): boolean =>
  blocks.slice(at + 1).every((block) => block.kind !== 'said' && block.kind !== 'thought')

/** How the calls of one turn ended, by call; an interrupt ends what is open. */
export function callEndsIn(entries: readonly Entry[]): ReadonlyMap<string, CallEnd> {
  const ends = new Map<string, CallEnd>()
  const open = new Set<string>()
  for (const { kind, call, end, note } of entries) {
    if (kind === 'tool' && call !== null) open.add(call)
    if (kind === 'result' && call !== null) {
      if (end) ends.set(call, end)
      open.delete(call)
    }
    if (note?.kind === 'interrupted') for (const cut of open) ends.set(cut, 'stopped')
  }
  return ends
}
