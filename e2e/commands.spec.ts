import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'

declare global {
  interface Window {
    /** The app's menu, tray or task bar asks the page for something. */
    command: (words: string) => void
    /** What the page has asked of Janus. */
    asked: string[]
    notification: { onclick: (() => void) | null } | null
  }
}

/** The page as the desktop app has it: asked by what the preload puts there, and asking through it. */
async function withBridge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const hearers = new Set<(words: string) => void>()
    window.command = (words) => hearers.forEach((hear) => hear(words))
    window.asked = []
    const janus = {
      request: async (kind: string, input: unknown) => {
        window.asked.push(kind)
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`requests/${kind}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        const body = (await answer.json()) as { error?: unknown }
        return answer.ok ? { answer: body } : body
      },
      subscribe: (listener: (event: unknown) => void) => {
        const source = new EventSource('feed')
        source.onmessage = ({ data }: MessageEvent<string>) => {
          // The web shell answers here: it is told to the page as the app.
          listener(JSON.parse(data.replaceAll('"shell":"web"', '"shell":"desktop"')))
        }
        return () => source.close()
      },
      onCommand: (hear: (words: string) => void) => {
        hearers.add(hear)
        return () => hearers.delete(hear)
      },
    }
    class Notification {
      static readonly permission = 'granted'
      readonly onclick = null
      constructor() {
        window.notification = this
      }
      close() {
        window.notification = null
      }
    }
    Object.assign(window, { janus, Notification, notification: null })
  })
}

test.beforeEach(({ page }) => withBridge(page))

test('the page does what the app around it asks, over no open sheet, and nothing that it does not know', async ({
  desk,
  place,
}) => {
  const { page } = desk
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const command = (words: string) => page.evaluate((words) => window.command(words), words)
  await desk.create('scout', { folder: place.work })
  await desk.create('puppet', { folder: place.work })

  await command('previous-tab')
  await expect(desk.composer('scout')).toBeFocused()
  await command('keys')
  // The keys of the app's own menu are told with the others.
  await expect(dialog('Keys').getByRole('region', { name: 'The desktop app' })).toContainText('Full screen')
  await command('new-agent')
  await expect(dialog('New agent')).toBeHidden()
  await page.keyboard.press('Escape')
  await command('new-agent')
  await expect(dialog('New agent').getByLabel('Name')).toBeFocused()
  const id = await desk.tabs.locator('.tab-row', { hasText: 'puppet' }).getAttribute('data-agent')
  await command(`go:${id ?? ''}`)
  await expect(desk.composer('puppet')).toBeVisible()
  await expect(dialog('New agent')).toBeVisible()
  await page.keyboard.press('Escape')
  await command('close-tab')
  await expect(desk.tab('puppet')).toBeHidden()
  for (const words of [`go:${id ?? ''}`, 'go:agt-nobody', 'delete-all', '__proto__', '']) await command(words)
  await expect(desk.composer('scout')).toBeVisible()
  await command('reopen-tab')
  await expect(desk.composer('puppet')).toBeVisible()
})

test('a click on a notification asks for the window, and leads to the card wherever that stands', async ({
  desk,
  janus,
  model,
  place,
}) => {
  const { page } = desk
  expect(await janus.api('PATCH', '/settings', { notify: true })).toMatchObject({ status: 200 })
  await desk.create('scout', { folder: place.work })
  await desk.create('puppet', { folder: place.work })
  await desk.say('scout', 'wait: elsewhere', 'call: Bash {"command":"touch x.txt"}')
  await model.held('elsewhere')
  await desk.show('puppet')
  await model.release('elsewhere')
  await expect.poll(() => page.evaluate(() => window.notification !== null)).toBe(true)
  expect(await page.evaluate(() => window.asked)).not.toContain('window.show')
  await page.evaluate(() => window.notification?.onclick?.())
  await expect(page.getByRole('group', { name: 'May it run a command?' })).toBeFocused()
  expect(await page.evaluate(() => window.asked)).toContain('window.show')
})
