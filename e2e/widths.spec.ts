import { expect, type Page } from '@playwright/test'
import { isTheDays, openState, test } from './gallery.ts'

/** States with long names beside as many other parts as possible; the first has one pane, the others two. */
const states = [
  'widths-agent',
  'widths-seated',
  'widths-link',
  'widths-gathering',
  'widths-panes',
  'widths-panes-link',
] as const
/** States that show a running turn. */
const ofTurns: readonly string[] = ['widths-agent', 'widths-link', 'widths-panes', 'widths-panes-link']
/** Text sizes in percent, and the narrowest window for each: 360 px at 100 %. */
const zooms = [125, 150, 175, 200]

const every = (step: number, from = 360) =>
  Array.from({ length: Math.floor((2560 - from) / step) + 1 }, (_, at) => from + at * step)

test.describe.configure({ mode: 'parallel' })
test.use({ reducedMotion: 'reduce' })

test('names are readable, and nothing moves with a turn, at five widths', async ({ page, gallery }) => {
  expect(
    await measured(page, gallery, ['widths-agent', 'widths-panes-link'], [360, 640, 900, 1024, 1280]),
  ).toEqual([])
})

// Each takes minutes; each day has half of them.
for (const [at, state] of states.entries()) {
  if (!isTheDays(at, 2)) continue
  test(
    `at every width and zoom names are readable, and nothing moves with a turn: ${state}`,
    {
      tag: '@long',
    },
    async ({ page, gallery }) => {
      const found = await measured(page, gallery, [state], every(20))
      const session = await page.context().newCDPSession(page)
      for (const zoom of zooms) {
        const [standard, fixed] = [Math.round(0.16 * zoom), Math.round(0.13 * zoom)]
        const fontSizes = { standard, fixed }
        await session.send('Page.setFontSizes', { fontSizes })
        const zoomed = await measured(page, gallery, [state], every(100, Math.ceil((360 * zoom) / 100)))
        found.push(...zoomed.map((words) => `at ${zoom} %, ${words}`))
      }
      expect(found).toEqual([])
    },
  )
}

/** Opens each state once and checks it in every width; returns the problems. */
async function measured(
  page: Page,
  gallery: string,
  which: readonly string[],
  widths: readonly number[],
): Promise<string[]> {
  const found: string[] = []
  for (const state of which) {
    await page.setViewportSize({ width: widths[0] ?? 360, height: 800 })
    await openState(page, gallery, state)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const problems = await page.evaluate(look, ofTurns.includes(state))
      found.push(...problems.map((words) => `${state}, ${width} px: ${words}`))
    }
  }
  return found
}

/** Measuring functions of the gallery's page. */
interface Measures {
  misfits(): readonly string[]
  sideways(): readonly string[]
  moves(): Promise<readonly string[]>
}

async function look(withTurn: boolean): Promise<readonly string[]> {
  const { misfits, sideways, moves } = window as unknown as Measures
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return [...misfits(), ...sideways(), ...(withTurn ? await moves() : [])]
}
