import { expect, type Page } from '@playwright/test'
import { openState, test } from './gallery.ts'

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })

/** The vertical centers of the found elements, in px. */
const middles = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect()
      return top + height / 2
    }),
  )

test('who speaks stands beside their number', async ({ page, gallery }) => {
  await openState(page, gallery, 'gathering-yours')
  const numbers = await middles(page, '[data-part=utterance] > :first-child [data-part=avatar]')
  const names = await middles(page, '[data-part=utterance] [data-part=by] > b')
  expect(numbers.length).toBeGreaterThan(0)
  expect(names).toHaveLength(numbers.length)
  for (const [at, number] of numbers.entries()) expect(Math.abs(number - (names[at] ?? 0))).toBeLessThan(5)
})

test('in the bar long names give way, and nothing stands over anything else', async ({ page, gallery }) => {
  await openState(page, gallery, 'gathering-long-names')
  for (const width of [1440, 1280, 1100, 1000, 900, 800, 700]) {
    await page.setViewportSize({ width, height: 900 })
    const spilled = await page
      .locator('[data-part=gathering-bar] > *')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.className),
      )
    expect(spilled, `at ${String(width)}`).toEqual([])
    const bar = await page
      .locator('[data-part=gathering-bar]')
      .evaluate((all) => [all.scrollWidth, all.clientWidth])
    expect(bar[0]).toBe(bar[1])
  }
})

test('the bar of a closed one cuts nothing off, in small windows and with large text', async ({
  page,
  gallery,
}) => {
  await openState(page, gallery, 'gathering-closed')
  const bar = page.locator('[data-part=gathering-bar]')
  for (const width of [1440, 1280, 1024, 900, 720]) {
    await page.setViewportSize({ width, height: 450 })
    for (const large of [false, true]) {
      await page.evaluate((is) => (document.documentElement.style.fontSize = is ? '200%' : ''), large)
      const cut = await bar.evaluate((all) =>
        [all, ...all.querySelectorAll('*:not(svg *)')]
          .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
          .map((one) => one.textContent),
      )
      expect(cut, `at ${String(width)}, ${large ? 'large' : 'usual'} text`).toEqual([])
      await expect(bar).toContainText('36 turns')
      await expect(bar.getByRole('button', { name: 'Export Markdown' })).toBeInViewport({ ratio: 1 })
    }
  }
})

test('beside a gathering each timer of its agents says whose it is, and offers what it does at its own tab', async ({
  page,
  gallery,
}) => {
  await openState(page, gallery, 'gathering-yours')
  const timer = page
    .getByRole('complementary')
    .getByRole('listitem', { name: 'Builder, Task reminder: refresh guard' })
  await expect(timer).toContainText(/Builder · Task reminder/)
  await expect(timer.locator('[data-part=time]')).toContainText(/fires in \d:\d\d/)
  await timer.getByRole('button', { name: 'What to do with Builder, Task reminder: refresh guard' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Pause',
    'Skip this time',
    'Snooze 5 min',
    'Remove timer',
  ])
})

test('twenty in a row show who has spoken', { tag: '@long' }, async ({ page, gallery }) => {
  await openState(page, gallery, 'gathering-20')
  await page.setViewportSize({ width: 900, height: 700 })
  await expect(page.locator('[data-part=stage][data-shape=row]')).toBeVisible()
  await expect(page.locator('[data-part=stage] li:has([data-part=tick])')).toHaveCount(8)
  await expect(page.locator('[data-part=tick]:visible')).toHaveCount(8)
})

test('a menu begins with what it offers, not with a line', { tag: '@long' }, async ({ page, gallery }) => {
  await openState(page, gallery, 'gathering-paused')
  await page.locator('[data-part=gathering-bar] [aria-haspopup]').click()
  await expect(page.getByRole('menuitem').first()).not.toHaveClass(/apart/)
})

test(
  'whose turn it is stands beside the piece, however long it takes to say',
  { tag: '@long' },
  async ({ page, gallery }) => {
    for (const state of ['gathering-away', 'gathering-long-names']) {
      await openState(page, gallery, state)
      for (const width of [1440, 900, 700]) {
        await page.setViewportSize({ width, height: 900 })
        const line = page.locator('[data-part=dock] [data-part=facts-line]')
        // Measured together: narrowing the window moves them a moment later.
        const [right, left] = await line.evaluate((within) => {
          const box = (part: string) => within.querySelector(`[data-part=${part}]`)?.getBoundingClientRect()
          return [box('piece')?.right ?? NaN, box('whose-turn')?.left ?? NaN]
        })
        expect(left, `${state} at ${String(width)}`).toBeGreaterThan(right ?? NaN)
      }
    }
  },
)

test('the last beat asks the user for last words too', { tag: '@long' }, async ({ page, gallery }) => {
  await openState(page, gallery, 'gathering-yours')
  const asks = page.getByText('Your turn is up. What would you like to say last?')
  await expect(asks).toHaveCount(0)
  await openState(page, gallery, 'gathering-last-words')
  await expect(asks).toBeVisible()
})

test('the piece is carried to the next seat, and never across the question', async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const animate = Element.prototype.animate
    Element.prototype.animate = function carry(frames, timing) {
      const { duration } = timing as KeyframeAnimationOptions
      if (this.matches('[data-part=carried]')) document.documentElement.dataset['carried'] = String(duration)
      return animate.call(this, frames, timing)
    }
  })
  await openState(page, gallery, 'gathering-live')
  await expect(page.locator('html')).toHaveAttribute('data-carried', '640')
})
