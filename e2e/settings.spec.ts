import { expect, test } from './shared-app.ts'
import { body } from './peers.ts'

test('every setting is found, changed and kept in one sheet, and what cannot be is refused there', async ({
  desk,
  janus,
}) => {
  const { page } = desk
  await page.keyboard.press('ControlOrMeta+,')
  const sheet = page.getByRole('dialog', { name: 'Settings' })
  const find = sheet.getByRole('searchbox', { name: 'Find a setting' })
  await expect(find).toBeFocused()
  const limits = sheet.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Limits' })
  await limits.click()
  await expect(limits).toHaveAttribute('aria-current', 'true')
  await expect(sheet.getByRole('heading', { name: 'Limits' })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('textbox', { name: 'Per turn, dollars' })).toBeFocused()
  await find.fill('theme')
  await sheet.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await find.fill('queue timeout')
  const patience = sheet.getByRole('textbox', { name: 'Queue timeout' })
  await patience.fill('0')
  await patience.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('patience')
  await expect(patience).toHaveAccessibleDescription(/steers the turn/)
  await page.keyboard.press('Escape')
  await expect(patience).toHaveValue('120')
  await expect(sheet.getByRole('alert')).toBeHidden()
  await patience.fill('60')
  await patience.press('Tab')
  const usual = sheet.getByRole('button', { name: 'Reset Queue timeout' })
  await expect(usual).toBeVisible()

  await find.fill('daily limit')
  await sheet.getByRole('textbox', { name: 'Daily limit, tokens' }).fill('100k')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('textbox', { name: 'Daily limit, tokens' })).toHaveValue('100000')
  await find.fill('pause all timers')
  await sheet.getByRole('switch', { name: 'Pause all timers' }).click()
  await expect(sheet.getByRole('switch', { name: 'Pause all timers' })).toBeChecked()

  const now = async () => {
    const reports = await body<{ name: string; value: unknown }[]>(janus, 'GET', '/settings')
    return Object.fromEntries(reports.map(({ name, value }) => [name, value]))
  }
  expect(await now()).toMatchObject({
    theme: 'dark',
    patience: 60,
    quiet: true,
    dayCap: { usd: null, tokens: 100_000 },
  })
  await find.fill('queue timeout')
  await usual.click()
  await expect(patience).toHaveValue('120')
  expect(await now()).toMatchObject({ patience: 120 })
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('why a fleet was not founded comes into view', async ({ desk }) => {
  const { page } = desk
  await page.setViewportSize({ width: 1000, height: 360 })
  await page.keyboard.press('ControlOrMeta+,')
  const sheet = page.getByRole('dialog', { name: 'Settings' })
  await sheet.getByRole('searchbox', { name: 'Find a setting' }).fill('fleet')
  const form = sheet.getByRole('form', { name: 'Create fleet' })
  await form.getByLabel('Name of this machine').fill('attic')
  await form.getByLabel('Address of the server').fill('nowhere')
  // The button is at the lower edge of the view.
  const button = form.getByRole('button', { name: 'Create', exact: true })
  await button.evaluate((one) => one.scrollIntoView({ block: 'end' }))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('is no address')
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('what Janus is stands in a dialog, and a diagnosis without words can be copied', async ({
  desk,
  janus,
}) => {
  const { page } = desk
  await desk.create('Secretkeeper')
  await desk.say('Secretkeeper', 'say: The words of a conversation.')
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('button', { name: 'About Janus…' }).click()
  const about = page.getByRole('dialog', { name: 'About Janus' })
  await expect(about).toContainText('development')
  await expect(about.getByRole('region', { name: 'Programs' })).toContainText('Claude CLI 2.')
  await about.getByText('Third-party licenses').click()
  await expect(about.getByLabel('Licenses')).toContainText('react-dom')
  // The desktop app's window may write the clipboard, but not read it.
  if (janus.window === null) await page.context().grantPermissions(['clipboard-write'])
  await about.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect(page.getByText('Copied').first()).toBeVisible()
  const { diagnosis } = await body<{ diagnosis: string }>(janus, 'GET', '/about')
  expect(diagnosis).toMatch(/^Janus \d.*\nSystem: /)
  expect(diagnosis).not.toMatch(/Secretkeeper|conversation/)
})
