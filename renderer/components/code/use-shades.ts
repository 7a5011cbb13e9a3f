import { useEffect, useState, type RefObject } from 'react'
import { highlight, knownShades, longestCode, type Shade } from './highlight.ts'
import type { Language } from './languages.ts'

/** So near to what is seen counts as seen. */
const near = '600px 0px'

/**
 * How some code is coloured, or null while it is not: nothing is coloured while it still grows, before it comes
 * into view, or if it is very long.
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
          // Its grammar could not be read: plain code is as good.
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
