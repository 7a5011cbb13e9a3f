import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'

declare global {
  interface Window {
    /** The app's menu, tray or task bar asks the page for something. */
    command: (words: string) => void
    /** What the page has asked of Janus. */
    asked: string[]
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
          const event = JSON.parse(data) as { status?: { shell: string } }
          if (event.status) event.status.shell = 'desktop'
          listener(event)
        }
        return () => source.close()
      },
      onCommand: (hear: (words: string) => void) => {
        hearers.add(hear)
        return () => hearers.delete(hear)
      },
    }
    Object.assign(window, { janus })
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
