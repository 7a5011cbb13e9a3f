/** What browsers report as `keyCode` for a key that the input method takes. Safari sends it after `isComposing`. */
const takenByInputMethod = 229

/**
 * Keeps each key that an input method is composing with from every handler of the page: its Enter takes a candidate and
 * its Esc dismisses one, so neither sends, closes nor cancels anything here. The input method itself is not disturbed.
 */
export function shieldCompositions(): void {
  window.addEventListener('keydown', shield, { capture: true })
}

function shield(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === takenByInputMethod) event.stopPropagation()
}
