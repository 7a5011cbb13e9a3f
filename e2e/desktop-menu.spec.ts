import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './shared-app.ts'

declare global {
  interface Window {
    notification: { onclick: (() => void) | null } | null
  }
}

const choose = (app: ElectronApplication, label: string) =>
  app.evaluate(({ Menu }, label) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    const item = items.find((one) => one.label.replace('&', '') === label)
    if (item === undefined) throw new Error(`The menu has no "${label}".`)
    item.click()
  }, label)

const command = (app: ElectronApplication, ...all: readonly string[]) =>
  app.evaluate(({ BrowserWindow }, all) => {
    for (const one of all) BrowserWindow.getAllWindows()[0]?.webContents.send('janus:command', one)
  }, all)

test('the menu and the task bar ask the page, over no open sheet; a click on a notification brings the window', async ({
  desk,
  janus,
  model,
}) => {
  const { page } = desk
  const { app } = janus
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await desk.create('scout')
  await desk.create('puppet')

  await test.step('the menu', async () => {
    await choose(app, 'Keyboard shortcuts')
    // The dialog lists the desktop app's own keys too.
    await expect(dialog('Keyboard shortcuts').getByRole('region', { name: 'The desktop app' })).toContainText(
      'Full screen',
    )
    await choose(app, 'New agent…')
    await expect(dialog('New agent')).toBeHidden()
    await page.keyboard.press('Escape')
    await choose(app, 'New agent…')
    await expect(dialog('New agent').getByLabel('Name')).toBeFocused()
  })

  await test.step('a tab by its id, also under a sheet; what is not known does nothing', async () => {
    const id = await desk.tabs.locator('[data-part=tab-row]', { hasText: 'scout' }).getAttribute('data-agent')
    await command(app, `go:${id ?? ''}`)
    await expect(desk.composer('scout')).toBeVisible()
    await expect(dialog('New agent')).toBeVisible()
    await page.keyboard.press('Escape')
    await command(app, 'go:agt-nobody', 'delete-all', '__proto__', '', 'next-tab')
    await expect(desk.composer('puppet')).toBeFocused()
    await command(app, 'close-tab')
    await expect(desk.tab('puppet')).toBeHidden()
    await command(app, 'reopen-tab')
    await expect(desk.composer('puppet')).toBeVisible()
  })

  await test.step('a notification', async () => {
    expect(await janus.api('PATCH', '/settings', { notify: true })).toMatchObject({ status: 200 })
    await page.evaluate(() => {
      class Shown {
        static readonly permission = 'granted'
        readonly onclick = null
        constructor() {
          window.notification = this
        }
        close() {
          window.notification = null
        }
      }
      Object.assign(window, { Notification: Shown, notification: null })
    })
    await desk.say('scout', 'wait: elsewhere', 'call: Bash {"command":"touch x.txt"}')
    await model.held('elsewhere')
    await desk.show('puppet')
    await model.release('elsewhere')
    await expect.poll(() => page.evaluate(() => window.notification !== null)).toBe(true)
    const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    expect(await isVisible()).toBe(false)
    await page.evaluate(() => window.notification?.onclick?.())
    await expect.poll(isVisible).toBe(true)
    await expect(page.getByRole('group', { name: 'Run this command?' })).toBeFocused()
  })
})
