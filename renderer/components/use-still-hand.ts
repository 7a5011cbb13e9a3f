import { useLayoutEffect, useState, type MouseEvent, type PointerEvent } from 'react'

/** So long after what stands under a still pointer has changed, a click there is not meant for it; in ms. */
const settleMs = 400
/** A hand that rests moves no further than this, in px. */
const still = 4

/** Where the pointer is, and when; as events tell it. */
interface Pointed {
  readonly x: number
  readonly y: number
  /** ms, on the clock of events. */
  readonly at: number
  /** What stands there: the same words for the same button of the same message. */
  readonly on: string
}

/**
 * Keeps a second click from meeting the message that slid under a still pointer. It only compares events: there is
 * no timer, and a hand that moves is believed at once.
 */
export class StillHand {
  #rests: Pointed | null = null
  #changedAt = -Infinity

  /** The pointer moved or went down; what it meets is what the user sees there. */
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

/** Keeps the second click of a double click from a button: by then something else may stand in its place. */
export function once(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest('button')) return
  event.preventDefault()
  event.stopPropagation()
}
