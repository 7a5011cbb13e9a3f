import { expect, test } from './shared-app.ts'
import { standInForNotifications } from './notifications.ts'
import { body, makeAgents, call } from './peers.ts'

test('what runs in the background has a name and a Stop; what was not seen stays marked; what asks is answered in its area', async ({
  desk,
  janus,
  place,
}) => {
  const { page } = desk
  const area = page.getByRole('region', { name: 'Needs you' })
  const bash = (input: object) => call('Bash', input)
  await makeAgents(janus, place, 'scout', 'puppet', 'third')

  await test.step('a command in the background: by name, with its last words, until it is stopped', async () => {
    const watch = {
      command: 'echo low tide; sleep 90',
      description: 'Watch the pier',
      run_in_background: true,
    }
    await desk.say('scout', bash(watch), 'say: It runs.')
    await expect(desk.line('scout', 'It runs.')).toBeVisible()
    await expect(page.locator('[data-part=pane] header')).toContainText('Idle, 1 background task')
    await expect(desk.transcript('scout')).toContainText('in the background')
    await expect(desk.transcript('scout')).not.toContainText('Output is being written to')
    await page.keyboard.press('Control+Period')
    const tasks = page.getByRole('region', { name: 'Background tasks' })
    await expect(tasks.getByRole('listitem')).toContainText('Watch the pier')
    await expect(tasks.getByRole('listitem')).toContainText('low tide')
    await desk.picture('background')
    await tasks.getByRole('button', { name: 'Stop Watch the pier' }).click()
    await expect(tasks).toBeHidden()
    await expect(page.locator('[data-part=pane] header')).not.toContainText('background task')
    await page.keyboard.press('Control+Period')
  })

  await test.step('words that were not seen are marked, over a reload too, until they are', async () => {
    await desk.say('puppet', 'think: 600', 'say: All green.')
    await desk.show('third')
    await expect(desk.tab('puppet', 'idle, 1 unread')).toContainText('All green.')
    await page.reload()
    await expect(desk.tab('puppet', 'idle, 1 unread')).toBeVisible()
    await desk.show('puppet')
    await expect(desk.line('puppet', 'All green.')).toBeVisible()
    await desk.show('third')
    await expect(desk.tab('puppet', 'idle')).toBeVisible()
    await expect(desk.tab('puppet', 'idle, 1 unread')).toBeHidden()
  })

  await test.step('no tab moves when one asks; it is answered in the area, by key and all that are alike at once', async () => {
    const place1 = await desk.tab('third').boundingBox()
    await body(janus, 'POST', '/agents/scout/message', { message: bash({ command: 'touch one.txt' }) })
    await expect(area.getByRole('listitem')).toContainText('touch one.txt')
    expect(await desk.tab('third').boundingBox()).toEqual(place1)
    await expect(desk.tab('scout', 'working, needs you')).toContainText('Run touch one.txt')
    await area
      .getByRole('listitem')
      .getByRole('button', { name: /^scout/ })
      .focus()
    await expect(area.getByRole('listitem')).toHaveAttribute('data-ready', 'true')
    await page.keyboard.press('1')
    await expect(area).toBeHidden()
    for (const name of ['scout', 'puppet'])
      await body(janus, 'POST', `/agents/${name}/message`, { message: bash({ command: 'touch two.txt' }) })
    await expect(area.getByRole('listitem')).toHaveCount(2)
    await desk.picture('needs')
    await area.getByRole('button', { name: 'Allow both once' }).click()
    await expect(area).toBeHidden()
  })
})

declare global {
  interface Window {
    /** Tones that the page played. */
    tones: number[]
    /** Milliseconds by which the page's clock is advanced. */
    later: number
    /** Holds notifications back until released. */
    holdNews: (isHeld: boolean) => void
  }
}

/** Milliseconds before a held notification is sent; the user may read it meanwhile. */
const heldFor = 400

