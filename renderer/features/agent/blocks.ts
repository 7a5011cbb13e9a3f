import type { CallEnd, Entry, EntryKind } from '../../../main/contract/api/model.ts'
import { beforePass } from '../../../main/contract/mail/last-line.ts'
import type { StreamBlock } from '../../state/mirror.ts'
import type { Density } from './density.tsx'
import type { ToolCall as Call } from '../../../main/contract/agents/tool-calls.ts'
import { isNotice, isSend } from '../../entities/tool/tool-words.ts'

/** A tool call and what came of it; no result and no end while it runs. */
export interface ShownCall {
  readonly entry: Entry
  readonly tool: Call
  readonly result: Entry | null
  readonly end: CallEnd | null
}

/** A part of an agent's turn. `key` names it in its turn, from its first token on; `n` is its first row, once it has one. */
export type TurnBlock = { readonly key: string; readonly n: number | undefined } & (
  | {
      readonly kind: 'said' | 'thought'
      /** Null while it is being written: then it is read from the stream, at `live`. */
      readonly text: string | null
      readonly live: number
      /** Its stream broke off here. */
      readonly isHalf?: true
      /** The user was shown them before the turn ended. */
      readonly isNotice?: true
      /** They passed the talking piece, by a line that is left out. */
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

/** What a summary leaves out: what the user has allowed, which its call tells, and the news of a circle. */
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
 * The parts of a turn in order, neighbouring calls collapsed together, then what is being written. A summary collapses changes, and
 * leaves out thoughts and asides. `from`: the place of one entry, from which keys are counted, so that they stay when earlier
 * entries are read.
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

/** Moves what a turn has used below the lines that say where its words went. */
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
  // What it told stands as words of the agent.
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

/** The first block that may still be in progress: once the agent says something, a call without a result has lost it. */
export const stillFrom = (blocks: readonly TurnBlock[]): number =>
  Math.max(
    0,
    blocks.findLastIndex(({ kind }) => kind === 'said' || kind === 'thought'),
  )

/** Blocks of a turn that stand together. */
export interface TurnPart {
  readonly key: number
  readonly blocks: readonly TurnBlock[]
  /** How many blocks stand before it. */
  readonly from: number
  /** The place of its first block. */
  readonly first: number
}

const partSize = 16

/**
 * Blocks grouped by their places, so that a part stays the same when others come before or after it. `next`: the place of the
 * entry that is being written.
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
