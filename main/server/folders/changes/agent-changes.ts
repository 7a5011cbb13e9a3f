import { resolve } from 'node:path'
import type { ChangedFile, ChangeKind, Hunk } from '../../../contract/folders/changes.ts'
import { sizeWords } from '../../../contract/words/size-words.ts'
import type { FileNow } from '../../../ports/changes.ts'
import type { Edit } from './edits.ts'
import { countsOf, cutHunks, hunksOf } from './line-hunks.ts'
import type { FileDiff } from '../../../contract/agents/tool-calls.ts'

/** One file as it was before a span and after it, and how it can become again what it was. */
export interface FileStory extends Omit<ChangedFile, 'path'> {
  readonly hunks: readonly Hunk[]
  readonly isInParts: boolean
  readonly remark: string
  /** What is to be put there: null bytes remove the file. Else why it cannot be taken back. */
  readonly restore: readonly Restore[] | string
}

/** A file that is to be put in place, by its path below the folder. */
export interface Restore {
  readonly path: string
  readonly bytes: Uint8Array | null
  readonly mode: number | null
}

/** Edits of a span to one file: those of it, and what came to it later. */
export interface SpanEdits {
  readonly edits: readonly Edit[]
  readonly later: readonly Edit[]
}

/** The edits of each file that has some in the span, by whole path; `isIn` says which those are. */
export function spansOf(all: readonly Edit[], isIn: (edit: Edit) => boolean): ReadonlyMap<string, SpanEdits> {
  const files = new Map<string, { edits: Edit[]; later: Edit[] }>()
  for (const edit of all) {
    const of = files.get(edit.path)
    if (isIn(edit)) {
      // What stood between two parts of a span belongs to it.
      if (of) files.set(edit.path, { edits: [...of.edits, ...of.later, edit], later: [] })
      else files.set(edit.path, { edits: [edit], later: [] })
    } else of?.later.push(edit)
  }
  return files
}

/** What the edits of a span made of one file, read back from how it lies there now. */
export function fileHistory({ edits, later }: SpanEdits, now: FileNow, path: string): FileStory | null {
  const after = undoAll(later, contentOf(now))
  const before = after === undefined ? undefined : undoAll(edits, after)
  if (after === undefined || before === undefined) return inParts(edits, now)
  if (before === after) return null
  const { hunks, isPart } = hunksOf(before ?? '', after ?? '')
  const kind: ChangeKind = before === null ? 'added' : after === null ? 'deleted' : 'changed'
  const bytes = before === null ? null : Buffer.from(before)
  const mode = now.kind === 'text' ? now.mode : null
  return {
    kind,
    from: null,
    hunks,
    isInParts: false,
    ...countsOf(hunks),
    remark: isPart ? 'Only the first lines of a long change are shown.' : '',
    restore:
      later.length > 0
        ? 'A later turn has changed it again: take it back in the conversation as a whole.'
        : [{ path, bytes, mode }],
  }
}

const contentOf = (now: FileNow): Content | undefined =>
  now.kind === 'text' ? now.text : now.kind === 'missing' ? null : undefined

const undoAll = (edits: readonly Edit[], now: Content | undefined): Content | undefined =>
  edits.reduceRight<Content | undefined>(
    (text, edit) => (text === undefined ? undefined : undoEdit(text, edit)),
    now,
  )

/** The file is another one by now, or cannot be read: the edits stand one after another, as they were made. */
function inParts(edits: readonly Edit[], now: FileNow): FileStory {
  const { hunks } = cutHunks(edits.flatMap(partsOf))
  const why = whyInParts(now)
  const [first] = edits
  const isNew = first !== undefined && (first.patch?.isNew ?? false)
  return {
    kind: isNew ? 'added' : 'changed',
    from: null,
    hunks,
    isInParts: true,
    ...countsOf(hunks),
    remark: `${why} The edits are shown one by one, as they were made.`,
    restore: `${why} So it cannot be reverted from here.`,
  }
}

function whyInParts(now: FileNow): string {
  if (now.kind === 'long') return `The file has ${sizeWords(now.length)}, which is too long to be compared.`
  if (now.kind === 'unfit') return now.why
  if (now.kind === 'binary') return 'The file is binary by now.'
  return 'Something else has changed the file too, or nobody told what it was before.'
}

function partsOf({ patch, diffs }: Edit): readonly Hunk[] {
  if (patch && !patch.isNew) return patch.hunks
  return diffs.flatMap(({ before, after }) =>
    hunksOf(before ?? '', after).hunks.map((hunk) =>
      before === null ? hunk : { ...hunk, oldStart: 0, newStart: 0 },
    ),
  )
}

/** The whole path of a file that was named below a folder, or whole. */
export const wholePath = (folder: string, path: string): string => resolve(folder, path)

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

/** What a text was before these hunks; undefined unless all of them stand there, at their lines. */
export function undoHunks(now: string, hunks: readonly Hunk[]): string | undefined {
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
