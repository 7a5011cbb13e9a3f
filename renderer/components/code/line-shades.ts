import { useMemo, type RefObject } from 'react'
import type { DiffLine } from '../diff-lines.ts'
import type { Shade } from './highlight.ts'
import { languageOf, type Language } from './languages.ts'
import { useShades } from './use-shades.ts'

/** The language of a file, by its name. */
export function languageOfPath(path: string): Language | null {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  const [, ending = name] = /\.([^.]+)$/.exec(name) ?? []
  return languageOf(ending)
}

/** How the lines of a change are coloured, each side as the code that it is; null for a line that is not. */
export function useLineShades(
  box: RefObject<HTMLElement | null>,
  path: string,
  lines: readonly DiffLine[],
): readonly (readonly Shade[] | null)[] {
  const language = useMemo(() => languageOfPath(path), [path])
  const old = useMemo(() => sideOf(lines, '+'), [lines])
  const fresh = useMemo(() => sideOf(lines, '−'), [lines])
  const oldShades = useShades(box, old, language, false)
  const freshShades = useShades(box, fresh, language, false)
  return useMemo(() => {
    const sides = { old: linesOf(oldShades), fresh: linesOf(freshShades) }
    let [oldAt, freshAt] = [0, 0]
    return lines.map(({ sign }) => {
      const own = sign === '−' ? sides.old?.[oldAt] : sides.fresh?.[freshAt]
      if (sign !== '+') oldAt++
      if (sign !== '−') freshAt++
      return own ?? null
    })
  }, [lines, oldShades, freshShades])
}

/** One side of a change: all but the lines that the other alone has. */
const sideOf = (lines: readonly DiffLine[], other: '+' | '−'): string =>
  lines.flatMap(({ sign, text }) => (sign === other ? [] : [text])).join('\n')

/** The stretches of code, line by line. */
export function linesOf(shades: readonly Shade[] | null): readonly (readonly Shade[])[] | null {
  if (shades === null) return null
  const lines: Shade[][] = [[]]
  for (const { text, kind } of shades) {
    const [first = '', ...rest] = text.split('\n')
    if (first !== '') lines.at(-1)?.push({ text: first, kind })
    for (const line of rest) lines.push(line === '' ? [] : [{ text: line, kind }])
  }
  return lines
}
