/** P10: switching to a conversation of 20,000 rows against one of 20; what the page holds; reading back. */
import { setTimeout as pause } from 'node:timers/promises'
import { Place } from '../e2e/place.ts'
import { startRehearsal } from '../main/adapters/rehearsal/testing/watched-model.ts'
import { figuresOf, note, table, type Row } from './figures.ts'
import { endOf, keepConversations } from './long-conversation.ts'
import { numbersAsked } from './options.ts'
import { turnTo } from './paint.ts'
import { keep, latencyTable, samplesOf } from './results.ts'
import { heldBy, pageTable, summed, watching, type Held } from './watched.ts'
import { openBrowser, openWindow, startWeb } from './web-app.ts'

const { rows: length, tabs, steps } = numbersAsked({ rows: 20_000, tabs: 20, steps: 200 })
const SHORT = 20
/** Pixels per scroll step while reading back, and ms between steps. */
const STEP = { px: 600, ms: 60 }
const [next, previous] = ['Alt+PageDown', 'Alt+PageUp'] as const
const names = [`${SHORT} rows`, `${length} rows`] as const
const rows = new Map<string, Row>()

const place = await Place.make()
// Short and long ones alternate, so that each is opened from the other.
const sizes = Array.from({ length: 2 * tabs + 1 }, (_, at) => (at % 2 === 0 ? SHORT : length))
await keepConversations(sizes, place)
const model = await startRehearsal()
const app = await startWeb(place, model.url, null)
const browser = await openBrowser()
const page = await openWindow(browser, app)
const session = await page.context().newCDPSession(page)
await page.getByRole('log').getByText(endOf(1)).waitFor()

const held: { readonly opened: number; readonly held: Held }[] = [{ opened: 0, held: await heldBy(session) }]
for (let tab = 2; tab <= sizes.length; tab += 1) {
  await turn(next, tab, 'for the first time')
  if (tab % 2 === 1 && [1, 5, 10, tabs].includes((tab - 1) / 2))
    held.push({ opened: (tab - 1) / 2, held: await heldBy(session) })
}
for (let tab = sizes.length - 1; tab >= 2; tab -= 1) await turn(previous, tab, 'again')

// Tab 2 is long, and in view.
const { of: read } = await watching(page, () => readBack())
const back = await heldBy(session)
const { of: returned } = await watching(page, async () => {
  await page.getByRole('button', { name: /To the end|New below/ }).click()
  await page.getByRole('log').getByText(endOf(2)).waitFor()
})
await browser.close()
await app.program.end('SIGTERM')
await model.close()
await place.clear()

const figures = ['for the first time', 'again'].flatMap((when) => {
  const pair = names.flatMap((name) => rows.get(`${name}, ${when}`) ?? [])
  return figuresOf(pair, pair[0]?.name ?? '')
})
const [first] = held
await keep('long', {
  title: `P10: conversations of ${length} rows`,
  about: `The built app in a Chromium window; ${tabs} conversations of ${length} rows in turns of 80 (words, calls, changes of files, answers with code), between them as many of ${SHORT} rows. Milliseconds from the key that turns to a tab until the end of its conversation is painted, by the page’s own clock.`,
  table: [
    latencyTable(['turning to a tab of', 'times', `${SHORT} rows`], figures),
    'What the page holds, after its garbage was collected.',
    table(
      ['long tabs opened', 'heap, MB', 'nodes', '× heap before'],
      held.map((one) => [
        one.opened,
        one.held.heap.toFixed(1),
        one.held.nodes,
        (one.held.heap / (first?.held.heap ?? 1)).toFixed(2),
      ]),
    ),
    `Reading back from the end, ${STEP.px} px each ${STEP.ms} ms, ${steps} times, older rows being read; then to the end again.`,
    pageTable('', [
      { name: 'reading back', ...summed(read) },
      { name: 'to the end', ...summed(returned) },
    ]),
    `Then it held ${back.heap.toFixed(1)} MB and ${back.nodes} nodes.`,
  ].join('\n\n'),
  figures: { latencies: figures, held, back, read: summed(read), returned: summed(returned) },
  samples: samplesOf([...rows.values()]),
})

async function turn(key: string, tab: number, when: string): Promise<void> {
  note(rows, `${names[tab % 2 === 0 ? 1 : 0]}, ${when}`, await turnTo(page, key, endOf(tab)))
}

async function readBack(): Promise<void> {
  await page.getByRole('log').hover()
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, -STEP.px)
    await pause(STEP.ms)
  }
}
