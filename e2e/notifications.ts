import type { Page } from '@playwright/test'

/** What a page asked the system to show. */
export interface Told {
  readonly title: string
  readonly tag: string
  readonly body: string
  /** It was not taken back. */
  readonly isOpen: boolean
  onclick: (() => void) | null
}
declare global {
  interface Window {
    /** What this page has asked the system to show, in order. */
    told: Told[]
  }
}

/** From its next load on the page has a system that shows nothing, and says yes when it is asked; `firstFails`: the first is not shown, as none is where the system shows none. */
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
