/** Is it a place where text goes? */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('textarea, select, input') || target.isContentEditable
}

/** Something stands over the window and takes the keys. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open], :popover-open:not([data-hint])') !== null
