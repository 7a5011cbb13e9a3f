import type { Entry } from '../contract/model.ts'

/** The rows of a transcript that tell what was done to files. */
export function editRows(rows: readonly Entry[]): readonly Entry[] {
  const changing = rows.filter(({ kind, tool }) => kind === 'tool' && (tool?.diffs.length ?? 0) > 0)
  const calls = new Set(changing.map(({ call }) => call))
  const kinds: readonly (string | undefined)[] = ['filesUndone', 'filesPutBack']
  return rows.filter(
    (row) =>
      changing.includes(row) ||
      (row.kind === 'result' && calls.has(row.call)) ||
      kinds.includes(row.note?.kind),
  )
}
