import { diffLines, gap, hunkLines, type DiffLine, countOf } from '../../components/diff-lines.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import type { FileDiff } from '../../../main/contract/agents/tool-calls.ts'

/** `isNumbered`: the lines have the file's line numbers. */
export interface ChangeLines {
  readonly lines: readonly DiffLine[]
  readonly isNumbered: boolean
}

/** Prefers the patch that the program reported, which has context, to the requested change. */
export function linesOfCall(diffs: readonly FileDiff[], result: Entry | null): ChangeLines {
  const hunks = (result?.patches ?? []).flatMap((patch) => patch.hunks)
  return hunks.length > 0 ? { lines: hunkLines(hunks), isNumbered: true } : linesOfChange(diffs, result?.text)
}

/** `result` is the tool's answer, which may contain line numbers. */
export function linesOfChange(diffs: readonly FileDiff[], result = ''): ChangeLines {
  const numbered = numberedLines(result)
  const firsts = diffs.map(({ before, after }) => (before === null ? 1 : firstLineIn(numbered, after)))
  const parts = diffs.map(({ before, after }, at) =>
    diffLines(before ?? '', after, { first: firsts[at] ?? 1 }),
  )
  return {
    lines: parts.flatMap((lines, at) => (at === 0 ? lines : [gap, ...lines])),
    isNumbered: firsts.every((first) => first !== null),
  }
}

/** Reads numbered lines as `cat -n` writes them. */
function numberedLines(result: string): readonly { readonly at: number; readonly text: string }[] {
  return result.split('\n').flatMap((line) => {
    const [, at, text] = /^\s*(\d{1,7})[→\t](.*)$/.exec(line) ?? []
    return at === undefined || text === undefined ? [] : [{ at: Number(at), text }]
  })
}

/** Returns the number of the first line of `after`; null if it is missing or ambiguous. */
function firstLineIn(numbered: ReturnType<typeof numberedLines>, after: string): number | null {
  const lines = after.replace(/\n$/, '').split('\n')
  if (after === '' || numbered.length < lines.length) return null
  const places = numbered.filter((_, start) => lines.every((text, by) => numbered[start + by]?.text === text))
  return places.length === 1 ? (places[0]?.at ?? null) : null
}

/** Files and lines changed by a turn; null for none. */
export function turnChanges(entries: readonly Entry[]) {
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
