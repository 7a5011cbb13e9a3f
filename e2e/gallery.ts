import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type Page } from '@playwright/test'
import { Program } from './program.ts'

const script = fileURLToPath(new URL('../scripts/gallery-run.mjs', import.meta.url))

/** Days since 1970: selects the share of a sweep. JANUS_DAY repeats another day's. */
export const day = Number(process.env['JANUS_DAY'])

/** JANUS_SWEEP=all checks everything. */
const isWholeSweep = process.env['JANUS_SWEEP'] === 'all'

/** Returns whether a share is due: each is checked once in `days` days. */
export const isTheDays = (share: number, days: number): boolean => isWholeSweep || day % days === share % days

/** A test of the window alone: the real one, with the domain in the same page. */
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

export async function openState(page: Page, url: string, state: string): Promise<void> {
  await page.goto(`${url}?state=${encodeURIComponent(state)}`)
  await page.locator('html[data-gallery]').waitFor({ state: 'attached', timeout: 20_000 })
}

/** Collects console errors, warnings, uncaught errors and dialogs. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

/** Returns serious accessibility violations, each kind once with its first element. */
export async function barriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules([...rules])
  // Legacy mode opens no extra page; it only lacks cross-origin frames, and there are none.
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
}

/** Returns the labels of adjacent icon buttons with the same icon, which nobody can tell apart. */
export async function twinSigns(page: Page): Promise<string[]> {
  return page.locator('button:has(use)').evaluateAll((buttons) => {
    const signs = buttons.flatMap((button) => {
      const use = button.querySelector('use')
      // An icon that is turned upside down means the opposite.
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
