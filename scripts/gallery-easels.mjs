import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, chromium } from '@playwright/test'
import { root } from './child.mjs'
import { findChromium } from './chromium.mjs'
import { testElectron } from './test-electron.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{readonly page: Page, readonly session: import('@playwright/test').CDPSession}} Easel a page, and what sets how it is shown */
/** @typedef {{pages: readonly Page[], shell: string, close: () => Promise<void>}} Pages */

/** What a picture must not depend on. */
const surroundings = { locale: 'en-GB', timezoneId: 'UTC' }

/**
 * Opens so many pages at this address, which can be worked on at once: in windows of a real Electron where the tests have one,
 * else in a Chromium that shows nothing.
 * @param {number} count
 * @param {string} url
 * @returns {Promise<{easels: readonly Easel[], shell: string, close: () => Promise<void>}>}
 */
export async function openEasels(count, url) {
  const electron = testElectron()
  const { pages, shell, close } =
    electron === null ? await inChromium(count) : await inElectron(electron, count)
  return { easels: await Promise.all(pages.map((page) => easelOf(page, url))), shell, close }
}

/**
 * @param {Page} page
 * @param {string} url
 * @returns {Promise<Easel>}
 */
async function easelOf(page, url) {
  await page.goto(url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const session = await page.context().newCDPSession(page)
  // Of several windows only one can have the focus; each shows as if it had it. What Playwright has said of it on the
  // empty page is lost by then, and said again it would be no news.
  for (const enabled of [false, true]) await session.send('Emulation.setFocusEmulationEnabled', { enabled })
  return { page, session }
}

/**
 * @param {number} count
 * @returns {Promise<Pages>}
 */
async function inChromium(count) {
  const path = findChromium()
  const browser = await chromium.launch({
    ...(path === null ? {} : { executablePath: path }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const pages = await Promise.all(
    Array.from({ length: count }, async () => (await browser.newContext(surroundings)).newPage()),
  )
  return { pages, shell: 'Chromium', close: () => browser.close() }
}

/**
 * @param {import('./test-electron.mjs').TestElectron} electron
 * @param {number} count
 * @returns {Promise<Pages>}
 */
async function inElectron({ path, as, openScreen }, count) {
  const screen = await openScreen()
  const home = mkdtempSync(join(tmpdir(), 'janus-gallery-'))
  const app = await _electron.launch({
    ...surroundings,
    executablePath: as?.starter ?? path,
    chromiumSandbox: true,
    args: [join(root, 'scripts', 'gallery-app'), `--user-data-dir=${home}`, String(count)],
    env: {
      .../** @type {Record<string, string>} */ (process.env),
      ...(screen === null ? {} : { DISPLAY: screen.display }),
      ...(as === null ? {} : { JANUS_AS_PERSON: path }),
    },
  })
  await app.firstWindow()
  while (app.windows().length < count) await app.waitForEvent('window')
  return {
    pages: app.windows(),
    shell: 'Electron',
    close: async () => {
      await app.close()
      await screen?.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
