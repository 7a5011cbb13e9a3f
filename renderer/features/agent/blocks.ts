import type { CallEnd, Entry, EntryKind } from '../../../main/contract/api/model.ts'
import { beforePass } from '../../../main/contract/mail/last-line.ts'
import type { StreamBlock } from '../../state/mirror.ts'
import type { Density } from './density.tsx'
import type { ToolCall as Call } from '../../../main/contract/agents/tool-calls.ts'
import { isNotice, isSend } from '../../entities/tool/tool-words.ts'

/** `result` and `end` are null while the tool runs. */
export interface ShownCall {
  readonly entry: Entry
  readonly tool: Call
  readonly result: Entry | null
  readonly end: CallEnd | null
}

/**
 * A part of an agent's turn. `key` is stable from its first token on; `n` is its first row, undefined until
 * one is saved.
 */
export type TurnBlock = { readonly key: string; readonly n: number | undefined } & (
  | {
      readonly kind: 'said' | 'thought'
      /** Null while it is streamed: then the text is read from the stream at index `live`. */
      readonly text: string | null
      readonly live: number
      /** The stream broke off here. */
      readonly isHalf?: true
      /** The agent showed it to the user with a tool before the turn ended. */
      readonly isNotice?: true
      /** The agent passed the talking piece with a control line, which is hidden. */
      readonly isPass?: true
    }
  | {
      readonly kind: 'peer' | 'beat' | 'piece' | 'crossed' | 'remark'
      readonly entry: Entry
    }
  | { readonly kind: 'news'; readonly entries: readonly Entry[] }
  | { readonly kind: 'tools'; readonly calls: readonly ShownCall[] }
  | { readonly kind: 'sent' | 'change' | 'subagent'; readonly call: ShownCall }
)

/** Rows that the summary hides: permissions, which the call shows already, and news of a gathering. */
const isAside = ({ kind, note, spoken }: Entry): boolean =>
  kind === 'note' ? note?.kind === 'allowed' : kind === 'system' && spoken !== undefined

/** Kinds with a block of their own; any other entry is a remark. */
const rowKinds: Partial<Record<EntryKind, 'peer' | 'beat' | 'piece' | 'crossed'>> = {
  peer: 'peer',
  piece: 'piece',
  heartbeat: 'beat',
  crossing: 'crossed',
}

const kinds = { text: 'said', thinking: 'thought' } as const

/**
 * Returns the blocks of a turn in order, with neighboring calls grouped, then what is being streamed. The
 * summary density also groups edits and omits thoughts and asides. `from`: the row from which keys are
 * counted; keys stay the same when earlier entries are loaded.
 */
export function blocksOf(
  entries: readonly Entry[],
  density: Density = 'normal',
  live: readonly StreamBlock['of'][] = [],
  from = 0,
): readonly TurnBlock[] {
  const results = new Map(entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.call, entry]] : [])))
  const ends = callEndsIn(entries)
  const before = (of: StreamBlock['of']) => entries.filter(({ kind, n }) => kind === of && n < from).length
  const counts = { text: -before('text'), thinking: -before('thinking') }
  const blocks: TurnBlock[] = []
  const addWords = (of: StreamBlock['of'], text: string | null, live: number, entry?: Entry) => {
    const key = `${of}-${counts[of]++}`
    if (of === 'thinking' && text !== null && density === 'summary') return
    const how = {
      ...(entry?.half ? { isHalf: true as const } : {}),
      ...(entry?.isNotice ? { isNotice: true as const } : {}),
    }
    const words =
      of === 'text' && text !== null && blocks.some(({ kind }) => kind === 'piece') ? beforePass(text) : null
    const said = words === null ? { text } : { text: words, isPass: true as const }
    blocks.push({ kind: kinds[of], key, live, n: entry?.n, ...said, ...how })
  }
  for (const entry of entries) {
    if (entry.kind === 'result') continue
    if (entry.kind === 'text' || entry.kind === 'thinking') addWords(entry.kind, entry.text, 0, entry)
    else if (entry.tool !== null) {
      const end = ends.get(entry.call ?? '') ?? null
      addCall(blocks, { entry, tool: entry.tool, result: results.get(entry.call) ?? null, end }, density)
    } else if (density !== 'summary' || !isAside(entry)) {
      addRow(blocks, entry)
    }
  }
  live.forEach((of, at) => addWords(of, null, at))
  return usedLast(blocks)
}

