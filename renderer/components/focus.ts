import type { KeyboardEvent } from 'react'

/** Is it a place where text goes? */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('textarea, select, input') || target.isContentEditable
}

/** Something stands over the window and takes the keys. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open], :popover-open:not([data-hint])') !== null

/**
 * A ref for what shall have the focus when the sheet or menu around it opens. It sets the attribute itself,
 * which an opening dialog or popover looks for; React's own property acts once, before they are open.
 */
export const takeFocus = (element: HTMLElement | null): void => {
  element?.toggleAttribute('autofocus', true)
}

/** A ref for what takes the focus as soon as it is there. */
export const focusNow = (element: HTMLElement | null): void => element?.focus()

/**
 * Gives the focus to a container that is only read, where the user did not go there by a key: it shows no frame until
 * they come back to it.
 */
export function focusQuietly(container: HTMLElement | null): void {
  hush(container)
  container?.focus({ preventScroll: true })
}

/** `takeFocus` for a container: it shows no frame when the sheet opens. */
export const takeFocusQuietly = (container: HTMLElement | null): void => {
  hush(container)
  takeFocus(container)
}

function hush(container: HTMLElement | null) {
  container?.toggleAttribute('data-quiet', true)
  container?.addEventListener('blur', () => container.removeAttribute('data-quiet'), { once: true })
}

/** The pane around an element, else the one that has the focus. */
export const paneAround = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-part=pane]') ??
  document.querySelector<HTMLElement>('[data-part=pane][data-focus]')

/** The pane at a place; null: it is not there. */
export const paneAt = (at: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-part=pane][data-at="${at}"]`)

/** Where the user writes in a pane; null: nowhere. */
export const fieldIn = (pane: HTMLElement | null): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[data-part=dock] textarea') ?? null

/** Gives a field the focus again, unless the user has gone on to another pane. */
export function goBackTo(field: HTMLElement | null): void {
  const pane = field?.closest<HTMLElement>('[data-part=pane]')
  if (pane?.dataset['focus'] !== undefined) field?.focus()
}

/** Takes the focus into a pane: to where one writes, else to what is read, else to its first button. */
export function goInto(pane: HTMLElement): void {
  const log = pane.querySelector<HTMLElement>('[data-part=scroll][tabindex="0"]')
  const field = fieldIn(pane)
  if (field === null && log !== null) focusQuietly(log)
  else (field ?? pane.querySelector('button'))?.focus({ preventScroll: true })
}

/** A row that goes while it has the focus gives it to its neighbour, or to the composer. */
export function passFocus(row: HTMLElement | null): void {
  if (row === null || !row.contains(document.activeElement)) return
  const next = row.nextElementSibling ?? row.previousElementSibling
  const target = next?.querySelector<HTMLElement>('button') ?? fieldIn(paneAround(row))
  target?.focus({ preventScroll: true })
}

/** Walks between rows (up, down, Home, End) and inside one (left, right). True when the key was one of these. */
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

/** null: there is none, but the key means nothing else here either. */
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

/** Takes the focus over from what is gone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}
