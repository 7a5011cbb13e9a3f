import { expect, test } from './shared-app.ts'
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

test('a tab reaches its cap and asks; mail waits, one’s own words are answered, and Go on goes on with what waits', async ({
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
  // What the real CLI told of that turn, under it and in the day.
  await expect(page.locator('[data-part=used]')).toHaveText(/^[\d,]+ tokens in, \d+ out/)
  await expect.poll(async () => (await budget()).day.used.turns).toBe(turns + 1)

  await body(janus, 'PATCH', '/budget', { of: 'tab', id: 'Ann', cap: { tokens: 1000 } })
  const card = page.getByRole('group', { name: /Ann has used all that its tab may/ })
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
  // Its words are seen before it is counted: what is added stands on what has been counted.
  await expect.poll(async () => (await budget()).tabs[0]?.used.turns).toBe(2)

  await card.getByRole('button', { name: 'Go on' }).click()
  await expect(desk.line('Ann', 'Bob is answered.').last()).toBeVisible()
  await atRest(janus)
  // Behind the open ones stand tabs of this day that are gone.
  const open = (await budget()).tabs.slice(0, 2)
  expect(open.map(({ name, used }) => [name, used.turns])).toEqual([
    ['Ann', 3],
    ['Bob', 1],
  ])
  // That turn used more than was added: it asks again, and takes a number.
  await card.getByRole('textbox').fill('900k')
  await card.getByRole('button', { name: 'Raise' }).click()
  await expect(card).toBeHidden()
})

test('what a link may use is told before it is opened', { tag: '@long' }, async ({ desk, janus, place }) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  await desk.hear('Ann', 'Measured.')
  await desk.page.keyboard.press('ControlOrMeta+l')
  await desk.page.keyboard.press('Enter')
  const sheet = desk.page.getByRole('dialog', { name: /^Link Ann/ })
  await expect(sheet.locator('[data-part=estimate]')).toContainText(/about .+, at most .+ for 8 crossings/)
  await sheet.getByRole('radio', { name: 'Absorb' }).click()
  await expect(sheet.locator('[data-part=estimate]')).toContainText('nothing by itself')
  await sheet.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(desk.page.getByRole('button', { name: /^Link Ann ⇄ Bob absorb/ })).toBeVisible()
})

test(
  'a day at its cap shows one bar, over a death of the app; a number raises it',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await makeAgents(janus, place, 'Ann')
    await body(janus, 'PATCH', '/budget', { day: { tokens: 10 } })
    await desk.say('Ann', 'say: Done.')
    const bar = () => desk.page.getByRole('region', { name: 'The day is at its cap' })
    await expect(bar()).toBeVisible()
    await janus.kill()
    await janus.start()
    await desk.open(janus.url)
    await expect(bar()).toBeVisible()
    await bar().getByRole('textbox').fill('900k')
    await bar().getByRole('button', { name: 'Raise' }).click()
    await expect(bar()).toBeHidden()
  },
)
