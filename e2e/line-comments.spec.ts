import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './shared-app.ts'
import { call } from './peers.ts'

const lines = Array.from({ length: 24 }, (_, at) => `export const price${at + 1} = ${at + 1}`)
const text = (changes: Readonly<Record<number, string>> = {}) =>
  lines.map((line, at) => `${changes[at + 1] ?? line}\n`).join('')

const edit = (path: string, before: string, after: string) =>
  call('Edit', { file_path: path, old_string: before, new_string: after })

test('four comments on lines go to the agent as one message, its answer leads back, and one hunk is reverted', async ({
  desk,
  place,
}) => {
  const folder = join(place.work, 'prices')
  const file = join(folder, 'src', 'prices.js')
  await mkdir(join(folder, 'src'), { recursive: true })
  await writeFile(file, text())
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: folder })
  await place.handOver()
  await desk.create('Pricer', { folder })
  const [first, second] = ['export const price2 = 20', 'export const price20 = 200']
  await desk.say(
    'Pricer',
    call('Read', { file_path: file }),
    edit(file, 'price2 = 2\n', 'price2 = 20\n'),
    edit(file, 'price20 = 20\n', 'price20 = 200\n'),
    'say: Changed.',
  )
  await desk.decide('Edit', 'Allow once')
  await desk.decide('Edit', 'Allow once')
  await expect(desk.line('Pricer', 'Changed.').last()).toBeVisible()

  await desk.page.locator('[data-part=turn-changes]').click()
  const dialog = desk.page.getByRole('dialog', { name: 'Pricer’s changes' })
  const row = (words: string) => dialog.getByRole('row').filter({ hasText: words }).first()
  const field = dialog.locator('[data-part=comment-form]').getByRole('textbox')
  const comments = dialog.locator('[data-part=line-comment]')
  const write = async (words: string) => {
    await field.fill(words)
    await field.press('Enter')
    await expect(field).toBeHidden()
    await expect(comments.filter({ hasText: words.split('\n')[0] ?? '' })).toBeVisible()
  }
  // By mouse: one line by its number, then three by dragging over their numbers.
  await row(first).locator('[data-part=gutter]').first().click()
  await write('Why twenty?')
  await row('price19').locator('[data-part=gutter]').last().hover()
  await desk.page.mouse.down()
  await row('price21').locator('[data-part=gutter]').last().hover()
  await desk.page.mouse.up()
  await expect(dialog.getByRole('row', { selected: true })).toHaveCount(4)
  await write('Do these belong together?')
  // By keyboard: the removed line, then two lines.
  await row('−export const price2 = 2').focus()
  await desk.page.keyboard.press('Enter')
  await write('The old price was right.')
  await row('price4').focus()
  await desk.page.keyboard.press('Shift+ArrowDown')
  await desk.page.keyboard.press('Enter')
  const orders = [edit(file, first, 'export const price2 = 21'), 'say: It is 21 now, see src/prices.js:2.']
  await write(['Raise the second.', ...orders].join('\n'))
  await row('price22').focus()
  await desk.page.keyboard.press('Enter')
  await write('A slip.')
  await comments.filter({ hasText: 'A slip.' }).getByRole('button', { name: 'Remove' }).click()
  await expect(comments).toHaveCount(4)
  await comments.filter({ hasText: 'Why twenty?' }).getByRole('button', { name: 'Edit' }).click()
  await write('Why twenty, not two?')
  await expect(dialog.getByText('4 pending comments')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 4 comments' }).click()
  await expect(dialog.getByText('pending comments')).toBeHidden()
  await desk.page.keyboard.press('Escape')

  const sent = desk.transcript('Pricer').locator('[data-part=line-comment]')
  await expect(sent).toHaveCount(4)
  await expect(sent.first()).toContainText('src/prices.js:2')
  await desk.decide('Edit', 'Allow once')
  await desk.transcript('Pricer').getByText('src/prices.js:2', { exact: true }).last().click()
  await expect(row('price2 = 21')).toBeFocused()
  await expect(comments.filter({ hasText: 'Why twenty, not two?' })).toContainText('Outdated')
  await expect(comments.filter({ hasText: 'Do these belong together?' })).not.toContainText('Outdated')

  await dialog.getByRole('button', { name: 'Revert hunk…' }).last().click()
  await dialog
    .getByRole('group', { name: 'Revert hunk 2?' })
    .getByRole('button', { name: 'Revert', exact: true })
    .click()
  await expect(dialog.getByText('Reverted src/prices.js')).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe(text({ 2: 'export const price2 = 21' }))
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(row(second)).toBeVisible()
  await dialog.getByText('1 earlier comment').click()
  await comments.filter({ hasText: 'Why twenty' }).getByRole('button', { name: 'Show answer' }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.transcript('Pricer').getByText('It is 21 now').last()).toBeInViewport()
})