test(
  'a long turn that nobody saw end asks once whether to tell; then it is told with its last words, and a click leads there',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    const { page } = desk
    await standInForNotifications(page)
    await page.addInitScript(standIns, heldFor)
    await page.reload()
    const offer = page.getByRole('region', { name: 'Notifications' })
    const change = (input: object) => body(janus, 'PATCH', '/settings', input)
    /** A turn that takes forty seconds by the page's clock. */
    const longTurn = async (words: string, shown = words) => {
      await body(janus, 'POST', '/agents/scout/message', { message: `think: 800\nsay: ${words}` })
      await expect(desk.tab('scout', 'working')).toBeVisible()
      await page.evaluate(() => void (window.later += 40_000))
      await expect(desk.tab('scout', 'idle, .*unread')).toContainText(shown)
    }
    await makeAgents(janus, place, 'scout', 'third')
    await desk.show('third')

    await test.step('it asks at the right moment; a No holds', async () => {
      await longTurn('First.')
      await expect(offer).toContainText('scout finished while you were elsewhere.')
      await desk.picture('offer')
      await offer.getByRole('button', { name: 'No, thanks' }).click()
      await expect(offer).toBeHidden()
      await page.reload()
      await longTurn('Second.')
      await expect(offer).toBeHidden()
      expect(await page.evaluate(() => window.told.length)).toBe(0)
    })

    await test.step('a Yes tells, with a sound where one is wished', async () => {
      await change({ notifyOffered: false, soundFinished: true })
      // Accepting the offer counts as reading its news, however soon the permission comes.
      await page.evaluate(() => window.holdNews(true))
      await longTurn('Third.')
      await offer.getByRole('button', { name: 'Notify me' }).click()
      await expect(offer).toBeHidden()
      await page.evaluate(() => window.holdNews(false))
      await longTurn('All **green**.', 'All green.')
      await expect
        .poll(() => page.evaluate(() => window.told.map(({ title, body }) => [title, body])))
        .toEqual([['scout finished', 'All green.']])
      expect(await page.evaluate(() => window.tones)).toContain(330)
      await expect(desk.composer('third')).toBeVisible()
      await page.evaluate(() => window.told[0]?.onclick?.())
      await expect(desk.composer('scout')).toBeVisible()
    })
  },
)

test(
  'many tabs: by folder, those asleep folded, filtered, several closed at once, by keyboard too',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    const { page } = desk
    const names = Array.from({ length: 10 }, (_, at) => `Agent ${at + 1}`)
    await makeAgents(janus, place, ...names)
    await body(janus, 'PATCH', '/agents/Agent%2010', { role: 'keeps the lighthouse' })
    const asleep = desk.tabs.getByRole('button', { name: /^Asleep/ })
    await desk.show('Agent 1')
    await page.mouse.move(700, 400)
    await expect(asleep).toHaveText(/Asleep 9/)
    await expect(desk.tab('Agent 7')).toBeHidden()
    await asleep.click()
    await expect(desk.tab('Agent 7')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(desk.tab('Agent 2')).toBeFocused()
    await page.setViewportSize({ width: 1280, height: 480 })
    await page.keyboard.press('Control+KeyK')
    await page.keyboard.type('Agent 10')
    await page.keyboard.press('Enter')
    await expect(desk.composer('Agent 10')).toBeVisible()
    await expect(desk.tab('Agent 10')).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await desk.show('Agent 1')
    await page.getByRole('searchbox', { name: 'Filter the tabs' }).fill('agent lighthouse')
    await expect(desk.tabs.locator('[data-part=tab]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await desk.tab('Agent 3').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    const chosen = page.getByRole('region', { name: 'Selected tabs' })
    await expect(chosen).toContainText('3 selected')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect(chosen).toContainText('4 selected')
    await page.keyboard.press('Shift+Space')
    await expect(chosen).toContainText('3 selected')
    await desk.picture('chosen')
    await desk.tab('Agent 8').click({ modifiers: ['Control'] })
    await expect(chosen).toContainText('4 selected')
    await chosen.getByRole('button', { name: 'Close…' }).click()
    await page.getByRole('button', { name: 'Close 4 tabs' }).click()
    await expect(desk.tab('Agent 8')).toBeHidden()
    await expect(chosen).toBeHidden()
    await expect(desk.tabs.locator('[data-part=tab]')).toHaveCount(6)
    await change(janus)
    await expect(desk.tabs.getByRole('heading', { name: /^Agents/ })).toBeVisible()
  },
)

/** Tabs in one list, without groups. */
const change = (janus: Parameters<typeof body>[0]) => body(janus, 'PATCH', '/settings', { tabGroups: 'none' })

/** Fakes audio, focus, clock and notifications, which can be held back for `heldFor` ms. */
function standIns(heldFor: number): void {
  const tones: number[] = []
  const param = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }
  class FakeAudio {
    readonly state = 'running'
    readonly currentTime = 0
    readonly destination = {}
    createGain = () => ({ gain: param, connect: (next: unknown) => next })
    createOscillator = () => {
      const tone = { frequency: { value: 0 }, connect: (next: unknown) => next, stop() {} }
      return { ...tone, start: () => tones.push(tone.frequency.value) }
    }
  }
  let isHeld = false
  const held: (() => void)[] = []
  const after = window.setTimeout.bind(window)
  const setTimeout = (work: () => void, ms?: number): number =>
    isHeld && ms === heldFor ? -held.push(work) : after(work, ms)
  const holdNews = (isToHold: boolean): void => {
    isHeld = isToHold
    for (const work of held.splice(0)) work()
  }
  Object.assign(window, { tones, later: 0, AudioContext: FakeAudio, setTimeout, holdNews })
  const now = Date.now.bind(Date)
  Date.now = () => now() + window.later
  document.hasFocus = () => false
}
