import { createStore } from 'zustand/vanilla'
import { ask } from './connection.ts'
import { ring, switchesOf, type NewsKind } from './sounds.ts'
import { mirror } from './store.ts'

/** The used part of `Notification`. */
export interface SystemNotification {
  onclick: ((event: Event) => void) | null
  close: () => void
}

export const canNotify = 'Notification' in globalThis

/** `isFailing`: the last notification could not be shown, although it was allowed. */
export const notifications = createStore<{ readonly isFailing: boolean }>(() => ({ isFailing: false }))

export function showNotification(title: string, options: NotificationOptions): Notification {
  const shown = new Notification(title, { silent: true, ...options })
  shown.onshow = () => notifications.setState({ isFailing: false })
  shown.onerror = () => notifications.setState({ isFailing: true })
  return shown
}

/** Requests permission; call it after the user has asked for notifications. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify) return false
  return Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted'
}

/** Whether the user wants notifications of this kind, and the system allows them. */
export const mayNotify = (kind: NewsKind): boolean =>
  mirror.getState().status?.settings[switchesOf[kind].told] === true &&
  canNotify &&
  Notification.permission === 'granted'

export function ringIfWished(kind: NewsKind): void {
  if (mirror.getState().status?.settings[switchesOf[kind].sound] === true) void ring(kind)
}

/** A page can raise its window only in a browser; the desktop app is asked to. */
export function toFront(): void {
  window.focus()
  // The click continues even if the window stays behind.
  if (mirror.getState().status?.shell === 'desktop') ask('window.show', {}).catch(() => undefined)
}

export const isWindowSeen = (): boolean => !document.hidden && document.hasFocus()
