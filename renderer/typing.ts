/** After a key, a person counts as typing for so long. */
const pauseMs = 2_000

let lastKeyAt = -Infinity
document.addEventListener('keydown', () => (lastKeyAt = performance.now()), { capture: true, passive: true })

/** Is it a place where text goes? */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('textarea, select, input') || target.isContentEditable
}

/** Is the person writing? An empty field that nothing was typed into lately does not count. */
export function isTyping(): boolean {
  const field = document.activeElement
  if (!isField(field)) return false
  const isEmpty = field instanceof HTMLTextAreaElement && field.value === ''
  return !isEmpty || performance.now() - lastKeyAt < pauseMs
}

/** Something stands over the window and takes the keys. */
export const isCovered = (): boolean => document.querySelector('dialog[open], :popover-open') !== null
