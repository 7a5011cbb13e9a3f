import type { FileChange, Hunk } from '../../../contract/folders/changes.ts'
import { undoHunks, type Restore } from './agent-changes.ts'
import { isCut } from './line-hunks.ts'

/** `patch`: the change made by the revert. */
export interface RevertedHunk {
  readonly bytes: Uint8Array
  readonly patch: Hunk
}

type Sides = readonly Pick<Restore, 'path' | 'bytes'>[]

/** Reverts one hunk in the present text, or returns why that is not possible. */
export function revertHunk(
  { hunks, kind, path }: Pick<FileChange, 'hunks' | 'kind' | 'path'>,
  restore: Sides,
  now: string,
  at: number,
): RevertedHunk | string {
  const hunk = hunks[at]
  const before = restore.find(({ bytes }) => bytes !== null)?.bytes
  if (!hunk) return `${path} has no such hunk.`
  if (!before || (kind !== 'changed' && kind !== 'renamed'))
    return `${path} was ${kind} as a whole. Revert the file.`
  if (at === hunks.length - 1 && isCut(hunks)) return 'This hunk is not shown to its end. Revert the file.'
  const text = withHunkBack(Buffer.from(before).toString('utf8'), now, hunk)
  if (text === null) return `${path} is not as it was shown. Look at it again. Nothing was reverted.`
  const patch = patchOf(now, text)
  return undoHunks(text, [patch]) === now
    ? { bytes: Buffer.from(text), patch }
    : `The lines of ${path} end in different ways. Revert the file.`
}

/** A line includes its newline; the last one may have none. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const bare = (line: string | undefined): string | undefined => line?.replace(/\r?\n$/, '')

/** Null if the hunk's lines are not at their numbers. */
function withHunkBack(before: string, now: string, { oldStart, newStart, lines }: Hunk): string | null {
  const [old, fresh] = [linesOf(before), linesOf(now)]
  const back: string[] = []
  let [oldAt, freshAt] = [oldStart - 1, newStart - 1]
  const start = freshAt
  for (const line of lines) {
    const [sign, words] = [line[0], line.slice(1)]
    if (sign !== '+' && bare(old[oldAt]) !== words) return null
    if (sign !== '-' && bare(fresh[freshAt]) !== words) return null
    if (sign !== '+') back.push((sign === '-' ? old[oldAt] : fresh[freshAt]) ?? '')
    if (sign !== '+') oldAt++
    if (sign !== '-') freshAt++
  }
  return [...fresh.slice(0, start), ...back, ...fresh.slice(freshAt)].join('')
}

/**
 * The range in which two texts differ. The end of the file counts as an empty line, so that a change of the
 * last newline is included.
 */
function patchOf(before: string, after: string): Hunk {
  const eol = after.includes('\r\n') ? '\r\n' : '\n'
  const [old, fresh] = [before.split(eol), after.split(eol)]
  const most = Math.min(old.length, fresh.length)
  let start = 0
  while (start < most && old[start] === fresh[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const gone = old.slice(start, old.length - end)
  const come = fresh.slice(start, fresh.length - end)
  return {
    oldStart: start + 1,
    // As programs report it: a hunk that leaves no lines has the number of the line before.
    newStart: come.length === 0 ? start : start + 1,
    lines: [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)],
  }
}
