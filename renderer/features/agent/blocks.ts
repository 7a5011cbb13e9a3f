import type { Entry, MessageId } from '../../../main/contract/model.ts'
import { callEndsIn, type CallEnd } from './call-ends.ts'
import { isSend } from './tool-words.ts'

/** A tool call and what came of it; no result and no end while it runs. */
export interface ToolCall {
  readonly entry: Entry
  readonly result: Entry | null
  readonly end: CallEnd | null
}

/** A part of an agent's turn. */
export type Block =
  | { readonly kind: 'said' | 'thought' | 'peer' | 'remark'; readonly key: number; readonly entry: Entry }
  | { readonly kind: 'tools'; readonly key: number; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'sent'; readonly key: number; readonly call: ToolCall }

const kinds = {
  text: 'said',
  thinking: 'thought',
  peer: 'peer',
  human: 'said',
  note: 'remark',
  system: 'remark',
} as const

/** The parts of a turn in order: calls with their results, neighbours folded together. */
export function blocksOf(entries: readonly Entry[]): readonly Block[] {
  const results = new Map(entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.call, entry]] : [])))
  const ends = callEndsIn(entries)
  const blocks: Block[] = []
  for (const entry of entries) {
    if (entry.kind === 'result') continue
    if (entry.kind !== 'tool') blocks.push({ kind: kinds[entry.kind], key: entry.n, entry })
    else {
      const end = ends.get(entry.call ?? '') ?? null
      addCall(blocks, { entry, result: results.get(entry.call) ?? null, end })
    }
  }
  return blocks
}

function addCall(blocks: Block[], call: ToolCall) {
  const last = blocks.at(-1)
  if (isSend(call.entry.tool ?? '')) blocks.push({ kind: 'sent', key: call.entry.n, call })
  else if (last?.kind === 'tools') blocks[blocks.length - 1] = { ...last, calls: [...last.calls, call] }
  else blocks.push({ kind: 'tools', key: call.entry.n, calls: [call] })
}

/** The message that a result speaks of, if it names one. */
export function messageIn(text: string): MessageId | null {
  const [found] = /\bmsg-[a-z0-9]{6,}\b/.exec(text) ?? []
  return (found as MessageId | undefined) ?? null
}
