import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { makeRepository } from './repository.ts'
import { config, createApart } from './worktrees.ts'
import { call } from './peers.ts'

const command = (text: string) => [call('Bash', { command: text, description: 'Look' }), 'say: Looked.']

test('a worktree is set up before the first turn, once the command is approved; the agent knows its ports', async ({
  desk,
  place,
}) => {
  const setup = 'cat .env > ready; echo port $JANUS_PORT >> ready; cat ready'
  const { folder } = await makeRepository(
    place,
    'harbour',
    {
      '.gitignore': '.env\nready\n',
      '.worktreeinclude': '.env\n',
      '.janus/worktree.json': config({ setup, ports: 4 }),
    },
    { '.env': 'TIDE=high\n' },
  )
  await desk.create('Pilot', { folder })
  await createApart(desk, 'Mooring', folder)
  await desk.say('Mooring', ...command('cat ready; echo "agent $JANUS_PORT of $JANUS_PORT_COUNT"'))
  const card = desk.page.getByRole('group', { name: 'Run this command to set up the worktree?' })
  await expect(card.getByText(setup)).toBeVisible()
  await expect(desk.tab('Mooring')).toHaveAccessibleName(/needs you/i)
  await card.getByRole('button', { name: 'Run' }).click()
  await expect(card).toBeHidden()
  await desk.decide('Bash', 'Allow once')
  await expect(desk.line('Mooring', 'Looked.')).toBeVisible()
  const row = desk.transcript('Mooring').locator('summary').filter({ hasText: 'cat ready' })
  await row.click()
  const output = desk.transcript('Mooring').locator('[data-part=tool-text]').last()
  await expect(output).toContainText(/TIDE=high\s+port (\d+)\s+agent \1 of 4/)
})

test('a setup that hangs is stopped, one that fails is tried again, and a failed teardown keeps the worktree @long', async ({
  desk,
  place,
}) => {
  const hangs = 'echo waiting; sleep 1000'
  const { folder, git, put } = await makeRepository(place, 'quay', {
    '.janus/worktree.json': config({ setup: hangs, teardown: 'echo busy; exit 4' }),
  })
  await desk.create('Crane', { folder })
  await createApart(desk, 'Winch', folder)
  const ask = desk.page.getByRole('group', { name: 'Run this command to set up the worktree?' })
  await ask.getByRole('button', { name: 'Run' }).click()
  const run = desk.page.locator('[data-part=worktree-run]')
  await run.locator('summary').click()
  await expect(run.getByRole('group', { name: 'Output' })).toHaveText('waiting')
  await run.getByRole('button', { name: 'Stop' }).click()
  const failed = desk.page.getByRole('group', { name: 'The worktree could not be set up' })
  await expect(failed).toContainText('It was stopped.')
  await put({ '.janus/worktree.json': config({ setup: 'true', teardown: 'echo busy; exit 4' }) })
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(ask.getByText('true')).toBeVisible()
  await ask.getByRole('button', { name: 'Start without setup' }).click()
  await desk.hear('Winch', 'Here I am.')
  await desk.page.getByRole('button', { name: 'Actions for Winch' }).click()
  await desk.page.getByRole('menuitem', { name: /^Close/ }).click()
  const leave = desk.page.getByRole('dialog', { name: 'Close Winch, and its worktree?' })
  await leave.getByLabel('Discard').check()
  await expect(leave.getByText('echo busy; exit 4')).toBeVisible()
  await leave.getByRole('button', { name: 'Discard and close' }).click()
  await expect(leave.getByText('The teardown command failed. It ended with code 4.')).toBeVisible()
  expect(await git('branch', '--list', 'janus/*')).toContain('janus/winch')
  await leave.getByLabel('Remove it without the teardown command').check()
  await leave.getByRole('button', { name: 'Discard and close' }).click()
  await expect(desk.page.getByText('Winch is closed, and its worktree is gone')).toBeVisible()
  expect(await git('branch', '--list', 'janus/*')).toBe('')
  expect(await readFile(join(folder, '.janus', 'worktree.json'), 'utf8')).toContain('busy')
})
