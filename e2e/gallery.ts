import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type Page } from '@playwright/test'
import { Program } from './program.ts'

const script = fileURLToPath(new URL('../scripts/gallery-run.mjs', import.meta.url))

/** The day whose share of a sweep is looked at, in days since 1970: today, or JANUS_DAY to look at another day's again. */
export const day = Number(process.env['JANUS_DAY'])

/** Whether everything is looked at, as after a change of much: JANUS_SWEEP=all. */
const isWholeSweep = process.env['JANUS_SWEEP'] === 'all'

/** Whether the day has this share of a sweep, of which each day has one in so many. */
export const isTheDays = (share: number, days: number): boolean => isWholeSweep || day % days === share % days

/** A test of the window alone: the real one, on the domain of Janus in the same page. */
export const test = base.extend<object, { readonly gallery: string }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const program = Program.start([script, '--serve'], process.env, process.cwd())
      const [, url = ''] = await program.prints(/^gallery: (\S+)$/m)
      await use(url)
      await program.end('SIGTERM')
    },
    { scope: 'worker' },
  ],
})

/** Opens a state and waits until it is reached. */
export async function openState(page: Page, url: string, state: string): Promise<void> {
  await page.goto(`${url}?state=${encodeURIComponent(state)}`)
  await page.locator('html[data-gallery]').waitFor({ state: 'attached', timeout: 20_000 })
}

/** Everything that the page says to its console when something is wrong, and every broken script. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

/** What keeps some people from using the page as it is now, in short: each kind once, with its first place. */
export async function barriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules([...rules])
  // The page has no frames; the other way opens a page of its own each time.
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
}

/** Buttons without words that stand side by side under the same sign, by their labels: nobody can tell which does what. */
export async function twinSigns(page: Page): Promise<string[]> {
  return page.locator('button:has(use)').evaluateAll((buttons) => {
    const signs = buttons.flatMap((button) => {
      const use = button.querySelector('use')
      // The one that is turned upside down leads the other way.
      const { transform } = getComputedStyle(use?.closest('svg') ?? button)
      const look = `${use?.getAttribute('href') ?? ''} ${transform}`
      const isShown = button.checkVisibility({ visibilityProperty: true }) && look.startsWith('#i-')
      const box = button.getBoundingClientRect()
      return isShown && button.textContent.trim() === ''
        ? [{ label: button.getAttribute('aria-label') ?? '', look, box }]
        : []
    })
    return signs.flatMap(({ label, look, box }) =>
      signs
        .filter((next) => next.look === look && Math.abs(next.box.top - box.top) < 8)
        .filter((next) => next.box.left >= box.right && next.box.left - box.right < 24)
        .map((next) => `${label} and ${next.label} have the same sign ${look}`),
    )
  })
}
