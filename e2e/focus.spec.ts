import { expect, test } from './app.ts'

test('a card takes no focus, and answers no key from outside it', async ({ desk, place }) => {
  await desk.create('scout', { folder: place.work })
  await desk.say('scout', 'call: Bash {"command":"touch keyed.txt"}', 'say: After it.')
  const card = desk.page.getByRole('group').filter({ hasText: 'Bash' })
  await expect(card).toBeVisible()
  await desk.page.reload()
  await expect(card).toBeVisible()
  await expect(desk.composer('scout')).toBeFocused()
  await desk.page.keyboard.type('1 2')
  await expect(desk.composer('scout')).toHaveValue('1 2')
  await expect(desk.transcript('scout')).toContainText('waits for you')
  await desk.composer('scout').fill('')
  await desk.transcript('scout').focus()
  await desk.page.keyboard.press('1')
  await expect(card).toBeVisible()
  await card.focus()
  await expect(async () => {
    await desk.page.keyboard.press('2')
    await expect(card).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(desk.line('scout', 'After it.')).toBeVisible()
  await expect(desk.transcript('scout')).toContainText('denied')
  await expect(desk.transcript('scout')).not.toContainText('failed')
})

test('a sheet opens at its name, Enter sends it, and a refusal stands at its field', async ({
  desk,
  place,
}) => {
  await desk.create('scout', { folder: place.work })
  const dialog = await desk.openDialog()
  const name = dialog.getByLabel('Name')
  await expect(name).toBeFocused()
  await desk.page.keyboard.type('scout')
  await expect(name).toHaveValue('scout')
  await desk.page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription(/scout/)
  await name.fill('puppet')
  await dialog.getByLabel('Folder').fill('/nowhere/at/all')
  await desk.page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Folder')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Folder').fill(place.work)
  await desk.page.keyboard.press('Enter')
  await expect(desk.composer('puppet')).toBeFocused()
})
