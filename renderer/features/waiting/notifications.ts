import { createStore } from 'zustand/vanilla'

/** Whether notifications could be shown at all. */
export const canNotify = 'Notification' in globalThis

/** What is known of the system's notifications: it let Janus show some, and then did not. */
export const notifications = createStore<{ readonly isFailing: boolean }>(() => ({ isFailing: false }))

/** Shows a notification, and notes whether the system really did. */
export function notify(title: string, options: NotificationOptions): Notification {
  const shown = new Notification(title, options)
  shown.onshow = () => notifications.setState({ isFailing: false })
  shown.onerror = () => notifications.setState({ isFailing: true })
  return shown
}
