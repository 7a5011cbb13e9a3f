import { ask } from './connection.ts'
import { mirror } from './store.ts'

/** Brings the window before all others. A page can do so only in a browser; the app is asked for it. */
export function toFront(): void {
  window.focus()
  // Who has clicked is led on even where the window could not come.
  if (mirror.getState().status?.shell === 'desktop') ask('window.show', {}).catch(() => undefined)
}
