import type { Locator, Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { atOnce, circleOnce, convene } from './circles.ts'
import type { Desk } from './desk.ts'
import { barriers } from './gallery.ts'
import { ScreenReader } from './hearing.ts'
import { ask, body, call, makeAgents } from './peers.ts'

const pane = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The panes from left to right; `>` marks the focused one. */
const shown = (page: Page): Promise<readonly string[]> =>
  page
    .locator('[data-part=pane]')
    .evaluateAll((all) =>
      all.map((one) => `${one.hasAttribute('data-focus') ? '>' : ''}${one.ariaLabel ?? ''}`),
    )
const divider = (page: Page): Locator => page.getByRole('separator', { name: 'Divider between the panes' })

/** Drags something over the panes, to the fraction `along` of their width. */
async function drag(page: Page, from: Locator, along: number, drop = true): Promise<void> {
  const b = await page.locator('[data-part=panes]').boundingBox()
  if (!b) throw new Error('Nowhere to drag to.')
  // Hovering waits until it stands still: a list moves up when something above disappears.
  await from.hover()
  await page.mouse.down()
  await page.mouse.move(b.x + b.width * along, b.y + b.height / 2, { steps: 4 })
  if (drop) await page.mouse.up()
}

const doubled = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
    return ids.filter((id, at) => ids.indexOf(id) !== at)
  })

async function twoPanes(desk: Desk, left: string, right: string): Promise<void> {
  await desk.show(left)
  await desk.choose(right, 'Open beside')
  await expect.poll(() => shown(desk.page)).toEqual([left, `>${right}`])
}

