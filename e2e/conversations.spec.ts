import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { converse } from './real-cli.ts'
import type { Desk } from './desk.ts'
import { expect, test } from './shared-app.ts'

async function fileOf(place: Place, id: string): Promise<string> {
  const projects = join(place.home, 'claude', 'projects')
  for (const folder of await readdir(projects)) {
    const files = await readdir(join(projects, folder))
    if (files.includes(`${id}.jsonl`)) return join(projects, folder, `${id}.jsonl`)
  }
  throw new Error(`no conversation ${id}`)
}

const listed = (desk: Desk) => desk.page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')

test('a conversation of the CLI goes on in a tab, is searched, and is forked from a turn; the original is as it was', async ({
  desk,
  model,
  place,
}) => {
  const name = 'ferry'
  const folder = join(place.work, name)
  await mkdir(folder)
  const id = await converse(place, model, folder, ['say: Zebras ride free.', 'say: And their foals too.'])
  const file = await fileOf(place, id)
  const before = await readFile(file)
  await desk.create('Scout', { folder })

  await test.step('it is listed with its first words, found by them, and opened by keyboard', async () => {
    const dialog = await desk.openDialog()
    await dialog.getByRole('button', { name: 'Resume conversation…' }).click()
    const field = desk.page.getByRole('combobox', { name: /^Search .* conversations$/ })
    await expect(listed(desk).first()).toContainText('say: Zebras ride free.')
    await expect(listed(desk).first()).toContainText('2 turns')
    await field.fill('zebras')
    await expect(listed(desk)).toHaveCount(1)
    await field.press('Enter')
  })

  await test.step('its words are rows, marked as imported, and found; one more turn knows them', async () => {
    await expect(desk.tab(name)).toBeVisible()
    await expect(desk.line(name, 'Zebras ride free.')).toBeVisible()
    await expect(desk.transcript(name).getByText('imported').first()).toBeVisible()
    await expect(desk.transcript(name)).toContainText('This tab continues a copy; the original is unchanged.')
    await desk.hear(name, 'Noted.')
    expect(JSON.stringify(await model.lastWith('say: Noted.'))).toContain('Zebras ride free.')
    await desk.page.keyboard.press('ControlOrMeta+Shift+F')
    await desk.page.getByRole('combobox', { name: 'Search everything said' }).fill('foals')
    await expect(desk.page.getByRole('option').first()).toContainText('foals')
    await desk.page.keyboard.press('Escape')
  })

  await test.step('fork from here: all up to that turn, and the other tab stays', async () => {
    const turn = desk.transcript(name).getByRole('article').filter({ hasText: 'Zebras ride free.' }).last()
    await turn.getByRole('button', { name: /^From what/ }).click()
    await desk.page.getByRole('menuitem', { name: 'Fork from here' }).click()
    const fork = `${name} 2`
    await expect(desk.composer(fork)).toBeVisible()
    await expect(desk.line(fork, 'And their foals too.')).toHaveCount(0)
    await desk.hear(fork, 'Onward.')
    const asked = JSON.stringify(await model.lastWith('say: Onward.'))
    expect(asked).toContain('Zebras ride free.')
    expect(asked).not.toContain('foals')
    await desk.page.getByRole('button', { name: `· fork of ${name}` }).click()
    await expect(desk.composer(name)).toBeVisible()
  })

  await test.step('edit and send again: the words are in the composer of a fork that ends before them', async () => {
    const own = desk.transcript(name).getByRole('article').filter({ hasText: 'say: And their foals too.' })
    await own.getByRole('button', { name: /^From what/ }).click()
    await desk.page.getByRole('menuitem', { name: /^Edit and send again/ }).click()
    const edited = `${name} 3`
    await expect(desk.composer(edited)).toHaveValue('say: And their foals too.')
    await expect(desk.line(edited, 'Zebras ride free.')).toBeVisible()
    await expect(desk.line(edited, 'And their foals too.')).toHaveCount(0)
  })

  // The original file is unchanged, including its modification time.
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('files that an agent changed are taken back, after it was said which @long', async ({
  desk,
  place,
  model,
}) => {
  const path = join(place.work, 'fares.txt')
  await writeFile(path, 'child: 2\n')
  await desk.create('Scout')
  await desk.say(
    'Scout',
    `call: Read {"file_path":"${path}"}`,
    `call: Edit {"file_path":"${path}","old_string":"2","new_string":"3"}`,
    'say: Raised.',
  )
  await desk.decide('Edit', 'Allow once')
  await expect(desk.line('Scout', 'Raised.')).toBeVisible()
  expect(await readFile(path, 'utf8')).toBe('child: 3\n')
  await desk.say('Scout', 'wait: rest', 'say: Rested.')
  await model.held('rest')
  const own = desk.transcript('Scout').getByRole('article').first()
  await own.getByRole('button', { name: /^From what/ }).click()
  const takeBack = desk.page.getByRole('menuitem', { name: /^Revert file changes/ })
  await expect(takeBack).toContainText('It is working: stop it, or wait until its turn ends.')
  // The open menu updates with its agent.
  await model.release('rest')
  await expect(takeBack).toBeEnabled()
  await takeBack.click()
  const dialog = desk.page.getByRole('dialog', { name: 'Revert Scout’s changes' })
  await expect(dialog).toContainText('fares.txt')
  await expect(dialog).toContainText('Files that commands created or removed are unchanged')
  expect(await readFile(path, 'utf8')).toBe('child: 3\n')
  await dialog.getByRole('button', { name: 'Revert' }).click()
  await expect(desk.transcript('Scout')).toContainText('You reverted the changes to')
  expect(await readFile(path, 'utf8')).toBe('child: 2\n')
})

test(
  'a conversation that is gone: it is told, what was said stays, and the others are one press away',
  { tag: '@long' },
  async ({ desk, place }) => {
    await desk.create('Scout')
    await desk.hear('Scout', 'The word is heron.')
    await desk.choose('Scout', 'Stop')
    await expect(desk.tab('Scout', 'stopped')).toBeVisible()
    const projects = join(place.home, 'claude', 'projects')
    await rm(join(projects, place.work.replace(/[^a-zA-Z0-9]/g, '-')), { recursive: true })
    await desk.hear('Scout', 'Begun again.')
    const said = desk.transcript('Scout')
    await expect(said).toContainText('The earlier conversation was not found')
    await expect(said).toContainText('The word is heron.')
    await said.getByRole('button', { name: 'Look for it…' }).click()
    await expect(desk.page.getByRole('dialog', { name: 'Resume a Claude conversation' })).toBeVisible()
  },
)
