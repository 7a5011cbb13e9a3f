/**
 * P9: the window while twenty of fifty tabs stream fifty chunks a second each, and while one answer of 200 kB
 * comes: key latency, tasks over 50 ms, and frames, against the same page at rest; with one pane, and with
 * two that both show a writer.
 */
import type { Page } from '@playwright/test'
import { Place } from '../e2e/place.ts'
import { startRehearsal } from '../main/adapters/rehearsal/testing/watched-model.ts'
import { figuresOf, type Row } from './figures.ts'
import { keepConversations } from './long-conversation.ts'
import { numbersAsked } from './options.ts'
import { fieldIn, typeIn } from './paint.ts'
import { keep, latencyTable, samplesOf } from './results.ts'
import { pageTable, summed, watching, type Watched } from './watched.ts'
import { must, openBrowser, openWindow, startWeb } from './web-app.ts'

const asked = numbersAsked({ tabs: 50, writers: 20, rounds: 3, long: 200_000 })
const { writers } = asked
const typing = { words: 'What the user writes while agents speak is shown at once. '.repeat(2), pace: 50 }
/** Milliseconds and characters that the writers stream, about a word a chunk: longer than the typing takes. */
const writing = { ms: 16_000, characters: 16 * 50 * 6 }
const ROWS = 200
/** Milliseconds that the long answer takes. */
const LONG = 20_000
const states = ['at rest', `${writers} tabs write`] as const
const layouts = ['one pane', 'two panes'] as const

const place = await Place.make()
await keepConversations(Array<number>(asked.tabs).fill(ROWS), place)
const model = await startRehearsal()
const app = await startWeb(place, model.url, 'streaming-cli.ts')
await must(app, 'PATCH', '/settings', { awake: writers + 5, sleepAfter: 86_400 })
const browser = await openBrowser()
const page = await openWindow(browser, app)
for (let tab = 1; tab <= writers; tab += 1) await say(tab, 'say something')

const rows = layouts.map((layout) =>
  states.map((state): Row => ({ name: `${layout}, ${state}`, samples: [] })),
)
const watched: { readonly name: string; readonly of: Watched }[] = []
for (const [at, layout] of layouts.entries()) {
  if (layout === 'two panes') await openBeside(page, 2)
  for (let round = -1; round < asked.rounds; round += 1) await look(rows[at] ?? [], round >= 0)
}
const { of: long } = await watching(page, () => say(1, `stream ${asked.long} ${LONG}`))
watched.push({ name: `an answer of ${asked.long / 1000} kB, and its end`, of: long })
await browser.close()
await app.program.end('SIGTERM')
await model.close()
await place.clear()

const figures = rows.flatMap((pair) => figuresOf(pair, pair[0]?.name ?? ''))
const seen = [...Map.groupBy(watched, ({ name }) => name)].map(([name, all]) => ({
  name,
  ...summed({ tasks: all.flatMap(({ of }) => of.tasks), frames: all.flatMap(({ of }) => of.frames) }),
}))
await keep('window', {
  title: 'P9: the window while agents write',
  about: `The built app in a Chromium window, ${asked.tabs} tabs with conversations of ${ROWS} rows; ${writers} of them, the one in view among them, write fifty pieces a second each (a script stands in for their CLIs behind the real adapter). The user types in the tab in view, a key each ${typing.pace} ms; at rest and while they write take turns; then the same with a second pane, which shows another that writes. The page is watched until all have ended. A key: from its press until what it wrote is painted, by the page’s own clock.`,
  table: [latencyTable(['a key', 'keys', 'at rest'], figures), pageTable('the page', seen)].join('\n\n'),
  figures: { latencies: figures, seen },
  samples: samplesOf(rows.flat()),
})

/** Measures keys and the page at rest, and while all writers stream. */
async function look(pair: readonly Row[], counts: boolean): Promise<void> {
  for (const [at, row] of pair.entries()) {
    const written = at === 1 ? write() : []
    const { of, result } = await watching(page, async () => {
      const took = await typeIn(page, typing.words, typing.pace)
      await fieldIn(page).fill('')
      await Promise.all(written)
      return took
    })
    if (!counts) continue
    row.samples.push(...result)
    watched.push({ name: row.name, of })
  }
}

function write(): Promise<void>[] {
  return Array.from({ length: writers }, (_, at) => say(at + 1, `stream ${writing.characters} ${writing.ms}`))
}

async function openBeside(window: Page, tab: number): Promise<void> {
  await window.getByRole('button', { name: `Agent ${tab},` }).click({ button: 'right' })
  await window.getByRole('menuitem', { name: 'Open beside' }).click()
  await window.getByRole('textbox', { name: `Message to Agent ${tab}` }).waitFor()
  await window.getByRole('textbox', { name: 'Message to Agent 1' }).click()
}

function say(tab: number, message: string): Promise<void> {
  return must(app, 'POST', `/agents/${encodeURIComponent(`Agent ${tab}`)}/message`, {
    message,
    awaitMs: 50_000,
  })
}
