import type { Hunk } from '../../../contract/folders/changes.ts'
import type { FileDiff } from '../../../contract/agents/tool-calls.ts'
import type { Edit } from './edits.ts'

/** What a file says; null: there is none. */
export type Content = string | null

/** What a file was before a call changed it; undefined: that cannot be said, since the file is another one by now. */
export function undoEdit(now: Content, { patch, diffs }: Edit): Content | undefined {
  if (patch?.isNew) return now === (diffs[0]?.after ?? '') ? null : undefined
  if (patch) return now === null ? undefined : undoHunks(now, patch.hunks)
  return diffs
    .toReversed()
    .reduce<Content | undefined>((text, diff) => (text === undefined ? undefined : undoDiff(text, diff)), now)
}

/** A part that stands there once; of a file that was written whole nobody knows what it was. */
function undoDiff(now: Content, { before, after }: FileDiff): Content | undefined {
  if (now === null) return after === '' ? (before ?? undefined) : undefined
  if (before === null || after === '') return undefined
  const at = now.indexOf(after)
  if (at < 0 || now.indexOf(after, at + 1) >= 0) return undefined
  return now.slice(0, at) + before + now.slice(at + after.length)
}

/** All hunks have to stand there, at their lines. */
function undoHunks(now: string, hunks: readonly Hunk[]): string | undefined {
  const eol = now.includes('\r\n') ? '\r\n' : '\n'
  const lines = now.split(eol)
  // The last hunk first: the numbers of those before it stay.
  for (const { newStart, lines: told } of hunks.toReversed()) {
    const side = (sign: string) =>
      told.flatMap((line) => (line[0] === sign || line[0] === ' ' ? [plain(line)] : []))
    const after = side('+')
    // Of a hunk that leaves nothing the number is that of the line before.
    const start = after.length === 0 ? newStart : newStart - 1
    if (!after.every((line, by) => lines[start + by] === line)) return undefined
    lines.splice(start, after.length, ...side('-'))
  }
  return lines.join(eol)
}

const plain = (line: string): string => line.slice(1).replace(/\r$/, '')