test('two agents stand side by side, each with its own words; a reload brings both back', async ({
  desk,
  janus,
  model,
  place,
}) => {
  const { page } = desk
  await makeAgents(janus, place, 'scout', 'puppet', 'third')
  await desk.show('scout')
  await page.keyboard.press('Control+Backslash')
  await expect(pane(page, 'Empty pane').getByRole('button', { name: /^puppet/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk.composer('puppet')).toBeFocused()
  await expect(page.getByRole('main', { name: 'Two panes' })).toBeVisible()
  expect(await shown(page)).toEqual(['scout', '>puppet'])

  // Both work at once, and both are visible.
  for (const name of ['puppet', 'scout']) {
    await desk.composer(name).fill(`say: ${name} begins.\nwait: ${name}\nsay: ${name} ends.`)
    await desk.composer(name).press('Enter')
    await model.held(name)
  }
  await expect(pane(page, 'scout')).toContainText('scout begins.')
  await expect(pane(page, 'puppet')).toContainText('puppet begins.')
  await desk.composer('scout').fill('for scout')
  await page.keyboard.press('Control+KeyJ')
  await expect(desk.composer('puppet')).toBeFocused()
  await page.keyboard.type('for puppet')
  for (const name of ['scout', 'puppet']) {
    await model.release(name)
    await expect(pane(page, name)).toContainText(`begins. ${name} ends.`)
  }

  // A tab opens in the focused pane; one that is shown already gets the focus.
  await page.keyboard.press('Control+Digit3')
  await expect.poll(() => shown(page)).toEqual(['scout', '>third'])
  await page.keyboard.press('Control+Digit1')
  await expect(desk.composer('scout')).toBeFocused()
  await page.keyboard.press('Control+Digit2')
  await expect.poll(() => shown(page)).toEqual(['>puppet', 'third'])

  await page.reload()
  await expect(desk.composer('puppet')).toBeFocused()
  await expect(desk.composer('puppet')).toHaveValue('for puppet')
  expect(await shown(page)).toEqual(['>puppet', 'third'])
  await page.keyboard.press('Control+Backslash')
  await expect(page.getByRole('main', { name: 'puppet' })).toBeVisible()
  await page.keyboard.press('Control+Backslash')
  await expect.poll(() => shown(page)).toEqual(['puppet', '>third'])
})

test(
  'a link, a gathering, a conversation and the timeline stand beside an agent, by hand and by keys',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    const { page } = desk
    const { keyboard } = page
    await makeAgents(janus, place, 'Alice', 'Bob', 'Cleo', 'Dan', 'Scribe')
    await ask(janus, 'Alice', call('open_link', { agents: ['Bob'], mode: 'converse' }), 'say: Aye.')
    await ask(janus, 'Alice', call('send_to_agent', { target: 'Bob', message: 'hello Bob' }), 'say: Sent.')
    const circle = await convene(janus, { names: ['Cleo', 'Dan'], topic: 'Friday', role: atOnce })
    await circleOnce(janus, circle.id, ({ state }) => state === 'closed')
    const row = desk.tabs.getByRole('button', { name: /^Friday/ }).first()

    await test.step('dragged from the list to an edge it opens beside; Esc lets it go', async () => {
      await desk.show('Alice')
      await drag(page, row, 0.9, false)
      await expect(page.locator('[data-part=pane-drop]')).toHaveText('Open beside')
      await keyboard.press('Escape')
      await page.mouse.up()
      await expect(page.locator('[data-part=pane-drop]')).toHaveCount(0)
      expect(await shown(page)).toEqual(['>Alice'])
      await drag(page, row, 0.9)
      await expect.poll(() => shown(page)).toEqual(['Alice', '>Gathering Friday'])
      // A closed gathering stays readable; archiving it closes its pane.
      await expect(pane(page, 'Gathering Friday')).toContainText('Closed')
      await drag(page, desk.tab('Bob'), 0.1)
      await expect.poll(() => shown(page)).toEqual(['>Bob', 'Gathering Friday'])
      await drag(page, desk.tab('Bob'), 0.9)
      await expect.poll(() => shown(page)).toEqual(['Gathering Friday', '>Bob'])
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await expect.poll(() => shown(page)).toEqual(['>Bob'])
      await expect(row).toHaveCount(0)
    })

    await test.step('to the left edge, and from a tab’s menu', async () => {
      await drag(page, desk.tab('Alice'), 0.1)
      await expect.poll(() => shown(page)).toEqual(['>Alice', 'Bob'])
      await keyboard.press(janus.shell.name === 'web' ? 'Alt+Shift+KeyW' : 'Control+Shift+KeyW')
      await expect(desk.composer('Bob')).toBeFocused()
      await desk.choose('Alice', 'Open beside')
      await expect.poll(() => shown(page)).toEqual(['Bob', '>Alice'])
    })

    await test.step('a link by its chip, and beside by the palette', async () => {
      await drag(page, pane(page, 'Alice').getByRole('button', { name: /^Link Alice ⇄ Bob/ }), 0.1)
      await expect.poll(() => shown(page)).toEqual(['>Link Alice ⇄ Bob', 'Alice'])
      await keyboard.press('Control+Backslash')
      await keyboard.press('Control+KeyK')
      await keyboard.type('@Bob')
      await keyboard.press('Control+Enter')
      await expect.poll(() => shown(page)).toEqual(['Link Alice ⇄ Bob', '>Bob'])
      await expect(desk.composer('Bob')).toBeFocused()
    })

    await test.step('a thread; what it leads to is shown in the other pane', async () => {
      await keyboard.press('Control+KeyK')
      await keyboard.type('>thread of this')
      await keyboard.press('Enter')
      await page.getByRole('button', { name: 'Export the thread' }).click()
      await page.getByRole('menuitem', { name: 'Open beside' }).click()
      const talk = 'Thread between agents'
      await expect.poll(() => shown(page)).toEqual([`>${talk}`, 'Bob'])
      await expect(pane(page, talk)).toContainText('Alice to Bob')
      await desk.tab('Alice').click()
      await keyboard.press('Control+KeyJ')
      expect(await shown(page)).toEqual(['Alice', '>Bob'])
    })

    await test.step('the timeline stays where its rows lead to the other pane', async () => {
      await keyboard.press('Control+Shift+KeyL')
      await expect.poll(() => shown(page)).toEqual(['Alice', '>Timeline'])
      await pane(page, 'Timeline')
        .getByRole('button', { name: /writes to.*hello Bob/ })
        .first()
        .click()
      await expect.poll(() => shown(page)).toEqual(['>Bob', 'Timeline'])
      await keyboard.press('Control+KeyJ')
      await keyboard.press('Escape')
      // Bob's pane is left.
      await expect.poll(() => shown(page)).toEqual(['>Bob'])
    })
  },
)

test(
  'two panes by the keys alone, for who only hears, and in a window with room for one',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    const { page } = desk
    const { keyboard } = page
    await page.setViewportSize({ width: 1440, height: 900 })
    await makeAgents(janus, place, 'scout', 'puppet', 'third')
    await ask(janus, 'scout', `say: ${'many words '.repeat(800)}`)
    await ask(janus, 'puppet', 'say: Here I am.')
    await twoPanes(desk, 'scout', 'puppet')
    const ear = await ScreenReader.of(page)

    await test.step('round the parts of the window, with the divider among them', async () => {
      await desk.tab('puppet').focus()
      await ear.press('F6', 'log Conversation with scout')
      await ear.press('F6', 'textbox Message to scout')
      await ear.press('F6', /^(splitter|separator) Divider between the panes/)
      const width = () => pane(page, 'scout').evaluate((one) => one.clientWidth)
      const before = await width()
      await keyboard.press('ArrowLeft')
      await expect(divider(page)).toHaveAttribute('aria-valuenow', '45')
      expect(await width()).toBeLessThan(before - 20)
      await keyboard.press('Home')
      await expect(divider(page)).toHaveAttribute('aria-valuetext', 'Left pane 25 %')
      await keyboard.press('Enter')
      await expect(divider(page)).toHaveAttribute('aria-valuenow', '50')
      await ear.press('F6', 'log Conversation with puppet')
      await ear.press('F6', 'textbox Message to puppet')
      await ear.press('Shift+F6', 'log Conversation with puppet')
    })

    await test.step('the divider goes with the hand, and is remembered', async () => {
      const box = await divider(page).boundingBox()
      await page.mouse.move(box?.x ?? 0, 400)
      await page.mouse.down()
      await page.mouse.move((box?.x ?? 0) + 150, 400, { steps: 3 })
      await page.mouse.up()
      const share = Number(await divider(page).getAttribute('aria-valuenow'))
      expect(share).toBeGreaterThan(58)
      await page.reload()
      await expect(divider(page)).toHaveAttribute('aria-valuenow', String(share))
      await divider(page).dblclick()
      await expect(divider(page)).toHaveAttribute('aria-valuenow', '50')
    })

    await test.step('the two change places, and each stays where it was read and written in', async () => {
      const top = () => desk.transcript('scout').evaluate((log) => Math.round(log.scrollTop))
      await desk.composer('scout').fill('begun')
      await keyboard.press('Control+Home')
      await keyboard.press('End')
      await desk.transcript('scout').evaluate((log) => void (log.scrollTop = 300))
      await keyboard.press(janus.shell.name === 'web' ? 'Alt+Shift+KeyJ' : 'Control+Shift+KeyJ')
      await expect.poll(() => shown(page)).toEqual(['puppet', '>scout'])
      await expect(desk.composer('scout')).toBeFocused()
      expect(await top()).toBe(300)
    })

    await test.step('a card of the other pane leaves the hand alone, and its keys are its pane’s', async () => {
      await desk.composer('puppet').fill('call: Bash {"command":"touch x.txt"}\nsay: Done.')
      await desk.composer('puppet').press('Enter')
      await keyboard.press('Control+KeyJ')
      await expect(pane(page, 'puppet').getByRole('button', { name: 'Allow once' })).toBeVisible()
      await expect(desk.composer('scout')).toBeFocused()
      await keyboard.press('Control+Shift+KeyA')
      await expect.poll(() => shown(page)).toEqual(['>puppet', 'scout'])
      await ear.isAt(/touch x\.txt/)
      expect(await barriers(page)).toEqual([])
      expect(await doubled(page)).toEqual([])
      await keyboard.press('1')
      await expect(desk.line('puppet', 'Done.')).toBeVisible()
      await keyboard.press('Control+KeyF')
      await ear.isAt(/^(searchbox|textbox) Find in this conversation/)
      await expect(pane(page, 'puppet').getByRole('search')).toBeVisible()
      await keyboard.press('Escape')
    })

    await test.step('the side panel is about the pane with the focus, and closes before it would lie over', async () => {
      await keyboard.press('Control+Period')
      const side = page.getByRole('complementary')
      await expect(side).toHaveAccessibleName('About puppet')
      await keyboard.press('Control+KeyJ')
      await expect(side).toHaveAccessibleName('About scout')
      await page.setViewportSize({ width: 1300, height: 900 })
      await expect(side).toBeHidden()
    })

    await test.step('where there is room for one, the other is a key or a press away, as it was', async () => {
      await page.setViewportSize({ width: 780, height: 800 })
      const ways = page.getByRole('group', { name: 'Panes' }).getByRole('button')
      await expect(ways).toHaveText([/^puppet/, /^scout/])
      await expect(desk.composer('puppet')).toBeHidden()
      await expect(desk.composer('scout')).toHaveValue('begun')
      await ways.first().click()
      await expect(desk.composer('puppet')).toBeFocused()
      await expect(desk.composer('scout')).toBeHidden()
      expect(await barriers(page)).toEqual([])
      await ear.isWhole()
      await keyboard.press('Control+KeyJ')
      await expect(desk.composer('scout')).toBeFocused()
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(desk.composer('puppet')).toBeVisible()
    })

    await test.step('a tab that is closed makes room for its neighbour, one that is gone for the other pane', async () => {
      await keyboard.press(janus.shell.keys.closeTab)
      await expect.poll(() => shown(page)).toEqual(['puppet', '>third'])
      await body(janus, 'DELETE', '/agents/third?forever=true')
      await expect.poll(() => shown(page)).toEqual(['>puppet'])
      await expect(desk.composer('puppet')).toBeFocused()
    })
  },
)
