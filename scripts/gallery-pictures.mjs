import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './child.mjs'
import { findChromium } from './chromium.mjs'

/**
 * A window size; `text` is a percentage.
 * @typedef {{name: string, width: number, height: number, text: number}} Size
 * @typedef {import('@playwright/test').Page} Page
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
const surroundings = /** @type {const} */ ({
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
})
/** Pages that take pictures in parallel. */
const hands = 3

/**
 * Takes the chosen pictures, and writes a page that shows them.
 * @param {string} url address of the served gallery
 * @param {Choice} choice
 * @returns {Promise<number>} exit code: 1 when a state logged a complaint
 */
export async function takePictures(url, { names, theme, size, list }) {
  const path = findChromium()
  const browser = await chromium.launch({
    ...(path === null ? {} : { executablePath: path }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const first = await browser.newPage(surroundings)
    await first.goto(url)
    const states = await first.locator('li a').allTextContents()
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
    const pages = await Promise.all(Array.from({ length: hands }, () => browser.newPage(surroundings)))
    const complaints = await takeAll(pages, url, shots)
    writeFileSync(join(pictures, 'index.html'), pageOf(files))
    for (const line of complaints) console.error(line)
    console.log(`${files.length} pictures of ${wanted.length} states: ${join(pictures, 'index.html')}`)
    return complaints.length > 0 ? 1 : 0
  } finally {
    await browser.close()
  }
}

/**
 * @param {readonly Page[]} pages
 * @param {string} url
 * @param {Shot[]} shots
 * @returns {Promise<string[]>} the complaints
 */
async function takeAll(pages, url, shots) {
  const waiting = [...shots]
  /** @type {string[]} */
  const complaints = []
  const work = async (/** @type {Page} */ page) => {
    const session = await page.context().newCDPSession(page)
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      for (const words of await take({ page, session }, url, shot))
        complaints.push(`${shot.state}, ${shot.size.name}: ${words}`)
    }
  }
  await Promise.all(pages.map(work))
  return complaints.sort()
}

/**
 * @param {Shot} shot
 * @param {string} theme
 */
const nameOf = ({ state, size }, theme) => `${state}-${size.name}-${theme}`

/**
 * @param {{page: Page, session: import('@playwright/test').CDPSession}} on
 * @param {string} url
 * @param {Shot} shot
 * @returns {Promise<string[]>}
 */
async function take({ page, session }, url, shot) {
  const { width, height, text } = shot.size
  /** @type {string[]} */
  const complaints = []
  const broke = (/** @type {Error} */ { message }) => complaints.push(message)
  const said = (/** @type {import('@playwright/test').ConsoleMessage} */ message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  }
  page.on('pageerror', broke).on('console', said)
  await page.setViewportSize({ width, height })
  await enlarge(session, text)
  await page.goto(`${url}?state=${encodeURIComponent(shot.state)}`)
  await page.locator('html[data-gallery]').waitFor({ state: 'attached' })
  const wide = /** @type {string[]} */ (await page.evaluate('sideways()'))
  complaints.push(...wide.map((words) => `scrolls sideways: ${words}`))
  for (const colorScheme of shot.themes) {
    await page.emulateMedia({ colorScheme })
    const path = join(pictures, `${nameOf(shot, colorScheme)}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  }
  page.off('pageerror', broke).off('console', said)
  return complaints
}

/**
 * Sets the browser's default font size, as a user would; media queries in em follow it.
 * @param {import('@playwright/test').CDPSession} session
 * @param {number} percent
 */
async function enlarge(session, percent) {
  const fontSizes = { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 }
  await session.send('Page.setFontSizes', { fontSizes })
}

/**
 * The page that shows all pictures with their names.
 * @param {string[]} names
 */
function pageOf(names) {
  const figures = names.map(
    (name) =>
      `<figure><a href="${name}.png"><img loading="lazy" src="${name}.png" alt=""></a><figcaption>${name}</figcaption></figure>`,
  )
  return `<!doctype html>
<meta charset="utf-8">
<title>Gallery of Janus</title>
<style>
  body { margin: 2rem; display: grid; gap: 2rem; grid-template-columns: repeat(auto-fill, minmax(28rem, 1fr)); font: 13px system-ui; }
  figure { margin: 0 } img { width: 100%; border: 1px solid #8888; border-radius: 4px }
</style>
${figures.join('\n')}
`
}
