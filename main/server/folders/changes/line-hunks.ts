import { structuredPatch } from 'diff'
import type { Hunk } from '../../../contract/folders/changes.ts'

/** Texts that differ in more lines are shown as replaced completely. */
const mostEdits = 3_000
const mostLines = 5_000

export const countLines = (text: string): number =>
  text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length

/** With three lines of context; `isPart`: it was cut. */
export function hunksOf(
  before: string,
  after: string,
): { readonly hunks: readonly Hunk[]; readonly isPart: boolean } {
  const [old, fresh] = [before, after].map((text) => text.replaceAll('\r\n', '\n')) as [string, string]
  const patch = structuredPatch('', '', old, fresh, '', '', { context: 3, maxEditLength: mostEdits })
  const hunks = patch
    ? patch.hunks.map(({ oldStart, newStart, lines }) => ({
        oldStart,
        newStart,
        lines: lines.filter((line) => !line.startsWith('\\')),
      }))
    : [{ oldStart: 1, newStart: 1, lines: [...signed('-', old), ...signed('+', fresh)] }]
  return cutHunks(hunks)
}

const signed = (sign: string, text: string): readonly string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line)

/** Keeps the first `mostLines` lines. */
export function cutHunks(hunks: readonly Hunk[]): {
  readonly hunks: readonly Hunk[]
  readonly isPart: boolean
} {
  let left = mostLines
  const kept = hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left)
    left -= lines.length
    return lines.length === 0 ? [] : [{ ...hunk, lines }]
  })
  return { hunks: kept, isPart: hunks.reduce((sum, { lines }) => sum + lines.length, 0) > mostLines }
}

/** Whether the last hunk may be truncated. */
export const isCut = (hunks: readonly Hunk[]): boolean =>
  hunks.reduce((sum, { lines }) => sum + lines.length, 0) >= mostLines

export function countsOf(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0)
  return { added: count('+'), removed: count('-') }
}
