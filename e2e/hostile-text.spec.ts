import { expect, type Page } from '@playwright/test'
import { isTheDays, test } from './gallery.ts'
import { payloads } from './payloads/payloads.ts'

const batch = 44

/** Parts of the window that show foreign text: by their `data-part`, else a class. */
const shownIn = [
  'title',
  '[background]',
  '[card]',
  '[conclusion]',
  '[crossed]',
  '[entry]',
  '[facts-line]',
  '[fate]',
  '[fleet-line]',
  '[gathering-bar]',
  '[held]',
  '[kept-back]',
  '[listener]',
  '[machine]',
  '[needs-area]',
  '[note]',
  '[place]',
  '[receipt]',
  '[result]',
  '[role]',
  '[said]',
  '[sent]',
  '[stage]',
  '[status]',
  '[tab]',
  '[tab-row]',
  '[task]',
  '[thread-message]',
  '[timer]',
  '[toasts]',
  '[tool-text]',
  '[transcript]',
  '[turn]',
  '[utterance]',
  '[worktree]',
  '[your-turn]',
  '.about',
  '.composer',
  '.diff',
  '.err',
  '.head-facts',
  '.inset',
  '.linkRow',
  '.palette',
  '.queue',
  '.quoted-question',
  '.receivers',
  '.sheet',
  '.spineRow',
  '.tail',
  '.tool',
]

/** Effects of a page that text alone must never have. */
interface Harm {
  readonly ran: string[]
  /** Requests for anything but the page's files. */
  readonly asked: string[]
  /** What the page's Content Security Policy blocked. */
  readonly stopped: string[]
  readonly broke: string[]
}

/** The page's report on its views: how many it checked, and foreign content in them. */
interface Sweep {
  readonly views: number
  readonly faults: readonly string[]
  /** Where the text "Marked words" was shown. */
  readonly places: readonly string[]
}

/** Shows these texts in every place of the window, and records the effects. */
async function play(page: Page, gallery: string, words: readonly string[]): Promise<Harm & Sweep> {
  const harm: Harm = { ran: [], asked: [], stopped: [], broke: [] }
  await page.exposeFunction('tellRun', (what: string) => void harm.ran.push(what))
  await page.exposeFunction('tellStopped', (what: string) => void harm.stopped.push(what))
  await page.addInitScript((all) => {
    const { tellRun, tellStopped } = window as unknown as Record<string, (what: string) => void>
    Object.assign(window, { hostile: all, pwned: () => tellRun?.('pwned') })
    document.addEventListener('securitypolicyviolation', (event) =>
      tellStopped?.(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    )
  }, words)
  page.on('dialog', (dialog) => {
    harm.ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => harm.broke.push(error.message))
  page.on('popup', (popup) => harm.asked.push(`window: ${popup.url()}`))
  page.on('response', (response) => {
    if (response.status() >= 400) harm.asked.push(response.url())
  })
  await page.route(
    (url) => !url.href.startsWith(gallery),
    (route) => {
      harm.asked.push(route.request().url())
      return route.abort()
    },
  )
  const home = `${gallery}?state=hostile`
  await page.goto(home)
  await page.locator('html[data-gallery]').waitFor({ state: 'attached', timeout: 0 })
  if (page.url() !== home) harm.asked.push(`went to ${page.url()}`)
  const sweep = await page.evaluate(() => {
    const { swept } = window as unknown as { swept: Sweep & { places: Set<string> } }
    return { ...swept, places: [...swept.places].sort() }
  })
  return { ...harm, ...sweep }
}

// A few seconds each; far longer on a busy machine.
test.describe.configure({ mode: 'parallel' })
test.use({ reducedMotion: 'reduce' })

async function staysWords(page: Page, gallery: string, words: readonly string[]): Promise<void> {
  const { views, ...harm } = await play(page, gallery, words)
  expect(harm).toEqual({ ran: [], asked: [], stopped: [], broke: [], faults: [], places: [] })
  expect(views).toBeGreaterThan(words.length * 4)
}

// Each takes a minute or two; each day has its share.
for (let from = 0; from < payloads.length; from += batch) {
  if (!isTheDays(from / batch, 8)) continue
  test(
    `hostile words stay words in every place, from ${from + 1}`,
    { tag: '@long' },
    async ({ page, gallery }) => {
      await staysWords(page, gallery, payloads.slice(from, from + batch))
    },
  )
}

test(
  'every place that shows words from outside is looked at',
  { tag: '@long' },
  async ({ page, gallery }) => {
    const { places } = await play(page, gallery, ['Marked words', 'Marked words again'])
    expect(places.length).toBeGreaterThan(200)
    const all = places.join('\n')
    expect(shownIn.filter((part) => !all.includes(part))).toEqual([])
  },
)

test('there are at least 300 of them, each once', () => {
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(300)
})

test.describe('a window that took text for HTML', () => {
  test.use({ bypassCSP: true })
  test('would be caught', { tag: '@long' }, async ({ page, gallery }) => {
    // React sets text without siblings by this property.
    await page.addInitScript(() => {
      const html = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
      const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')
      Object.defineProperty(Node.prototype, 'textContent', {
        ...text,
        set(this: Node, words: string) {
          if (this instanceof HTMLElement) html?.set?.call(this, words)
          else text?.set?.call(this, words)
        },
      })
    })
    const { ran, asked, faults } = await play(page, gallery, [
      '<img src=x onerror=pwned(1)>',
      '<img src="https://evil.test/1">',
      '<iframe src="https://evil.test/2"></iframe>',
      '\u202etext',
    ])
    expect(ran).toContain('pwned')
    expect(asked).toContain('https://evil.test/1')
    expect(asked).toContain('https://evil.test/2')
    expect(faults.join('\n')).toMatch(/<img class=""> is not of the window/)
    expect(faults.join('\n')).toMatch(/has onerror/)
  })
})
