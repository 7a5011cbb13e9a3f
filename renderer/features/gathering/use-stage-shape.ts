import { useLayoutEffect, useState, type RefObject } from 'react'

/** A pane narrower than this, in rem, or a window lower than this has no room for a circle. */
const least = { width: 48, height: 47 } as const

/** How the seats stand: in the circle, or in a row where the pane is narrow or the window low. */
export function useStageShape(stage: RefObject<HTMLElement | null>): 'circle' | 'row' {
  const [shape, setShape] = useState<'circle' | 'row'>('circle')
  useLayoutEffect(() => {
    const pane = stage.current?.parentElement
    if (!pane) return
    const look = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      const fits = pane.clientWidth >= least.width * rem && window.innerHeight >= least.height * rem
      setShape(fits ? 'circle' : 'row')
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(pane)
    return () => watch.disconnect()
  }, [stage])
  return shape
}
