import { expect, test } from './shared-app.ts'

test('an agent of the registry fills in the command line, by keys', async ({ desk }) => {
  const { page } = desk
  await desk.create('scout')
  await page.getByRole('button', { name: 'New agent' }).click()
  const sheet = page.getByRole('dialog', { name: 'New agent' })
  await sheet.getByLabel('Program', { exact: true }).selectOption('other')
  await sheet.getByRole('button', { name: 'Add a program…' }).focus()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('searchbox', { name: 'Search the registry' })).toBeFocused()
  await page.keyboard.type('moonshot')
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: /^Kimi CLI/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('textbox', { name: 'Command line' })).toHaveValue('kimi acp')
  await expect(sheet.getByRole('button', { name: /^Kimi CLI/, pressed: true })).toContainText(
    'Install it yourself first',
  )
})
