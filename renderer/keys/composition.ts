/** `keyCode` of a key that an input method handles. Safari sends it after `isComposing` has ended. */
const takenByInputMethod = 229

/**
 * Hides keys from the page while an input method composes: its Enter takes a candidate and its Esc dismisses
 * one, so neither may send or close anything. The input method is not affected.
 */
export function shieldCompositions(): void {
  window.addEventListener('keydown', shield, { capture: true })
}

function shield(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === takenByInputMethod) event.stopPropagation()
}
