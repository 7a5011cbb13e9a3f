import { expect, test } from './shared-app.ts'
import { openOptions } from './desk.ts'
import { lastPrompt } from './model.ts'
import { atRest, body, call, makeAgents } from './peers.ts'

interface Budget {
  readonly day: { readonly used: { readonly tokens: { readonly all: number }; readonly turns: number } }
  readonly tabs: readonly {
    readonly name: string
    readonly state: string
    readonly used: { readonly turns: number }
  }[]
}

test('a tab reaches its cap and asks; mail waits, one’s own words are answered, and raising its limit goes on with what waits', async ({
  desk,
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  const budget = () => body<Budget>(janus, 'GET', '/budget')
  const { page } = desk
  const { turns } = (await budget()).day.used
  await desk.hear('Ann', 'It is counted.')
  // The usage that the real CLI reported, below the turn and in the day.
  await expect(page.locator('[data-part=used]')).toHaveText(/^[\d,]+ tokens in, \d+ out/)
  await expect.poll(async () => (await budget()).day.used.turns).toBe(turns + 1)

  await body(janus, 'PATCH', '/budget', { of: 'tab', id: 'Ann', cap: { tokens: 1000 } })
  const card = page.getByRole('group', { name: /Ann reached its limit/ })
  await expect(card).toBeVisible()
  await desk.picture('tab-cap')

  const before = (await model.requests()).length
  await desk.say(
    'Bob',
    call('send_to_agent', { target: 'Ann', message: 'say: Bob is answered.' }),
    'say: Sent.',
  )
  await expect.poll(async () => (await budget()).tabs[1]?.used.turns).toBe(1)
  await desk.show('Ann')
  await expect(card).toContainText('1 message waits')
  const prompts = async () => (await model.requests()).slice(before).map(lastPrompt)
  expect((await prompts()).some((prompt) => prompt.startsWith('[From agent'))).toBe(false)
  await desk.hear('Ann', 'I am here.')
  await expect(card).toContainText('1 message waits')
  // The text appears before the turn is counted, and an added budget builds on what is counted.
  await expect.poll(async () => (await budget()).tabs[0]?.used.turns).toBe(2)

  await card.getByRole('button', { name: 'Raise limit' }).click()
  await expect(desk.line('Ann', 'Bob is answered.').last()).toBeVisible()
  await atRest(janus)
  // Closed tabs of the day follow the open ones.
  const open = (await budget()).tabs.slice(0, 2)
  expect(open.map(({ name, used }) => [name, used.turns])).toEqual([
    ['Ann', 3],
    ['Bob', 1],
  ])
  // That turn used more than the added budget, so the card asks again, now for a number.
  await card.getByRole('textbox').fill('900k')
  await card.getByRole('button', { name: 'Raise', exact: true }).click()
  await expect(card).toBeHidden()
})

test('what a link may use is told before it is opened', { tag: '@long' }, async ({ desk, janus, place }) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  await desk.hear('Ann', 'Measured.')
  await desk.page.keyboard.press('ControlOrMeta+l')
  await desk.page.keyboard.press('Enter')
  const sheet = desk.page.getByRole('dialog', { name: /^Link Ann/ })
  await expect(sheet.locator('[data-part=estimate]')).toContainText(/about .+, at most .+ for 8 messages/)
  await openOptions(sheet)
  await sheet.getByRole('radio', { name: 'Muted' }).click()
  await expect(sheet.locator('[data-part=estimate]')).toContainText('nothing by itself')
  await sheet.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(desk.page.getByRole('button', { name: /^Link Ann ⇄ Bob, muted/ })).toBeVisible()
})

test(
  'a day at its cap shows one bar, over a death of the app; a number raises it',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await makeAgents(janus, place, 'Ann')
    await body(janus, 'PATCH', '/budget', { day: { tokens: 10 } })
    await desk.say('Ann', 'say: Done.')
    const bar = () => desk.page.getByRole('region', { name: 'Daily limit reached' })
    await expect(bar()).toBeVisible()
    await janus.kill()
    await janus.start()
    await desk.open(janus.url)
    await expect(bar()).toBeVisible()
    await bar().getByRole('textbox').fill('900k')
    await bar().getByRole('button', { name: 'Raise', exact: true }).click()
    await expect(bar()).toBeHidden()
  },
)

test('how full a context is stands in the head, what a turn used under it, the day in its costs; caps are set there', async ({
  desk,
  janus,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  const { page } = desk
  await desk.hear('Ann', 'It is counted.')
  const ring = page.getByRole('button', {
    name: /^Context (<1|\d+) % full \([\d.]+k of [\d.]+[kM] tokens\)$/,
  })
  await expect(ring).toBeVisible()

  // Visible on hover and focus; screen readers always find it.
  const line = page.locator('[data-part=used]')
  await expect(line).toHaveText(/^[\d,]+ tokens in, \d+ out, .+, (<1|\d+) % of the context$/)
  await expect(line).toHaveCSS('opacity', '0')
  await line.locator('xpath=ancestor::article').hover()
  await expect(line).toHaveCSS('opacity', '1')

  // The tab list, then all costs from the status line, by keyboard alone.
  await expect(page.locator('[data-part=tab]', { hasText: 'Ann' })).toHaveAccessibleDescription(
    /tokens today/,
  )
  await page.getByRole('button', { name: /^Usage today/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All costs…' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Costs' })
  await expect(sheet.getByRole('button', { name: /^Today/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(sheet.getByRole('region', { name: 'By agent' })).toContainText('Ann')
  await sheet.getByText('Limit…').focus()
  await page.keyboard.press('Enter')
  const form = sheet.getByRole('form', { name: 'Limit of Ann' })
  await form.getByLabel('tokens').fill('900k')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Limit: 900k tokens')).toBeVisible()
  await desk.picture('costs')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const { tabs } = await body<{ tabs: readonly { name: string; cap: object }[] }>(janus, 'GET', '/budget')
  expect(tabs.find(({ name }) => name === 'Ann')?.cap).toEqual({ usd: null, tokens: 900_000 })

  // The CLI's own command compacts the context; only the CLI knows how full it is afterwards.
  const before = await ring.getAttribute('aria-label')
  await ring.click()
  await page.getByRole('button', { name: 'Compact' }).click()
  await expect(desk.line('Ann', '/compact')).toBeVisible()
  await atRest(janus)
  await expect(ring).not.toHaveAttribute('aria-label', before ?? '')
})

test(
  'contexts and costs are there again after a death of the app',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await makeAgents(janus, place, 'Ann')
    await desk.hear('Ann', 'Kept.')
    await atRest(janus)
    const costs = () => body<{ days: object[]; contexts: object[] }>(janus, 'GET', '/costs')
    const before = await costs()
    expect([before.days.length, before.contexts.length]).toEqual([1, 1])
    await janus.kill()
    await janus.start()
    await desk.open(janus.url)
    const after = await costs()
    expect([after.days, after.contexts]).toEqual([before.days, before.contexts])
    await desk.show('Ann')
    await expect(desk.page.locator('[data-part=context]')).toBeVisible()
  },
)
