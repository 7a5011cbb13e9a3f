import { expect, type Page } from '@playwright/test'
import { openState, test, twinSigns } from './gallery.ts'

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })

test('one’s own words do not look like a link', async ({ page, gallery }) => {
  await openState(page, gallery, 'card-question')
  const words = page.locator('[data-part=scroll] [data-part=said] p').first()
  await expect(words).toBeVisible()
  await expect(words).toHaveCSS('text-decoration-line', 'none')
  await expect(words).not.toHaveCSS('cursor', 'pointer')
})

test('the arc of a link ends at its tabs, also when a section comes above them', async ({
  page,
  gallery,
}) => {
  await openState(page, gallery, 'tabs-arcs-beneath')
  const ends = await page.locator('[data-part=arcs] path').evaluate((path: SVGPathElement) => {
    const top = path.ownerSVGElement?.getBoundingClientRect().top ?? 0
    return [0, path.getTotalLength()].map((at) => Math.round(top + path.getPointAtLength(at).y))
  })
  const tabs = await page.locator('[data-part=tab-row]').evaluateAll((rows) =>
    rows
      .filter((row) => /^(Scout|Builder),/.test(row.querySelector('.vh')?.textContent ?? ''))
      .map((row) => row.getBoundingClientRect())
      .map(({ top, height }) => Math.round(top + height / 2)),
  )
  expect(tabs).toHaveLength(2)
  for (const [at, end] of ends.entries()) expect(Math.abs(end - (tabs[at] ?? 0))).toBeLessThan(2)
})

test('where an agent has no link two tabs are drawn, for those who see', async ({ page, gallery }) => {
  const drawing = page.getByRole('region', { name: 'Links' }).locator('svg[data-part=two-tabs]')
  await openState(page, gallery, 'side-empty')
  await expect(drawing).toBeVisible()
  await expect(drawing).toHaveAttribute('aria-hidden', 'true')
  await openState(page, gallery, 'side-links')
  await expect(page.getByRole('region', { name: 'Links' })).toBeVisible()
  await expect(drawing).toHaveCount(0)
})

