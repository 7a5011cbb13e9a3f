import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Desk } from './desk.ts'
import { fares, repository } from './repository.ts'
import { expect, test } from './shared-app.ts'
import { call } from './peers.ts'

const edit = (path: string, before: string, after: string) => [
  call('Read', { file_path: path }),
  call('Edit', { file_path: path, old_string: before, new_string: after }),
  'say: Changed.',
]

async function change(desk: Desk, name: string, path: string, before: string, after: string) {
  await desk.say(name, ...edit(path, before, after))
  await desk.decide('Edit', 'Allow once')
  await expect(desk.line(name, 'Changed.').last()).toBeVisible()
}

test('what an agent changed is seen under its turn, file by file, and taken back; the branch stands beside the folder', async ({
  desk,
  janus,
  place,
}) => {
  const { folder, file, git } = await repository(place, 'ferry')
  await desk.create('Scout', { folder })
  const place1 = desk.page.locator('[data-part=place]')
  await expect(place1).toContainText('main')
  await git('checkout', '--quiet', '-b', 'fares')
  await expect(place1).toContainText('fares')
  await change(desk, 'Scout', file, 'fare = 4', 'fare = 5')
  await desk.page.getByRole('button', { name: '1 file 1 lines added, 1 removed' }).click()
  const dialog = desk.page.getByRole('dialog', { name: 'Scout’s changes' })
  const rows = dialog.getByRole('row')
  await expect(dialog.getByRole('button', { name: 'Turn', exact: true })).toBeFocused()
  await expect(rows).toHaveText([
    '1−export const fare = 4',
    '1+export const fare = 5',
    '22 export const zones = 3',
  ])
  await dialog.getByRole('button', { name: 'Revert…' }).click()
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(dialog.getByText('Reverted src/fares.js')).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe(fares)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await desk.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await desk.page.keyboard.press(janus.window === null ? 'Alt+Shift+KeyD' : 'ControlOrMeta+Shift+KeyD')
  await expect(dialog.getByRole('button', { name: 'Conversation' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Since commit' }).click()
  await expect(rows.first()).toContainText('export const fare = 4')
  expect(await readFile(file, 'utf8')).toContain('fare = 5')
})

test('a second agent is offered its own worktree, and is brought back with its tab @long', async ({
  desk,
  place,
}) => {
  const { folder, file, git } = await repository(place, 'pier')
  await desk.create('Builder', { folder })
  const dialog = await desk.openDialog()
  await dialog.getByLabel('Name').fill('Critic')
  await dialog.getByLabel('Folder').fill(folder)
  await expect(dialog.getByText('Builder may change files in this folder too')).toBeVisible()
  // While the folder field has the focus, its list covers what is below.
  await dialog.getByLabel('Folder').press('Escape')
  await dialog.getByLabel('In its own worktree').check()
  await expect(dialog.getByText('on the branch janus/critic from main')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(desk.page.locator('[data-part=branch]')).toHaveText(/janus\/critic/)
  const own = (await git('worktree', 'list', '--porcelain')).match(/^worktree (.*critic)$/m)?.[1] ?? ''
  await change(desk, 'Critic', join(own, 'src', 'fares.js'), 'fare = 4', 'fare = 6')
  expect(await readFile(file, 'utf8')).toBe(fares)
  await desk.page.getByRole('button', { name: 'Actions for Critic' }).click()
  await desk.page.getByRole('menuitem', { name: /^Close/ }).click()
  const leave = desk.page.getByRole('dialog', { name: 'Close Critic, and its worktree?' })
  await expect(leave.getByText('1 file not committed:')).toBeVisible()
  await leave.getByRole('button', { name: 'Merge and close' }).click()
  await expect(desk.page.getByText('1 commit merged into main')).toBeVisible()
  expect(await readFile(file, 'utf8')).toContain('fare = 6')
  expect(await git('branch', '--list', 'janus/*')).toBe('')
})

test('the output of a command opens at its end, with its exit code and what it was for @long', async ({
  desk,
}) => {
  await desk.create('Counter')
  const command = { command: 'seq 1 900; exit 3', description: 'Count to nine hundred' }
  await desk.say('Counter', call('Bash', command), 'say: Counted.')
  await desk.decide('Bash', 'Allow once')
  await expect(desk.line('Counter', 'Counted.')).toBeVisible()
  const row = desk.transcript('Counter').locator('summary').filter({ hasText: 'seq 1 900' })
  await expect(row).toContainText('Count to nine hundred')
  await expect(row).toContainText('failed, exit code 3')
  await row.click()
  const output = desk.transcript('Counter').locator('[data-part=tool-text]').last()
  await expect(output).toContainText('900')
  const left = await output.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  expect(Math.abs(left)).toBeLessThan(2)
  await expect(desk.page.getByRole('button', { name: 'Copy the output' })).toBeVisible()
})
