import { useEffect, useMemo, useState, type RefObject } from 'react'
import { SafeText } from '../safe-text.tsx'
import { type Shade, highlight, knownShades, longestCode } from './highlight.ts'
import css from './code.module.css'
import { type Language, languageOf } from './languages.ts'
import type { DiffLine } from '../diff-lines.ts'

export function ShadedText({ shades }: { readonly shades: readonly Shade[] }) {
  return shades.map(({ text, kind }, at) =>
    kind === '' ? (
      <SafeText key={at} text={text} />
    ) : (
      <SafeText as="span" key={at} className={css[`code-${kind}`]} text={text} />
    ),
  )
}

/** Code this close to the viewport is highlighted. */
const near = '600px 0px'

/**
 * Returns the highlighted code. It is null while the code still grows, before it comes into view, and if it
 * is very long.
 */
export function useShades(
  box: RefObject<HTMLElement | null>,
  code: string,
  language: Language | null,
  isGrowing: boolean,
): readonly Shade[] | null {
  const [made, setMade] = useState<{ readonly code: string; readonly shades: readonly Shade[] } | null>(null)
  const wanted = isGrowing || code.length > longestCode ? null : language
  const shades = wanted && (made?.code === code ? made.shades : knownShades(code, wanted))
  const isMissing = shades === null
  useEffect(() => {
    if (!wanted || !isMissing || !box.current) return
    let left = false
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        highlight(code, wanted).then(
          (shades) => left || setMade({ code, shades }),
          // Without a grammar the code stays plain.
          () => undefined,
        )
      },
      { rootMargin: near },
    )
    watch.observe(box.current)
    return () => {
      left = true
      watch.disconnect()
    }
  }, [box, code, wanted, isMissing])
  return shades
}

function languageOfPath(path: string): Language | null {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  const [, ending = name] = /\.([^.]+)$/.exec(name) ?? []
  return languageOf(ending)
}

/** Highlights the lines of a diff, each side as its own code; null for a line without colors. */
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

/** Returns one side of a diff: all lines except those that only the other side has. */
const sideOf = (lines: readonly DiffLine[], other: '+' | '−'): string =>
  lines.flatMap(({ sign, text }) => (sign === other ? [] : [text])).join('\n')

function linesOf(shades: readonly Shade[] | null): readonly (readonly Shade[])[] | null {
  if (shades === null) return null
  const lines: Shade[][] = [[]]
  for (const { text, kind } of shades) {
    const [first = '', ...rest] = text.split('\n')
    if (first !== '') lines.at(-1)?.push({ text: first, kind })
    for (const line of rest) lines.push(line === '' ? [] : [{ text: line, kind }])
  }
  return lines
}
