import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { barriers, complaintsOf, day, isTheDays, openState, test, twinSigns } from './gallery.ts'

const dist = fileURLToPath(new URL('../dist/renderer', import.meta.url))

/** The states are split into this many tests, so that all workers are busy and none takes minutes. */
const shares = 80
/** Each day has its own: one to glance at in `npm test`, a sixteenth to study in the long suite. */
const isGlancedAt = (share: number) => day % shares === share - 1
const isStudied = (share: number) => isTheDays(share, 16)

const long = { tag: '@long' }

test.describe.configure({ mode: 'parallel' })
test.use({ colorScheme: 'light', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })

for (let share = 1; share <= shares; share += 1) {
  const part = `${share} of ${shares}`
  if (isGlancedAt(share)) {
    test(`the states of the window are whole, ${part}`, async ({ page, gallery }) => {
      expect(await lookAt(page, gallery, share, glance)).toEqual([])
    })
  }
  if (isStudied(share)) {
    test(
      `they can be used by all, in the dark, narrow and large, ${part}`,
      long,
      async ({ page, gallery }) => {
        expect(await lookAt(page, gallery, share, study)).toEqual([])
      },
    )
  }
}

/** Opens a share of the states one after the other; returns their problems. */
async function lookAt(page: Page, gallery: string, share: number, look: typeof glance): Promise<string[]> {
  const complaints = complaintsOf(page)
  await page.goto(gallery)
  const states = await page.locator('li a').allTextContents()
  expect(states.length).toBeGreaterThan(40)
  const found: string[] = []
  for (const state of states.filter((_, index) => index % shares === share - 1)) {
    complaints.length = 0
    await openState(page, `${gallery}strict/`, state)
    const problems = [...(await look(page)), ...complaints]
    found.push(...problems.map((words) => `${state}: ${words}`))
  }
  return found
}

/** Checks accessibility in the light theme, and buttons that look the same. */
async function glance(page: Page): Promise<string[]> {
  return [...(await barriers(page)).map((words) => `light, ${words}`), ...(await twinSigns(page))]
}

/** Checks accessibility, the dark theme, a narrow window and large text. */
async function study(page: Page): Promise<string[]> {
  const light = await barriers(page)
  const twins = await twinSigns(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await barriers(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 900, height: 700 })
  const narrow = await sideways(page)
  await page.setViewportSize({ width: 360, height: 700 })
  const narrowest = await sideways(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  const large = await sideways(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await session.detach()
  await page.setViewportSize({ width: 1440, height: 900 })
  return [
    ...light.map((words) => `light, ${words}`),
    ...twins,
    ...dark.filter((words) => !light.includes(words)).map((words) => `dark, ${words}`),
    ...narrow.map((words) => `at 900, scrolls sideways: ${words}`),
    ...narrowest.map((words) => `at 360, scrolls sideways: ${words}`),
    ...large.map((words) => `at 200 %, scrolls sideways: ${words}`),
  ]
}

/** Returns what scrolls sideways, after the page has its new size. */
async function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { sideways: () => readonly string[] }).sideways()
  })
}

test('nothing of the gallery is in the app', async () => {
  const names = await readdir(dist, { recursive: true })
  const scripts = names.filter((name) => /\.(js|html|css)$/.test(name))
  const texts = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')))
  expect(scripts.length).toBeGreaterThan(2)
  expect(texts.filter((text) => /gallery|oauth-impl/i.test(text))).toEqual([])
})
