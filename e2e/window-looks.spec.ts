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
