import { expect, test } from './shared-app.ts'
import { ask, atRest, body, call, makeAgents } from './peers.ts'

/** A timeline row of the API; only the fields used here. */
interface RowSeen {
  readonly kind: string
  readonly from: string | null
  readonly what: string
  readonly to: readonly string[]
  readonly text: string
}

test('two agents talk and one asks: the timeline shows it all, leads to its place, and back', async ({
  desk,
  janus,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  await desk.open(janus.url)
  const { page } = desk
  await desk.say(
    'Ann',
    call('send_to_agent', { target: 'Bob', message: 'say: The ferry sails at nine.', expect_reply: true }),
    call('set_heartbeat', { intent: 'anchor', in_seconds: 600, note: 'look at the fares' }),
    'say: Asked.',
  )
  await atRest(janus)
  await desk.say('Bob', call('Bash', { command: 'touch lamp.txt' }), 'say: It burns.')
  await desk.decide('touch lamp.txt', 'Allow once')
  await expect(desk.line('Bob', 'It burns.')).toBeVisible()
  await atRest(janus)

  await page.getByRole('button', { name: 'Timeline of all events' }).click()
  const pane = page.getByRole('main', { name: 'Timeline' })
  const row = (words: RegExp) => pane.getByRole('listitem').filter({ hasText: words })
  await expect(row(/Ann\s*asks\s*.*Bob.*The ferry sails at nine\./)).toContainText('answered in turn 1')
  await expect(row(/Bob\s*answers.*Ann.*The ferry sails at nine\./)).toContainText('in answer to Ann')
  await expect(row(/Ann\s*sets a timer \(task reminder\) for\s*itself\s*“look at the fares”/)).toBeVisible()
  await expect(row(/Bob\s*requests permission from/)).toContainText('touch lamp.txt')
  await expect(row(/You\s*allow.*Bob/)).toContainText('this once')

  await test.step('a row leads to where it was read, by Enter, and there is a way back to it', async () => {
    const question = row(/Ann\s*asks/).getByRole('button')
    await question.press('Enter')
    await expect(desk.transcript('Bob').locator(':focus')).toContainText('The ferry sails at nine.')
    await page.getByRole('button', { name: 'Back to the timeline' }).click()
    await expect(question).toBeFocused()
    await question.press('ArrowUp')
    await expect(question).not.toBeFocused()
  })

  await test.step('chips choose, also by keyboard; what comes meanwhile stands there at once', async () => {
    await pane.getByRole('button', { name: 'Questions to you', exact: true }).press('Space')
    await expect(pane.getByRole('status')).toHaveText('2 events')
    await pane.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await body(janus, 'POST', '/agents/Ann/message', { message: 'say: A late word.' })
    await expect(row(/Messages[^]*A late word\./)).toContainText('answered in turn')
    await page.keyboard.press('Escape')
    await expect(pane).toBeHidden()
    await expect(desk.composer('Bob')).toBeVisible()
  })

  const { items } = await body<{ items: RowSeen[] }>(janus, 'GET', '/timeline?kinds=card,timer&limit=10')
  expect(items.toReversed().map(({ kind, from, what, to }) => [kind, from, what, ...to])).toEqual([
    ['timer', 'Ann', 'sets a timer (task reminder) for', 'Ann'],
    ['card', 'Bob', 'requests permission from', 'user'],
    ['card', 'user', 'allows', 'Bob'],
    // The late message was a new task, for which Ann dropped her own reminder.
    ['timer', 'Janus', 'asks whether to keep the task reminder of', 'Ann'],
    ['timer', 'Janus', 'removes the task reminder of', 'Ann'],
  ])
})

test('the timeline of one agent is a file in the hand', { tag: '@long' }, async ({ desk, janus, place }) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  await desk.open(janus.url)
  await ask(janus, 'Ann', 'say: Of Ann.')
  await ask(janus, 'Bob', 'say: Of Bob.')
  const { page } = desk
  await desk.choose('Ann', 'Timeline of this agent')
  const pane = page.getByRole('main', { name: 'Timeline' })
  await expect(pane.getByRole('button', { name: 'Without Ann' })).toBeVisible()
  await expect(pane.getByRole('listitem').filter({ hasText: 'Of Ann.' })).toBeVisible()
  await expect(pane.getByText('Of Bob.')).toBeHidden()
  await pane.getByRole('button', { name: 'Export the timeline' }).click()
  const asMarkdown = page.getByRole('menuitem', { name: 'As Markdown' })
  const download = janus.window === null ? page.waitForEvent('download') : null
  const words = await janus.shell.saved(page, () => asMarkdown.click())
  if (download) expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-timeline\.md$/)
  expect(words).toContain('say: Of Ann.')
  expect(words).not.toContain('Of Bob.')
})
