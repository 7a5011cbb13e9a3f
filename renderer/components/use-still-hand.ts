import { useLayoutEffect, useState, type MouseEvent, type PointerEvent } from 'react'

/** For this long after the content under a still pointer changed, a click there is ignored. Milliseconds. */
const settleMs = 400
/** A resting hand moves no further than this, in px. */
const still = 4

interface Pointed {
  readonly x: number
  readonly y: number
  /** Milliseconds, from `event.timeStamp`. */
  readonly at: number
  /** What is under the pointer; the same text for the same button of the same message. */
  readonly on: string
}

/**
 * Ignores a second click that would hit a message that slid under a still pointer. It only compares events:
 * no timer, and a moved pointer counts at once.
 */
export class PointerGuard {
  #rests: Pointed | null = null
  #changedAt = -Infinity

  pointed(now: Pointed): void {
    if (this.#rests === null || isElsewhere(this.#rests, now)) this.#rests = now
  }

  changed(at: number): void {
    this.#changedAt = at
  }

  isMeant(click: Pointed): boolean {
    const rests = this.#rests
    const slid = rests !== null && !isElsewhere(rests, click) && rests.on !== click.on
    if (slid && click.at - this.#changedAt < settleMs) return false
    this.#rests = click
    return true
  }
}

const isElsewhere = (a: Pointed, b: Pointed) => Math.hypot(a.x - b.x, a.y - b.y) > still

/**
 * Handlers for a list that changes by itself: they swallow clicks on what has just slid under a still
 * pointer. Each row needs `data-mail` or `data-thing`.
 */
export function useStillHand(shown: unknown) {
  const [hand] = useState(() => new PointerGuard())
  useLayoutEffect(() => hand.changed(performance.now()), [hand, shown])
  const point = (event: PointerEvent) => hand.pointed(pointed(event))
  return {
    onPointerMoveCapture: point,
    onPointerDownCapture: point,
    onClickCapture: (event: MouseEvent) => {
      // A click made by a key has a count of 0.
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

/** Swallows the second click of a double click on a button: something else may be in its place by then. */
export function once(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest('button')) return
  event.preventDefault()
  event.stopPropagation()
}
