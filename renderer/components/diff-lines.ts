import { diffArrays } from 'diff'

/** A removed, added or unchanged line, or `⋯` for lines that are left out. */
export interface DiffLine {
  readonly sign: '−' | '+' | ' ' | '⋯'
  readonly text: string
  /** Line numbers before and after, from 1; null if that side has no such line, or if they are unknown. */
  readonly old: number | null
  readonly fresh: number | null
}

/** Lines begin with ` `, `-` or `+`. A start of 0 means unknown. */
interface DiffHunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

/** With more edits than this, everything is shown as replaced: matching line by line would take too long. */
const mostEdits = 400

/**
 * Returns the changed lines with `context` lines around each change. `first` is the number of the first line.
 */
export function diffLines(before: string, after: string, { context = 3, first = 1 } = {}): DiffLine[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const runs = diffArrays(old, fresh, { maxEditLength: mostEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ]
  const lines: DiffLine[] = []
  let oldAt = first
  let freshAt = first
  for (const { value, added, removed } of runs) {
    for (const text of value) {
      const sign = added ? '+' : removed ? '−' : ' '
      lines.push({ sign, text, old: added ? null : oldAt, fresh: removed ? null : freshAt })
      if (!added) oldAt++
      if (!removed) freshAt++
    }
  }
  return withoutFar(lines, context)
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

function withoutFar(lines: readonly DiffLine[], context: number): DiffLine[] {
  const near = new Set<number>()
  lines.forEach((line, at) => {
    if (line.sign === ' ') return
    for (let by = -context; by <= context; by++) near.add(at + by)
  })
  const kept: DiffLine[] = []
  let last = -1
  lines.forEach((line, at) => {
    if (!near.has(at)) return
    if (kept.length > 0 && at > last + 1) kept.push(gap)
    kept.push(line)
    last = at
  })
  return kept
}

export const gap: DiffLine = { sign: '⋯', text: '', old: null, fresh: null }

const signs = { '-': '−', '+': '+' } as const

export function hunkLines(hunks: readonly DiffHunk[]): DiffLine[] {
  return hunks.flatMap(({ oldStart, newStart, lines }, n) => {
    let [old, fresh] = [oldStart, newStart]
    const isKnown = newStart > 0 || oldStart > 0
    const own = lines.map((line): DiffLine => {
      const sign = signs[line.charAt(0) as keyof typeof signs] ?? ' '
      return {
        sign,
        text: line.slice(1),
        old: sign === '+' || !isKnown ? null : old++,
        fresh: sign === '−' || !isKnown ? null : fresh++,
      }
    })
    return n === 0 ? own : [gap, ...own]
  })
}

export const countOf = (lines: readonly DiffLine[], sign: DiffLine['sign']): number =>
  lines.filter((line) => line.sign === sign).length