test('with forced colours the tab that is shown, the one beside, and the focus are still told apart', async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openState(page, gallery, 'panes-agents')
  const tab = (which: string) =>
    page.getByRole('navigation', { name: 'Tabs' }).locator(`[data-part=tab-row] > button${which}`).first()
  const edge = (which: string) => tab(which).evaluate((one) => getComputedStyle(one).borderLeft)
  const outline = (which: string) =>
    tab(which).evaluate((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth}`
    })
  const [shown, beside, other] = ['[aria-current=page]', '[aria-current=true]', ':not([aria-current])']
  expect(await edge(shown)).toMatch(/^4px solid/)
  expect(await edge(beside)).toMatch(/^2px dashed/)
  expect(await edge(other)).toMatch(/^0px/)
  for (const which of [shown, beside, other]) {
    expect(await outline(which)).toBe('none')
    // After a key press, the browser shows focus outlines.
    await page.keyboard.press('Shift')
    await tab(which).focus()
    expect(await outline(which)).toBe('solid 2px')
    await tab(which).blur()
  }
})

test('toasts cover no control, whether the list of tabs is whole or folded', async ({ page, gallery }) => {
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 700 })
    await openState(page, gallery, 'widths-toasts')
    await expect(page.locator('[data-part=toasts] [role=alert]')).toBeVisible()
    const covered = await page.evaluate(() => {
      const toasts = document.querySelector('[data-part=toasts]')
      const controls = [...document.querySelectorAll('button, textarea, input, a')].filter(
        (one) => !toasts?.contains(one) && one.checkVisibility({ visibilityProperty: true }),
      )
      return controls.flatMap((one) => {
        one.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return toasts?.contains(above) ? [one.outerHTML] : []
      })
    })
    expect(covered).toEqual([])
  }
})

test('what is only read shows no frame when it is given the focus, and a field is preferred', async ({
  page,
  gallery,
}) => {
  const outline = (at: string) => page.locator(at).evaluate((one) => getComputedStyle(one).outlineStyle)
  await openState(page, gallery, 'keys-sheet')
  await expect(page.getByRole('searchbox', { name: 'Find a key' })).toBeFocused()
  await openState(page, gallery, 'words-sheet')
  await expect(page.getByRole('group', { name: 'Words that the window uses' })).toBeFocused()
  expect(await outline(':focus')).toBe('none')
  await openState(page, gallery, 'gathering-harvesting')
  await page.keyboard.press('Shift')
  await expect(page.locator('[data-part=scroll]')).toBeFocused()
  expect(await outline(':focus')).toBe('none')
})

test('the preview of a tab goes to the end of its row, whatever stands above it', async ({
  page,
  gallery,
}) => {
  await openState(page, gallery, 'widths-agent')
  const ends = await page
    .locator('[data-part=tab-row]')
    .filter({ has: page.locator('[data-name]', { hasText: 'Timetable keeper' }) })
    .evaluate((row) => {
      const name = row.querySelector('[data-name]')
      const [above, below] = [name?.parentElement, name?.parentElement?.nextElementSibling]
      return [above, below?.firstElementChild].map((one) =>
        Math.round(one?.getBoundingClientRect().right ?? 0),
      )
    })
  expect(ends[1]).toBe(ends[0])
})

test('handlers have a sign of their own, in the header and on the tab', async ({ page, gallery }) => {
  await openState(page, gallery, 'widths-agent')
  const signs = page.locator('[data-part=handlers-chip] use, [data-part=tab] [title="2 rules are on"] use')
  expect(await signs.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '#i-rule',
    '#i-rule',
  ])
  // No other icon looks like unread mail.
  await expect(page.locator('[data-part=handlers-chip]')).toHaveText('2 rules on')
})

test('on a turn no two buttons beside each other have the same sign', async ({ page, gallery }) => {
  await openState(page, gallery, 'agent-idle')
  const turn = page.locator('[data-part=turn]').last()
  await expect(turn.locator('[data-part=quote-button]').first()).toBeVisible()
  await expect(turn.getByRole('button', { name: /^From what/ })).toBeVisible()
  expect(await twinSigns(page)).toEqual([])
})

test('a reader at the end of a conversation stays there when it shrinks and grows within a frame', async ({
  page,
  gallery,
}) => {
  await openState(page, gallery, 'widths-agent')
  const left = await page.locator('[data-part=scroll]').evaluate(async (box) => {
    const frames = async () => {
      for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame)
    }
    const block = document.createElement('div')
    block.style.height = '2000px'
    box.firstElementChild?.append(block)
    await frames()
    // Grows after the window saw it shrink, and before the resulting scroll event.
    const sizes = new ResizeObserver(() => {
      if (block.style.height === '1000px') block.style.height = '3000px'
    })
    sizes.observe(block)
    await frames()
    block.style.height = '1000px'
    await frames()
    return { height: block.style.height, below: box.scrollHeight - box.clientHeight - box.scrollTop }
  })
  expect(left).toEqual({ height: '3000px', below: 0 })
  await expect(page.locator('[data-part=new-below]')).toHaveCount(0)
})

test.describe('in a small window', () => {
  test.use({ viewport: { width: 1024, height: 700 }, reducedMotion: 'reduce' })

  for (const state of ['start-empty', 'start-signed-out', 'start-cli-missing'] as const)
    test(`the first screen shows all that it offers at 1024 × 700: ${state}`, async ({ page, gallery }) => {
      await openState(page, gallery, state)
      const button = (name: string | RegExp) => page.getByRole('button', { name })
      const [demo, start] = [button('Try the demo'), button(/^Start/)]
      const shown = [
        page.getByRole('heading', { name: 'Start your first agent' }),
        page.getByText(
          'Janus runs AI agents in tabs, each in a folder of yours, and lets them write to each other.',
        ),
        demo,
        start,
        button('Resume conversation…'),
        ...(state === 'start-empty' ? [] : [page.getByRole('region', { name: '1 issue to fix' })]),
      ]
      for (const part of shown) await expect(part).toBeInViewport({ ratio: 1 })
      const [left, right] = [await demo.boundingBox(), await start.boundingBox()]
      expect(left?.y).toBe(right?.y)
      expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeLessThan(16)
    })

  test('a missing sign-in is a calm line: no heading as large as the first, nothing in the colour of failure', async ({
    page,
    gallery,
  }) => {
    await openState(page, gallery, 'start-signed-out')
    const issue = page.getByRole('region', { name: '1 issue to fix' })
    await expect(issue).toContainText('Not signed in')
    await expect(issue.getByRole('button', { name: 'Sign in' })).toBeVisible()
    const fail = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--fail)'
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    const colours = await issue
      .locator('*')
      .evaluateAll((all) =>
        all.map((one) => getComputedStyle(one)).flatMap(({ color, stroke }) => [color, stroke]),
      )
    expect(colours).not.toContain(fail)
  })
})

/** Enter and Escape as an input method sends them; Safari sets only key code 229. */
const compose = (page: Page) =>
  page.evaluate(() => {
    for (const key of ['Enter', 'Escape'])
      for (const how of [{ isComposing: true }, { keyCode: 229 }])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...how }),
        )
  })

/** A gallery state, the steps to reach a field, and the field. */
test('a conversation is deleted from the list once that is confirmed', async ({ page, gallery }) => {
  await openState(page, gallery, 'conversations-delete')
  const title = 'Make the refresh job share one flight'
  await expect(page.getByRole('option', { name: title })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Delete this conversation permanently?' })).toContainText(
    title,
  )
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('option', { name: title })).toHaveCount(0)
  const other = page.getByRole('option', { name: 'Which of the fares have no test?' })
  await expect(other).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: /^Search/ }).press('Shift+Delete')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(other).toBeVisible()
})

const fields: readonly (readonly [string, string, string, ((page: Page) => Promise<void>)?])[] = [
  [
    'the reason of a denial',
    'card-permission',
    '[data-part=card] input',
    (page) => page.getByRole('button', { name: 'Deny, and say why' }).click(),
  ],
  [
    'the name of a tab, in the list',
    'agent-idle',
    'input[aria-label^="New name of"]',
    (page) => page.locator('[data-part=tab-row] > button').first().dblclick(),
  ],
  ['the form of a new seat', 'gathering-add-seat', '[data-part=newcomer] :is(input, textarea)'],
  ['the filter of the tabs', 'tabs-filter', 'input[type=search]'],
  ['a line of the settings', 'settings-terminal', 'dialog input.input.mono'],
]

for (const [at, [what, state, selector, reach]] of fields.entries())
  test(
    `no key of a composition reaches ${what}`,
    { tag: at < 2 ? [] : '@long' },
    async ({ page, gallery }) => {
      await openState(page, gallery, state)
      await reach?.(page)
      const field = page.locator(selector).locator('visible=true').first()
      await field.fill('こんにちは')
      await compose(page)
      await expect(field).toBeVisible()
      await expect(field).toHaveValue('こんにちは')
    },
  )
