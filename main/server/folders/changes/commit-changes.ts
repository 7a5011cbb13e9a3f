import type { Hunk } from '../../../contract/folders/changes.ts'
import { sizeWords } from '../../../contract/words/size-words.ts'
import type { FileNow } from '../../../ports/changes.ts'
import type { Committed, GitChange } from '../../../ports/git.ts'
import type { FileStory, Restore } from './agent-changes.ts'
import { countsOf, hunksOf } from './line-hunks.ts'

/** The committed file; only its length if it is too long; null: not in the commit. */
type Before = Committed | { readonly length: number } | null

/** A file compared with the last commit. */
export function commitStory(change: GitChange, before: Before, now: FileNow): FileStory {
  const { kind, from } = change
  const old = textOf(before)
  const fresh = now.kind === 'text' ? now.text : now.kind === 'missing' ? '' : null
  const restore = restoreOf(change, before, now)
  if (old === null || fresh === null) {
    const remark = `${unshown(before, now)}: ${lengthsOf(before, now)}.`
    return { kind, from, added: null, removed: null, hunks: [], isInParts: false, remark, restore }
  }
  const { hunks, isPart } = hunksOf(old, fresh)
  const remark = isPart ? 'Only the first lines of a long change are shown.' : remarkOf(hunks, change)
  return { kind, from, hunks, isInParts: false, ...countsOf(hunks), remark, restore }
}

function remarkOf(hunks: readonly Hunk[], { kind }: GitChange): string {
  if (hunks.length > 0) return ''
  return kind === 'renamed'
    ? 'Renamed, and otherwise the same.'
    : 'No line has changed: it is empty, or only its line ends or its rights are others.'
}

function textOf(before: Before): string | null {
  if (before === null) return ''
  if (!('bytes' in before)) return null
  const bytes = Buffer.from(before.bytes)
  const text = bytes.toString('utf8')
  return text.includes('\0') || !Buffer.from(text).equals(bytes) ? null : text
}

function unshown(before: Before, now: FileNow): string {
  if (now.kind === 'unfit') return now.why.replace(/\.$/, '')
  if (now.kind === 'long' || (before !== null && 'length' in before)) return 'Too long to be shown'
  return 'Binary'
}

function lengthsOf(before: Before, now: FileNow): string {
  const old = before === null ? null : 'bytes' in before ? before.bytes.length : before.length
  const fresh = now.kind === 'long' ? now.length : 'bytes' in now ? now.bytes.length : null
  const words = [fresh === null ? 'not there now' : `${sizeWords(fresh)} now`]
  return [...words, old === null ? 'not in the last commit' : `${sizeWords(old)} in the last commit`].join(
    ', ',
  )
}

/** The files to write to get the committed state, or why that is not possible. */
function restoreOf(
  { path, from, kind }: GitChange,
  before: Before,
  now: FileNow,
): readonly Restore[] | string {
  if (now.kind === 'unfit') return now.why
  if (now.kind === 'long' || (before !== null && !('bytes' in before)))
    return 'It is too long to be kept for putting it back. Use git: git restore.'
  if (before === null)
    return kind === 'added'
      ? [{ path, bytes: null, mode: null }]
      : 'The last commit has no plain file of that name.'
  if (before.isFiltered)
    return 'Its content goes through a filter of git’s, such as LFS, which Janus does not run. Use git: git restore.'
  const mode = before.isExecutable ? 0o755 : 0o644
  const back = {
    path: from ?? path,
    bytes: withEnds(before.bytes, now),
    mode: now.kind === 'missing' ? mode : null,
  }
  return from === null ? [back] : [back, { path, bytes: null, mode: null }]
}

/** Git may store `\n` for lines that are `\r\n` on disk. */
function withEnds(bytes: Uint8Array, now: FileNow): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  if (now.kind !== 'text' || !now.text.includes('\r\n') || text.includes('\r\n')) return bytes
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1')
}
