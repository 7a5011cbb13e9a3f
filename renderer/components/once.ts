import type { MouseEvent } from 'react'

/** Keeps the second click of a double click from a button: by then something else may stand in its place. */
export function once(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest('button')) return
  event.preventDefault()
  event.stopPropagation()
}
