import type { Entry } from '../../../main/contract/api/model.ts'
import { countOf } from '../../components/diff-lines.ts'
import { linesOfCall } from './change-lines.ts'

/** What a turn's own edits came to. */
export interface TurnChanges {
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** Files and lines that the edits of a turn changed; null: it changed none. */
export function turnChanges(entries: readonly Entry[]): TurnChanges | null {
  const results = new Map(
    entries.flatMap((entry) => (entry.kind === 'result' && entry.call ? [[entry.call, entry]] : [])),
  )
  const paths = new Set<string>()
  let [added, removed] = [0, 0]
  for (const { tool, call } of entries) {
    const result = results.get(call ?? '')
    if (!tool || tool.diffs.length === 0 || result?.end !== 'done') continue
    for (const { path } of tool.diffs) paths.add(path)
    const { lines } = linesOfCall(tool.diffs, result)
    added += countOf(lines, '+')
    removed += countOf(lines, '−')
  }
  return paths.size === 0 ? null : { files: paths.size, added, removed }
}

/** `3 files`, `1 file`. */
export const filesWord = (count: number): string => (count === 1 ? '1 file' : `${count} files`)
