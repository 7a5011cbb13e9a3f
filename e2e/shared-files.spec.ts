import { readFile } from 'node:fs/promises'
import { wordsOf } from './model.ts'
import { ask, body, call } from './peers.ts'
import { repository } from './repository.ts'
import { expect, test } from './shared-app.ts'

const edit = (path: string, before: string, after: string) => [
  call('Read', { file_path: path }),
  call('Edit', { file_path: path, old_string: before, new_string: after }),
]

test('an edit that meets another’s is known to both in time, seen in both headers, and asked about if the user wants it', async ({
  desk,
  janus,
  model,
  place,
}) => {
  const { folder, file, git } = await repository(place, 'ferry')
  const { page } = desk
  for (const name of ['Scout', 'Critic']) {
    await desk.create(name, { folder })
    await page.getByRole('button', { name: 'Permission mode: Ask before acting' }).click()
    await page.getByRole('radio', { name: /^Edit freely/ }).click()
  }
  await ask(janus, 'Scout', ...edit(file, 'fare = 4', 'fare = 5'), 'say: Changed the fare.')
  await ask(janus, 'Critic', ...edit(file, 'zones = 3', 'zones = 7'), 'say: Changed the zones.')
  // The result of that very call told it.
  const heard = wordsOf(await model.lastWith('zones = 7'))
  expect(heard).toContain('"Scout" has changed src/fares.js and not committed it.')
  expect(await readFile(file, 'utf8')).toBe('export const fare = 5\nexport const zones = 7\n')

  await desk.show('Critic')
  await expect(desk.transcript('Critic')).toContainText(
    'Told before its edit: Scout has changed src/fares.js',
  )
  await page.getByRole('button', { name: 'Scout is editing fares.js too' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files of Critic that other agents use too' })
  await expect(dialog.getByRole('group', { name: 'Changes by Critic' })).toContainText('zones = 7')
  await expect(dialog.getByRole('group', { name: 'Changes by Scout' })).toContainText('fare = 5')
  await page.keyboard.press('Escape')
  await desk.show('Scout')
  await expect(page.getByRole('button', { name: 'Critic is editing fares.js too' })).toBeVisible()

  // No turn started for it; it comes with the next prompt.
  await ask(janus, 'Scout', call('claim_files', { paths: ['src/new.js'] }), 'say: Claimed.')
  const noticed = wordsOf(await model.lastWith('say: Claimed.'))
  expect(noticed).toContain('"Critic" is editing src/fares.js, which you have changed and not committed.')
  expect(await body(janus, 'GET', '/files')).toMatchObject([
    { agent: 'Scout', state: 'changed', sharedWith: ['Critic'] },
    { agent: 'Scout', state: 'claimed' },
    { agent: 'Critic', state: 'changed', sharedWith: ['Scout'] },
  ])

  await body(janus, 'PATCH', '/settings', { askSharedEdits: true })
  await desk.say('Critic', ...edit(file, 'zones = 7', 'zones = 9'), 'say: I may not.')
  const card = page.getByRole('group', { name: 'Edit this file?' })
  await expect(card).toContainText('Scout has changed src/fares.js and not committed it.')
  await desk.decide('Edit', 'Deny')
  await expect(desk.line('Critic', 'I may not.')).toBeVisible()
  expect(await readFile(file, 'utf8')).toContain('zones = 7')
  await body(janus, 'PATCH', '/settings', { askSharedEdits: false })

  await git('commit', '--quiet', '--all', '-m', 'Both')
  await desk.hear('Critic', 'Go on.')
  await expect(page.getByRole('button', { name: 'Scout is editing fares.js too' })).toBeHidden()
})
