import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './child.mjs'
import { findChromium } from './chromium.mjs'
import { pageOf } from './gallery-page.mjs'

/**
 * A size of the window. `text` in percent of the usual.
 * @typedef {{name: string, width: number, height: number, text: number}} Size
 * A state in one size; opened once, pictured in each theme.
 * @typedef {{state: string, themes: ('light' | 'dark')[], size: Size}} Shot
 * @typedef {{names: string[], theme?: string | undefined, size?: string | undefined, list?: boolean}} Choice
 */

const pictures = join(root, '.cache', 'gallery')
/** @type {Size[]} */
export const sizes = [
  { name: '1440x900', width: 1440, height: 900, text: 100 },
  { name: '900x700', width: 900, height: 700, text: 100 },
  { name: '200-percent', width: 1280, height: 800, text: 200 },
]
const themes = /** @type {const} */ (['light', 'dark'])
/** Pages that are worked on at once. */
const hands = 3

/**
 * Takes the pictures that are chosen, and a page that shows them.
 * @param {string} url of the served gallery
 * @param {Choice} choice
 * @returns {Promise<number>} the exit code: 1 when a state complained
 */
export async function takePictures(url, { names, theme, size, list }) {
  const path = findChromium()
  const browser = await chromium.launch({
    ...(path === null ? {} : { executablePath: path }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const states = await statesAt(browser, url)
    if (list === true) {
      console.log(states.join('\n'))
      return 0
    }
    const wanted = states.filter(
      (state) => names.length === 0 || names.some((name) => state.startsWith(name)),
    )
    if (wanted.length === 0) throw new Error(`No state begins with ${names.join(' or ')}.`)
    const chosen = themes.filter((one) => theme === undefined || theme === one)
    const shots = sizes
      .filter(({ name }) => size === undefined || size === name)
      .flatMap((each) => wanted.map((state) => ({ state, themes: chosen, size: each })))
    const files = shots.flatMap((shot) => shot.themes.map((one) => nameOf(shot, one))).sort()
    if (names.length === 0) rmSync(pictures, { recursive: true, force: true })
    mkdirSync(pictures, { recursive: true })
    const complaints = await takeAll(browser, url, shots)
    writeFileSync(join(pictures, 'index.html'), pageOf(files))
    for (const line of complaints) console.error(line)
    console.log(`${files.length} pictures of ${wanted.length} states: ${join(pictures, 'index.html')}`)
    return complaints.length > 0 ? 1 : 0
  } finally {
    await browser.close()
  }
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
async function statesAt(browser, url) {
  const page = await browser.newPage()
  await page.goto(url)
  const states = await page.locator('li a').allTextContents()
  await page.close()
  return states
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {Shot[]} shots
 * @returns {Promise<string[]>} what the states complained of
 */
async function takeAll(browser, url, shots) {
  const waiting = [...shots]
  /** @type {string[]} */
  const complaints = []
  const work = async () => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      for (const words of await take(browser, url, shot))
        complaints.push(`${shot.state}, ${shot.size.name}: ${words}`)
    }
  }
  await Promise.all(Array.from({ length: hands }, work))
  return complaints.sort()
}

/**
 * @param {Shot} shot
 * @param {string} theme
 */
const nameOf = ({ state, size }, theme) => `${state}-${size.name}-${theme}`

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {Shot} shot
 * @returns {Promise<string[]>}
 */
async function take(browser, url, shot) {
  const { width, height, text } = shot.size
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  /** @type {string[]} */
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  if (text !== 100) await enlarge(page, text)
  await page.goto(`${url}?state=${encodeURIComponent(shot.state)}`)
  await page.locator('html[data-gallery]').waitFor({ state: 'attached' })
  const wide = /** @type {string[]} */ (await page.evaluate('sideways()'))
  complaints.push(...wide.map((words) => `scrolls sideways: ${words}`))
  for (const colorScheme of shot.themes) {
    await page.emulateMedia({ colorScheme })
    const path = join(pictures, `${nameOf(shot, colorScheme)}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  }
  await context.close()
  return complaints
}

/**
 * Sets the size of text as a person does in the browser's own settings; media queries in em follow.
 * @param {import('@playwright/test').Page} page
 * @param {number} percent
 */
async function enlarge(page, percent) {
  const session = await page.context().newCDPSession(page)
  const fontSizes = { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 }
  await session.send('Page.setFontSizes', { fontSizes })
}
