import { resolve } from 'node:path'
import type { ChangedFile, ChangeKind, Hunk } from '../../../contract/folders/changes.ts'
import { sizeWords } from '../../../contract/words/size-words.ts'
import type { FileNow } from '../../../ports/changes.ts'
import type { Edit } from './edits.ts'
import { countsOf, cutHunks, hunksOf } from './line-hunks.ts'
import type { FileDiff } from '../../../contract/agents/tool-calls.ts'

/** A file before and after a span, and how to restore it. */
export interface FileStory extends Omit<ChangedFile, 'path'> {
  readonly hunks: readonly Hunk[]
  readonly isInParts: boolean
  readonly remark: string
  /** The files to write (null bytes: to remove), or why it cannot be reverted. */
  readonly restore: readonly Restore[] | string
}

/** `path`: relative to the folder. */
export interface Restore {
  readonly path: string
  readonly bytes: Uint8Array | null
  readonly mode: number | null
}

/** Edits of one file: those in the span, and later ones. */
export interface SpanEdits {
  readonly edits: readonly Edit[]
  readonly later: readonly Edit[]
}

/** Groups edits by absolute path, for files with an edit in the span. */
export function spansOf(all: readonly Edit[], isIn: (edit: Edit) => boolean): ReadonlyMap<string, SpanEdits> {
  const files = new Map<string, { edits: Edit[]; later: Edit[] }>()
  for (const edit of all) {
    const of = files.get(edit.path)
    if (isIn(edit)) {
      // Edits between two parts of a span belong to it.
      if (of) files.set(edit.path, { edits: [...of.edits, ...of.later, edit], later: [] })
      else files.set(edit.path, { edits: [edit], later: [] })
    } else of?.later.push(edit)
  }
  return files
}

/** Reconstructs the file before and after the span from its present content. */
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

/** For a file that cannot be reconstructed: shows its edits one after another, as they were made. */
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

export const wholePath = (folder: string, path: string): string => resolve(folder, path)

/** Null: there is no file. */
export type Content = string | null

/** Undoes one call's edit; undefined if the present file does not contain it. */
export function undoEdit(now: Content, { patch, diffs }: Edit): Content | undefined {
  if (patch?.isNew) return now === (diffs[0]?.after ?? '') ? null : undefined
  if (patch) return now === null ? undefined : undoHunks(now, patch.hunks)
  return diffs
    .toReversed()
    .reduce<Content | undefined>((text, diff) => (text === undefined ? undefined : undoDiff(text, diff)), now)
}

/** The text must occur exactly once; after a whole write, the earlier content is unknown. */
function undoDiff(now: Content, { before, after }: FileDiff): Content | undefined {
  if (now === null) return after === '' ? (before ?? undefined) : undefined
  if (before === null || after === '') return undefined
  const at = now.indexOf(after)
  if (at < 0 || now.indexOf(after, at + 1) >= 0) return undefined
  return now.slice(0, at) + before + now.slice(at + after.length)
}

/** Undoes hunks; undefined unless all are at their lines. */
export function undoHunks(now: string, hunks: readonly Hunk[]): string | undefined {
  const eol = now.includes('\r\n') ? '\r\n' : '\n'
  const lines = now.split(eol)
  // From the end, so that earlier line numbers stay valid.
  for (const { newStart, lines: told } of hunks.toReversed()) {
    const side = (sign: string) =>
      told.flatMap((line) => (line[0] === sign || line[0] === ' ' ? [plain(line)] : []))
    const after = side('+')
    // A hunk that leaves no lines has the number of the line before.
    const start = after.length === 0 ? newStart : newStart - 1
    if (!after.every((line, by) => lines[start + by] === line)) return undefined
    lines.splice(start, after.length, ...side('-'))
  }
  return lines.join(eol)
}

const plain = (line: string): string => line.slice(1).replace(/\r$/, '')
