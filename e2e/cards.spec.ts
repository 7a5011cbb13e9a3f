import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { lastPrompt } from './model.ts'
import { call } from './peers.ts'

test.beforeEach(async ({ desk }) => {
  await desk.create('scout')
})

test('what is allowed for good is not asked again', async ({ desk, place }) => {
  await desk.say('scout', 'call: Bash {"command":"touch one.txt"}', 'say: After one.')
  const card = desk.page.getByRole('group', { name: 'Run this command?' })
  await expect(card).toContainText('no time limit')
  await expect(card).toContainText(/From your message at \d\d:\d\d\. Uses Bash in/)
  await card.focus()
  await expect(card).toHaveAttribute('data-ready')
  await expect(card.getByRole('button', { name: /in this conversation/ }).first()).toContainText('3')
  await desk.page.keyboard.press('3')
  await expect(desk.line('scout', 'After one.')).toBeVisible()
  await expect(desk.transcript('scout')).toContainText(/You allowed: Bash, and from now on/)
  await desk.say('scout', 'call: Bash {"command":"touch one.txt"}', 'say: After two.')
  await expect(desk.line('scout', 'After two.')).toBeVisible()
  expect(await readdir(place.work)).toEqual(['one.txt'])
})

test('a long command is allowed only when all of it was shown', async ({ desk, place }) => {
  const command = `echo all good # ${'word '.repeat(1_800)}\ntouch unseen.txt # ${'word '.repeat(1_800)}`
  await desk.say('scout', call('Bash', { command }), 'say: It ran.')
  const { page } = desk
  const card = page.getByRole('group', { name: 'Run this command?' })
  await expect(card).toContainText(/[\d,]+ characters are not shown\./)
  await expect(card).not.toContainText('touch unseen.txt')
  const allow = card.getByRole('button', { name: 'Allow once', exact: true })
  await expect(allow).toBeDisabled()
  await card.focus()
  await expect(card).toHaveAttribute('data-ready')
  await page.keyboard.press('1')
  await expect(card.getByRole('button', { name: 'Deny, and say why' })).toBeEnabled()
  expect(await readdir(place.work)).toEqual([])

  await card.getByRole('button', { name: 'Show all' }).click()
  const all = card.getByLabel('What it would run')
  await expect(all).toBeFocused()
  expect((await all.textContent())?.startsWith(command)).toBe(true)
  await expect(card).not.toContainText('not shown')
  await expect(allow).toBeEnabled()
  await page.keyboard.press('1')
  await expect(desk.line('scout', 'It ran.')).toBeVisible()
  expect(await readdir(place.work)).toEqual(['unseen.txt'])
})

test('a long new file is shown as a change, in part and whole', { tag: '@long' }, async ({ desk, place }) => {
  const content = Array.from({ length: 900 }, (_, n) => `line ${n + 1} of a long file\n`).join('')
  const file = join(place.work, 'long.txt')
  await desk.say('scout', call('Write', { file_path: file, content }), 'say: Written.')
  const card = desk.page.getByRole('group', { name: 'Write this file?' })
  const rows = card.getByRole('table', { name: /^Changes in/ }).getByRole('row')
  await expect(rows.first()).toContainText('line 1 of a long file')
  await expect(rows.filter({ hasText: /\[… \d+ characters …\]/ })).toHaveCount(1)
  await expect(rows.last()).toContainText('line 900 of a long file')
  await card.getByRole('button', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(900)
  await card.getByRole('button', { name: 'Allow once', exact: true }).click()
  await expect(desk.line('scout', 'Written.')).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe(content)
})

test('a no carries its reason, and stays as one line', { tag: '@long' }, async ({ desk, model, place }) => {
  await desk.say('scout', 'call: Bash {"command":"touch no.txt"}', 'say: I see.')
  const card = desk.page.getByRole('group', { name: 'Run this command?' })
  await card.getByRole('button', { name: 'Deny, and say why' }).click()
  await card.getByLabel('Why not?').fill('Not on a Friday.')
  await desk.page.keyboard.press('Enter')
  await expect(card).toBeHidden()
  await expect(desk.composer('scout')).toBeFocused()
  await expect(desk.line('scout', 'I see.')).toBeVisible()
  expect(lastPrompt(await model.lastWith('touch no.txt'))).toContain('Not on a Friday.')
  await expect(desk.transcript('scout')).toContainText('You denied: Bash')
  await expect(desk.transcript('scout')).not.toContainText('failed')
  expect(await readdir(place.work)).toEqual([])
})

test("a card says when another agent's words began the turn", { tag: '@long' }, async ({ desk }) => {
  await desk.create('puppet')
  const message = call('Bash', { command: 'touch asked.txt' })
  await desk.say('scout', call('send_to_agent', { target: 'puppet', message }), 'say: Sent.')
  await desk.show('puppet')
  await expect(desk.page.getByText(/From scout’s message( at \d\d:\d\d)?\./)).toBeVisible()
  await desk.decide('Bash', 'Deny')
})

test('questions are answered by keys, one after the other', async ({ desk, model }) => {
  const questions = [
    { question: 'Which scope?', header: 'Scope', multiSelect: false, options: ['small', 'large'] },
    { question: 'Which days?', header: 'Days', multiSelect: true, options: ['Monday', 'Tuesday', 'Friday'] },
  ].map(({ options, ...rest }) => ({
    ...rest,
    options: options.map((label) => ({ label, description: `It is ${label}` })),
  }))
  await desk.say('scout', call('AskUserQuestion', { questions }), 'say: I know now.')
  const card = desk.page.getByRole('group').filter({ hasText: 'no time limit' })
  await expect(card).toBeVisible()
  await card.focus()
  await expect(card).toHaveAttribute('data-ready')
  for (const key of ['2', '1', '3', 'Enter']) await desk.page.keyboard.press(key)
  await expect(desk.line('scout', 'I know now.')).toBeVisible()
  const answers = lastPrompt(await model.lastWith('Which days?'))
  expect(answers).toContain('large')
  expect(answers).toContain('Monday, Friday')
})
