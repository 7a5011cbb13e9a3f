import { expect } from '@playwright/test'
import { openState, test } from './gallery.ts'

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
    // A key was pressed last: the focus is one that shows.
    await page.keyboard.press('Shift')
    await tab(which).focus()
    expect(await outline(which)).toBe('solid 2px')
    await tab(which).blur()
  }
})
