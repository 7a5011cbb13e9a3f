import { expect, test } from './shared-app.ts'
import { atRest, body, makeAgents } from './peers.ts'

test('a timer is set, paused, delayed, skipped, cancelled; quiet keeps one back that is due', async ({
  desk,
}) => {
  const { page } = desk
  await desk.create('scout')
  const side = page.getByRole('complementary', { name: 'About scout' })
  const status = page.getByRole('contentinfo')
  const pause = status.getByRole('button', { name: 'Pause timers' })
  const resume = status.getByRole('button', { name: 'Resume timers' })
  const told = page.locator('[data-part=toasts]')
  await expect(side).toBeHidden()
  await page.keyboard.press('Control+Period')
  await expect(side).toContainText('Agents set timers for themselves')
  // One click pauses all timers and says so; one click undoes it.
  await pause.click()
  await expect(told).toContainText('All timers are paused')
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect(pause).toBeVisible()
  await pause.click()
  await expect(resume).toHaveText('Resume timers')

  const set = async (kind: string, note: string, count: string, unit: string) => {
    await side.getByRole('button', { name: 'Set timer…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Timer for scout' })
    await dialog.getByRole('button', { name: kind }).click()
    const price = dialog.getByText('Each reminder starts a turn')
    await expect(price).toHaveCount(kind === 'Task reminder' ? 1 : 0)
    await dialog.getByLabel('Message').fill(note)
    await dialog.getByLabel(kind === 'Task reminder' ? 'Every' : 'Fires in', { exact: true }).fill(count)
    await dialog.getByLabel('Unit').selectOption(unit)
    if (kind === 'Task reminder') await expect(price).toContainText('At most 6 times an hour')
    await dialog.getByRole('button', { name: 'Set timer', exact: true }).click()
    await expect(dialog).toBeHidden()
    return side.getByRole('listitem', { name: `${kind}: ${note}` })
  }
  const wait = await set('Wait', 'has the tide turned?', '5', 'seconds')
  const anchor = await set('Task reminder', 'back to the sail', '10', 'minutes')
  const choose = async (what: string) => {
    await anchor.getByRole('button', { name: /^What to do/ }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  await test.step('its time runs, and what is done to it shows', async () => {
    await expect(anchor).toContainText(/(10:00|9:5\d)/)
    await expect(anchor).toContainText('set by you')
    // The limit is shown before the timer has fired.
    await expect(anchor).toContainText('At most 6 times an hour')
    await choose('Pause')
    await expect(anchor).toContainText('paused by you')
    await choose('Resume')
    await expect(anchor).not.toContainText('paused by you')
    await choose('Snooze 5 min')
    await expect(anchor).toContainText(/(15:00|14:5\d)/)
    await choose('Skip this time')
    await expect(anchor).toContainText('skipped once by you')
    await expect(anchor).toContainText(/(25:00|24:5\d)/)
    await choose('Remove timer')
    await expect(anchor).toBeHidden()
  })

  await test.step('a time of day is set, on certain days, and shown', async () => {
    await side.getByRole('button', { name: 'Set timer…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Timer for scout' })
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByLabel('Message').fill('read the news')
    await dialog.getByLabel('At', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Set timer', exact: true }).click()
    await expect(dialog).toContainText('Enter a time')
    await dialog.getByLabel('At', { exact: true }).fill('09:30')
    // All days fit in the dialog.
    await expect(dialog.getByRole('button', { name: 'Sunday' })).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Friday' }).click()
    await dialog.getByRole('button', { name: 'Set timer', exact: true }).click()
    const schedule = side.getByRole('listitem', { name: 'Schedule: read the news' })
    await expect(schedule).toContainText('Monday, Tuesday, Wednesday and Thursday at 09:30')
  })

  await test.step('what fell due waits with all others, and fires when they run again', async () => {
    await expect(wait.locator('[data-part=time]')).toContainText('waits')
    await expect(desk.transcript('scout').getByRole('region', { name: 'Timer: Wait' })).toBeHidden()
    await resume.click()
    await expect(pause).toBeVisible()
    const beat = desk.transcript('scout').getByRole('region', { name: 'Timer: Wait' })
    await expect(beat).toContainText('has the tide turned?')
    await expect(wait).toBeHidden()
    await expect(desk.tab('scout', 'idle')).toBeVisible()
  })
})

test('a tab dropped on another links the two; what crosses shows on both sides', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  await makeAgents(janus, place, 'scout', 'puppet', 'critic')
  await desk.show('puppet')
  const arcs = desk.tabs.locator('[data-part=arcs] path')
  const chip = page.getByRole('main').getByRole('button', { name: /^Link scout ⇄ puppet/ })
  await expect(arcs).toHaveCount(0)
  await desk.carry(desk.tab('scout'), desk.tab('puppet'), 60, 0.5)
  await expect(desk.tabs.locator('[data-drop=onto]')).toBeVisible()
  await page.mouse.up()
  await page
    .getByRole('dialog', { name: /^Link scout/ })
    .getByRole('button', { name: 'Link', exact: true })
    .click()
  await expect(chip).toBeVisible()
  await expect(arcs).toHaveCount(1)
  await expect(desk.tab('puppet')).toHaveAccessibleName(/linked with scout/)
  expect(await body<{ items: unknown[] }>(janus, 'GET', '/links')).toMatchObject({
    items: [{ mode: 'answers', members: [{ name: 'scout' }, { name: 'puppet' }] }],
  })

  await test.step('what one concludes stands in both transcripts, and leads to the link', async () => {
    await desk.say('scout', 'say: The tide has turned.')
    const out = desk.transcript('scout').locator('[data-part=crossed]')
    await expect(out).toContainText('to puppet · will be sent with the next prompt')
    await desk.say('puppet', 'say: I set the sail.')
    const result = desk.transcript('puppet').getByRole('region', { name: 'Result from scout' })
    await expect(result).toContainText('The tide has turned.')
    await expect(result).toContainText('read')
    await atRest(janus)
    await desk.show('scout')
    await expect(out.first()).toContainText(/to puppet · read in turn 1/)
    await desk.show('puppet')
    await result.getByRole('button', { name: /^Show link/ }).click()
    await expect(page.getByRole('main')).toContainText('The tide has turned.')
    await expect(desk.composer('puppet')).toBeHidden()
  })

  await test.step('by keys alone; and all links are switched off and on', async () => {
    await desk.show('critic')
    await page.keyboard.press('Control+KeyL')
    await expect(page.getByRole('dialog', { name: 'Link critic to…' })).toBeVisible()
    await page.keyboard.type('scout')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Link critic ⇄ scout' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(arcs).toHaveCount(2)
    await body(janus, 'PATCH', '/settings', { links: false })
    await expect(page.getByRole('button', { name: /^Link .*scout.*, links off/ })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('button', { name: 'Turn links on' }).click()
    await expect(page.getByRole('button', { name: /^Link .*scout.*, replies only/ })).toBeVisible()
  })
})

test(
  'a link whose crossings are used up rests, asks nobody, and is extended where it stands',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    const { page } = desk
    await makeAgents(janus, place, 'scout', 'puppet')
    await body(janus, 'POST', '/links', { members: ['scout', 'puppet'], budget: 1, mode: 'absorb' })
    await desk.say('scout', 'say: The tide has turned.')
    await page.getByRole('button', { name: /^Link scout ⇄ puppet, limit reached/ }).click()
    await expect(
      page.getByRole('contentinfo').getByRole('button', { name: /^\d+ items? needs? you$/ }),
    ).toBeHidden()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Extend/ })
      .click()
    await desk.show('scout')
    await expect(page.getByRole('button', { name: /^Link scout ⇄ puppet, muted, 1 of 9/ })).toBeVisible()
  },
)
