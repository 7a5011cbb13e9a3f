/**
 * Opens a menu for a press of the other button: one that opened while the button is still down would be closed by
 * its release. `buttons` as the event has them.
 */
export function afterRelease(buttons: number, open: () => void): void {
  if (buttons === 0) open()
  else window.addEventListener('pointerup', () => setTimeout(open), { once: true })
}
