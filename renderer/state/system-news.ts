import { createStore } from 'zustand/vanilla'
import { ask } from './connection.ts'
import { ring, switchesOf, type NewsKind } from './sounds.ts'
import { mirror } from './store.ts'

/** A notification of the system, as far as it is used. */
export interface SystemNotification {
  onclick: ((event: Event) => void) | null
  close: () => void
}

/** Whether notifications could be shown at all. */
export const canNotify = 'Notification' in globalThis

/** What is known of the system's notifications: it let Janus show some, and then did not. */
export const notifications = createStore<{ readonly isFailing: boolean }>(() => ({ isFailing: false }))

/** Shows a notification, silent by itself, and notes whether the system really did. */
export function showNotification(title: string, options: NotificationOptions): Notification {
  const shown = new Notification(title, { silent: true, ...options })
  shown.onshow = () => notifications.setState({ isFailing: false })
  shown.onerror = () => notifications.setState({ isFailing: true })
  return shown
}

/** Asks the system, or the browser, once the user has said that they want it; whether it lets Janus notify. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify) return false
  return Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted'
}

/** Whether the user wants to be told of this kind, and the system lets Janus. */
export const mayNotify = (kind: NewsKind): boolean =>
  mirror.getState().status?.settings[switchesOf[kind].told] === true &&
  canNotify &&
  Notification.permission === 'granted'

/** Makes the sound of a kind where the user wishes it. */
export function ringIfWished(kind: NewsKind): void {
  if (mirror.getState().status?.settings[switchesOf[kind].sound] === true) void ring(kind)
}

/** Brings the window before all others. A page can do so only in a browser; the app is asked for it. */
export function toFront(): void {
  window.focus()
  // Who has clicked is led on even where the window could not come.
  if (mirror.getState().status?.shell === 'desktop') ask('window.show', {}).catch(() => undefined)
}

/** Whether the user looks at this window. */
export const isWindowSeen = (): boolean => !document.hidden && document.hasFocus()