/** Moves the usage note below the lines that say where the answer was sent. */
function usedLast(blocks: readonly TurnBlock[]): readonly TurnBlock[] {
  const at = blocks.findLastIndex((block) => block.kind === 'remark' && block.entry.note?.kind === 'used')
  const used = blocks[at]
  const behind = blocks.slice(at + 1)
  const last = behind.at(-1)
  if (used === undefined || last === undefined || behind.some(({ kind }) => kind !== 'crossed')) return blocks
  return [...blocks.slice(0, at), ...behind, { ...used, n: last.n }]
}

function addRow(blocks: TurnBlock[], entry: Entry) {
  const last = blocks.at(-1)
  const told = last?.kind === 'news' ? last.entries : last?.kind === 'remark' ? [last.entry] : []
  const circle = entry.kind === 'system' ? entry.spoken?.gathering : undefined
  const isSame = circle !== undefined && told.at(-1)?.spoken?.gathering === circle
  const { n } = entry
  if (last && isSame)
    blocks[blocks.length - 1] = { kind: 'news', key: last.key, n: last.n, entries: [...told, entry] }
  else blocks.push({ kind: rowKinds[entry.kind] ?? 'remark', key: `row-${n}`, n, entry })
}

function addCall(blocks: TurnBlock[], call: ShownCall, density: Density) {
  // Its text is shown as the agent's own.
  if (isNotice(call.tool) && (call.end === null || call.end === 'done')) return
  const last = blocks.at(-1)
  const { n } = call.entry
  const key = `row-${n}`
  if (isSend(call.tool)) blocks.push({ kind: 'sent', key, n, call })
  else if (call.entry.subagent !== undefined) blocks.push({ kind: 'subagent', key, n, call })
  else if (density !== 'summary' && call.end === 'done' && call.tool.diffs.length > 0)
    blocks.push({ kind: 'change', key, n, call })
  else if (last?.kind === 'tools') blocks[blocks.length - 1] = { ...last, calls: [...last.calls, call] }
  else blocks.push({ kind: 'tools', key, n, calls: [call] })
}

/**
 * The first block that may still be in progress: a call without a result before the agent's latest text was
 * lost.
 */
export const firstUnfinishedBlock = (blocks: readonly TurnBlock[]): number =>
  Math.max(
    0,
    blocks.findLastIndex(({ kind }) => kind === 'said' || kind === 'thought'),
  )

export interface TurnPart {
  readonly key: number
  readonly blocks: readonly TurnBlock[]
  /** Number of blocks before this part. */
  readonly from: number
  /** Row of its first block. */
  readonly first: number
}

const partSize = 16

/**
 * Groups blocks by row, so that a part keeps its key when blocks are added before or after it. `next`: the
 * row of the entry that is being streamed.
 */
export function turnParts(blocks: readonly TurnBlock[], next: number): readonly TurnPart[] {
  const parts: { key: number; blocks: TurnBlock[]; from: number; first: number }[] = []
  let place = next
  blocks.forEach((block, at) => {
    const n = block.n ?? place++
    const key = Math.floor(n / partSize)
    const last = parts.at(-1)
    if (last !== undefined && last.key === key) last.blocks.push(block)
    else parts.push({ key, blocks: [block], from: at, first: n })
  })
  return parts
}

/** The result of each call in a turn; an interrupt ends the open ones. */
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
