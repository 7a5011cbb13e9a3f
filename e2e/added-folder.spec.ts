import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'

test(
  'a folder that the user adds is read without a question, until it is removed',
  { tag: '@long' },
  async ({ desk, place }) => {
    const { page } = desk
    const shared = join(place.root, 'shared')
    await mkdir(shared)
    const file = join(shared, 'tides.txt')
    await writeFile(file, 'High at six.')
    await desk.create('scout')
    await page.getByRole('button', { name: 'Actions for scout' }).click()
    await page.getByRole('menuitem', { name: /^Settings/ }).click()
    const sheet = page.getByRole('dialog', { name: 'scout’s settings' })
    const field = sheet.getByRole('combobox', { name: 'Add a folder' })

    await field.fill(join(place.root, 'nowhere'))
    await field.press('Enter')
    await expect(sheet).toContainText('There is no folder')
    await field.fill(place.work)
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(sheet).toContainText(`scout works in ${place.work} already`)
    await field.fill(shared)
    await field.press('Enter')
    await expect(sheet.getByRole('listitem').filter({ hasText: shared })).toBeVisible()
    await expect(field).toHaveValue('')
    await sheet.getByRole('button', { name: 'Cancel' }).click()

    await desk.say('scout', `call: Read ${JSON.stringify({ file_path: file })}`, 'say: Read it.')
    await expect(desk.transcript('scout')).toContainText('Read it.')
    await expect(page.getByRole('group').filter({ hasText: 'Allow' })).toBeHidden()

    await page.getByRole('button', { name: 'Actions for scout' }).click()
    await page.getByRole('menuitem', { name: /^Settings/ }).click()
    await sheet.getByRole('button', { name: `Remove ${shared}` }).click()
    await expect(sheet).toContainText('Nothing yet')
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await desk.say('scout', `call: Read ${JSON.stringify({ file_path: file })}`, 'say: Again.')
    await expect(desk.tab('scout', 'working, needs you')).toBeVisible()
  },
)
