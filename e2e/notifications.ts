import type { Page } from '@playwright/test'

/** A notification that the page requested. */
export interface Told {
  readonly title: string
  readonly tag: string
  readonly body: string
  readonly isOpen: boolean
  onclick: (() => void) | null
}
declare global {
  interface Window {
    told: Told[]
  }
}

/**
 * From its next load on, replaces the page's notifications by fakes that are permitted and never shown;
 * `firstFails`: the first fires an error, as on systems without notifications.
 */
export const standInForNotifications = (page: Page, firstFails = false): Promise<unknown> =>
  page.addInitScript(standIn, firstFails)

function standIn(firstFails: boolean): void {
  const told: Told[] = []
  class FakeNotification implements Told {
    static permission = 'default'
    static requestPermission() {
      FakeNotification.permission = 'granted'
      return Promise.resolve('granted')
    }
    readonly title: string
    readonly tag: string
    readonly body: string
    isOpen = true
    onclick: (() => void) | null = null
    onshow: (() => void) | null = null
    onerror: (() => void) | null = null
    constructor(title: string, options: { tag: string; body: string }) {
      this.title = title
      this.tag = options.tag
      this.body = options.body
      told.push(this)
      queueMicrotask(() => (firstFails && told.length === 1 ? this.onerror?.() : this.onshow?.()))
    }
    close() {
      this.isOpen = false
    }
  }
  Object.assign(window, { told, Notification: FakeNotification })
}
