import type { KeyboardEvent } from 'react'

export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('textarea, select, input') || target.isContentEditable
}

/** Whether a dialog or popover is open that takes the keys. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open], :popover-open:not([data-hint])') !== null

/**
 * A ref for the element to focus when the dialog or popover around it opens. It sets the attribute itself:
 * React's `autoFocus` focuses once, before they are open.
 */
export const takeFocus = (element: HTMLElement | null): void => {
  element?.toggleAttribute('autofocus', true)
}

export const focusNow = (element: HTMLElement | null): void => element?.focus()

/** Focuses a read-only container without showing a focus ring. */
export function focusQuietly(container: HTMLElement | null): void {
  hush(container)
  container?.focus({ preventScroll: true })
}

/** `takeFocus` for a container, without a focus ring. */
export const takeFocusQuietly = (container: HTMLElement | null): void => {
  hush(container)
  takeFocus(container)
}

function hush(container: HTMLElement | null) {
  container?.toggleAttribute('data-quiet', true)
  container?.addEventListener('blur', () => container.removeAttribute('data-quiet'), { once: true })
}

/** Returns the pane around an element, else the focused pane. */
export const paneAround = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-part=pane]') ??
  document.querySelector<HTMLElement>('[data-part=pane][data-focus]')

export const paneAt = (at: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-part=pane][data-at="${at}"]`)

export const fieldIn = (pane: HTMLElement | null): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[data-part=dock] textarea') ?? null

/** Focuses a field again, unless the user has moved to another pane. */
export function goBackTo(field: HTMLElement | null): void {
  const pane = field?.closest<HTMLElement>('[data-part=pane]')
  if (pane?.dataset['focus'] !== undefined) field?.focus()
}

/** Moves the focus into a pane: to its composer, else its log, else its first button. */
export function goInto(pane: HTMLElement): void {
  const log = pane.querySelector<HTMLElement>('[data-part=scroll][tabindex="0"]')
  const field = fieldIn(pane)
  if (field === null && log !== null) focusQuietly(log)
  else (field ?? pane.querySelector('button'))?.focus({ preventScroll: true })
}

/** Before a focused row is removed: moves the focus to its neighbor, or to the composer. */
export function passFocus(row: HTMLElement | null): void {
  if (row === null || !row.contains(document.activeElement)) return
  const next = row.nextElementSibling ?? row.previousElementSibling
  const target = next?.querySelector<HTMLElement>('button') ?? fieldIn(paneAround(row))
  target?.focus({ preventScroll: true })
}

/**
 * Moves the focus between rows (up, down, Home, End) and inside one (left, right). Returns whether it handled
 * the key.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const from = event.target as HTMLElement
  const row = from.closest<HTMLElement>('li')
  if (row === null) return false
  const target = targetOf(event.key, event.currentTarget, row, from)
  if (target === undefined) return false
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return true
}

/** Returns undefined if the key is not for the list; null if it is, but has no target. */
function targetOf(key: string, list: HTMLElement, row: HTMLElement, from: HTMLElement) {
  const rows = Array.from(list.querySelectorAll<HTMLElement>(':scope li'))
  const at = rows.indexOf(row)
  const inRow = Array.from(row.querySelectorAll<HTMLElement>('button'))
  const like = (other: HTMLElement | undefined) =>
    other?.querySelector<HTMLElement>(`[data-way="${from.dataset['way'] ?? 'words'}"]`) ??
    other?.querySelector<HTMLElement>('button') ??
    null
  switch (key) {
    case 'ArrowDown':
      return at === rows.length - 1 ? fieldIn(paneAround(list)) : like(rows[at + 1])
    case 'ArrowUp':
      return like(rows[at - 1])
    case 'Home':
      return like(rows[0])
    case 'End':
      return like(rows.at(-1))
    case 'ArrowRight':
      return inRow[inRow.indexOf(from) + 1] ?? null
    case 'ArrowLeft':
      return inRow[inRow.indexOf(from) - 1] ?? null
    default:
      return undefined
  }
}

/** Focuses the element if the focused one was removed. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}
