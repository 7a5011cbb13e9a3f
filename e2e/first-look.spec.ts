import { expect } from '@playwright/test'
import { openState, test } from './gallery.ts'

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
      button('Resume session…'),
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
