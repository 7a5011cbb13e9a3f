import { useLayoutEffect, useState, type MouseEvent, type PointerEvent } from 'react'
import { StillHand, type Pointed } from './still-hand.ts'

/**
 * Handlers for a list that changes by itself: they swallow the click that meets what has just slid under a hand that
 * rests. Each row carries `data-mail` or `data-thing`.
 */
export function useStillHand(shown: unknown) {
  const [hand] = useState(() => new StillHand())
  useLayoutEffect(() => hand.changed(performance.now()), [hand, shown])
  const point = (event: PointerEvent) => hand.pointed(pointed(event))
  return {
    onPointerMoveCapture: point,
    onPointerDownCapture: point,
    onClickCapture: (event: MouseEvent) => {
      // A click that a key made has no count.
      if (event.detail === 0 || hand.isMeant(pointed(event))) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function pointed({ target, clientX, clientY, timeStamp }: MouseEvent): Pointed {
  const button = (target as Element).closest('button')
  const { mail, thing } = button?.closest<HTMLElement>('[data-mail], [data-thing]')?.dataset ?? {}
  const what = button?.dataset['way'] ?? button?.textContent ?? ''
  return { x: clientX, y: clientY, at: timeStamp, on: button ? `${mail ?? thing ?? ''} ${what}` : '' }
}
