import { expect, test } from './shared-app.ts'
import { atRest, body, makeAgents } from './peers.ts'

test('how full a context is stands in the head, what a turn used under it, the day in its costs; caps are set there', async ({
  desk,
  janus,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob')
  const { page } = desk
  await desk.hear('Ann', 'It is counted.')
  const ring = page.getByRole('button', { name: /^Context (<1|\d+) % full: [\d.]+k of [\d.]+[kM] tokens$/ })
  await expect(ring).toBeVisible()

  // Under the pointer and the focus; a reader finds it there at any time.
  const line = page.locator('[data-part=used]')
  await expect(line).toHaveText(/^[\d,]+ tokens in, \d+ out, .+, (<1|\d+) % of the context$/)
  await expect(line).toHaveCSS('opacity', '0')
  await line.locator('xpath=ancestor::article').hover()
  await expect(line).toHaveCSS('opacity', '1')

  // The tab list, then all costs from the status line, by keys alone.
  await expect(page.locator('[data-part=tab]', { hasText: 'Ann' })).toHaveAccessibleDescription(
    /tokens today/,
  )
  await page.getByRole('button', { name: /^Use today/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All costs…' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Costs' })
  await expect(sheet.getByRole('button', { name: /^Today/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(sheet.getByRole('region', { name: 'By agent' })).toContainText('Ann')
  await sheet.getByText('Cap…').focus()
  await page.keyboard.press('Enter')
  const form = sheet.getByRole('form', { name: 'Cap on Ann, in all' })
  await form.getByLabel('tokens').fill('900k')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Cap: 900k tokens')).toBeVisible()
  await desk.picture('costs')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const { tabs } = await body<{ tabs: readonly { name: string; cap: object }[] }>(janus, 'GET', '/budget')
  expect(tabs.find(({ name }) => name === 'Ann')?.cap).toEqual({ usd: null, tokens: 900_000 })

  // The program's own command folds it; nobody but the program knows how full it is then.
  const before = await ring.getAttribute('aria-label')
  await ring.click()
  await page.getByRole('button', { name: 'Cut it down to a summary' }).click()
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
