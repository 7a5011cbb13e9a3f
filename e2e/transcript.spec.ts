import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { call } from './peers.ts'

const fence = '```'

test('code is coloured and copied, a link asks before it leaves, nothing is fetched', async ({ desk }) => {
  const context = desk.page.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.create('scout')
  await desk.say(
    'scout',
    `say: ${fence}ts`,
    'say: const seven = 7',
    `say: ${fence}`,
    'say: See [the rules](https://rules.example/a?b=c) and ![a cat](https://cats.example/cat.png).',
    'say: And the last.',
  )
  const said = desk.transcript('scout')
  await expect(said).toContainText('And the last.')
  const code = said.getByRole('figure').filter({ hasText: 'const seven = 7' })
  await expect(code).toHaveAttribute('data-coloured')
  await expect(code).toContainText('TypeScript')
  await code.getByRole('button', { name: 'Copy code' }).click()
  expect(await desk.page.evaluate(() => navigator.clipboard.readText())).toBe('const seven = 7')

  await expect(said).toContainText('image: a cat (cats.example/cat.png)')
  const link = said.getByRole('link', { name: 'the rules (rules.example/a?b=c)' })
  await link.click()
  const question = desk.page.getByRole('dialog', { name: 'Open rules.example in your browser?' })
  await expect(question).toContainText('https://rules.example/a?b=c')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await link.click({ button: 'middle' })
  await expect(question).toBeVisible()
  await context.route('https://rules.example/**', (route) => route.fulfill({ body: 'The rules.' }))
  const opened = context.waitForEvent('page')
  await question.getByRole('button', { name: 'Open', exact: true }).click()
  const page = await opened
  expect(page.url()).toBe('https://rules.example/a?b=c')
  expect(await page.evaluate(() => window.opener)).toBe(null)
  await page.close()

  await test.step('a host that the user trusts opens without a question, until they take it back', async () => {
    const open = async (by: () => Promise<void>) => {
      const next = context.waitForEvent('page')
      await by()
      await (await next).close()
    }
    await link.click()
    await question.getByRole('checkbox', { name: /^Don’t ask again for/ }).check()
    await open(() => question.getByRole('button', { name: 'Open', exact: true }).click())
    await open(() => link.click())
    await expect(question).toBeHidden()
    await desk.page.keyboard.press('Control+Comma')
    const settings = desk.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('searchbox', { name: 'Find a setting' }).fill('without asking')
    const hosts = settings.getByRole('region', { name: 'Trusted sites' })
    await hosts.getByRole('button', { name: 'Remove rules.example' }).click()
    await expect(hosts).toBeHidden()
    await desk.page.keyboard.press('Escape')
    await link.click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
  })
})

test(
  'work stands in one line, opens, and shows as much as the user wants',
  { tag: '@long' },
  async ({ desk, place }) => {
    await desk.create('scout')
    const path = join(place.work, 'notes.txt')
    await desk.say(
      'scout',
      call('Write', { file_path: path, content: 'one\ntwo\n' }),
      'call: list_agents {}',
      call('Read', { file_path: path }),
      'say: All done.',
    )
    await desk.decide('Write', 'Allow once')
    await expect(desk.line('scout', 'All done.')).toBeVisible()
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n')

    const said = desk.transcript('scout')
    const change = said.getByRole('figure', { name: /^Change of/ })
    await expect(change.getByRole('row')).toHaveCount(2)
    await expect(change).toContainText('notes.txt')
    const collapsed = said.getByText('Looked who is there and read 1 file')
    const line = said.locator('summary').filter({ hasText: 'Read' }).filter({ hasText: 'notes.txt' })
    await expect(line).toBeHidden()
    await collapsed.click()
    await expect(line).toBeVisible()

    const shown = desk.page.getByRole('group', { name: 'Detail level' })
    await shown.getByRole('button', { name: 'Summary' }).click()
    await expect(change).toBeHidden()
    await expect(said).toContainText('Wrote 1 file, looked who is there and read 1 file')
    await shown.getByRole('button', { name: 'Verbose' }).click()
    await expect(change).toBeVisible()
    await expect(said.locator('[data-part=tool-text]').filter({ hasText: 'two' })).toBeVisible()
    await desk.page.reload()
    await expect(shown.getByRole('button', { name: 'Verbose' })).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'what streams stands where it was when it is said, and keeps what was opened',
  { tag: '@long' },
  async ({ desk, model }) => {
    await desk.create('scout')
    await desk.say('scout', 'say: First **words** and', 'wait: more', 'say:  the rest.')
    await model.held('more')
    const said = desk.transcript('scout').locator('[data-part=said]').last()
    await expect(said).toContainText('First words and')
    const before = await said.elementHandle()
    await model.release('more')
    await expect(said).toContainText('First words and the rest.')
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    expect(
      await before?.evaluate((element) => element.isConnected && !element.matches('[data-growing]')),
    ).toBe(true)
  },
)
