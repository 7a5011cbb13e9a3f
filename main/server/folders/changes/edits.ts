import { isAbsolute, resolve } from 'node:path'
import type { FilePatch } from '../../../contract/folders/changes.ts'
import type { Entry, TurnId } from '../../../contract/api/model.ts'
import type { FileDiff } from '../../../contract/agents/tool-calls.ts'

export interface Edit {
  /** Row of the call. */
  readonly n: number
  readonly turn: TurnId | null
  /** Absolute. */
  readonly path: string
  /** With surrounding lines, if the agent's program reports them. */
  readonly patch: FilePatch | null
  readonly diffs: readonly FileDiff[]
}

/**
 * The file edits of an agent's calls that are still in effect, oldest first, from the rows of calls, results,
 * reverts and restores.
 */
export function editsIn(rows: readonly Entry[], cwd: string): readonly Edit[] {
  const results = new Map(rows.flatMap((row) => (row.kind === 'result' && row.call ? [[row.call, row]] : [])))
  let edits: Edit[] = []
  const taken: {
    readonly files: readonly string[]
    readonly edits: readonly Edit[]
    readonly back?: Edit
  }[] = []
  for (const row of rows) {
    if (row.kind === 'tool') {
      const result = results.get(row.call ?? '')
      if (result?.end === 'done') edits.push(...editsOf(row, result, cwd))
    } else if (row.note?.kind === 'filesUndone' && row.note.patch) {
      // A reverted hunk counts as an edit of the same turn; the agent's own edits of the file stay.
      const { files, patch, since } = row.note
      const turn = edits.find((edit) => edit.n === since)?.turn ?? null
      const back: Edit = { n: row.n, turn, path: patch.path, patch, diffs: [] }
      if (edits.some(({ path }) => path === back.path)) edits.push(back)
      taken.push({ files, edits: [], back })
    } else if (row.note?.kind === 'filesUndone') {
      const { files, since = 0 } = row.note
      const isTaken = (edit: Edit) => edit.n >= since && files.includes(edit.path)
      taken.push({ files, edits: edits.filter(isTaken) })
      edits = edits.filter((edit) => !isTaken(edit))
    } else if (row.note?.kind === 'filesPutBack') {
      const { files } = row.note
      const at = taken.findLastIndex((one) => files.every((file) => one.files.includes(file)))
      const [one] = at >= 0 ? taken.splice(at, 1) : []
      if (one) edits = [...edits.filter((edit) => edit !== one.back), ...one.edits]
    }
  }
  return edits.toSorted((a, b) => a.n - b.n)
}

function editsOf({ n, turn, tool }: Entry, { patches = [] }: Entry, cwd: string): readonly Edit[] {
  const whole = (path: string) => (isAbsolute(path) ? path : resolve(cwd, path))
  const byPath = Map.groupBy(tool?.diffs ?? [], ({ path }) => whole(path))
  return Array.from(byPath, ([path, diffs]) => {
    const patch = patches.find((one) => whole(one.path) === path) ?? null
    return { n, turn, path, patch, diffs }
  })
}
