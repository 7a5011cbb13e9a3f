/**
 * P11, desktop: start, tabs, typing and memory of the desktop app against the web app in a Chromium window,
 * or with `--beside FOLDER` against another version of the desktop app that is built there.
 */
import { parseArgs } from 'node:util'
import { Model } from '../e2e/model.ts'
import { Place } from '../e2e/place.ts'
import { ensureChromium } from '../scripts/chromium.mjs'
import { ensureTestElectron } from '../scripts/test-electron.mjs'
import { figuresOf, note, type Row } from './figures.ts'
import { memoryOf, Remembered } from './memory.ts'
import { turnTo } from './paint.ts'
import { endOf, keepConversations } from './long-conversation.ts'
import { keep, latencyTable, samplesOf } from './results.ts'
import { openDesktop, openWeb, type Around, type Open } from './shells.ts'
import { work } from './work.ts'

/** Uncounted rounds: files, profiles and compilers warm up. */
const WARM_UP = 1
const TABS = [0, 50]
const ROWS = 200
/** Tabs that are opened for the first time in a start, and then again. */
const TURNS = 5

type Shell = readonly [name: string, open: Open]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    works: { type: 'string', default: '3' },
    agents: { type: 'string', default: '10' },
    beside: { type: 'string' },
  },
})
const electron = await ensureTestElectron().catch((error: unknown) => {
  console.error(`There is no Electron: ${error instanceof Error ? error.message : String(error)}.`)
  return process.exit(1)
})
const around: Around = {
  electron,
  model: await Model.start(import.meta.dirname),
  screen: await electron.openScreen(),
  chromium: await ensureChromium(),
}

/** The first is what the second is compared with. */
const other: Shell = values.beside === undefined ? ['web', openWeb] : ['before', openDesktop(values.beside)]
const shells: readonly Shell[] = [other, ['desktop', openDesktop()]]
const rows = new Map<string, Row>()
const remembered = new Remembered()

const kinds = shells.flatMap((shell) => TABS.map((tabs) => ({ shell, tabs })))
const places = await Promise.all(kinds.map(() => Place.make(electron.as)))
for (const [at, place] of places.entries())
  await keepConversations(Array<number>(kinds[at]?.tabs ?? 0).fill(ROWS), place)
for (let round = -WARM_UP; round < Number(values.rounds); round += 1) {
  const order = [...kinds.entries()]
  // Rounds alternate the order, so that neither always follows the same one.
  for (const [at, { shell, tabs }] of round % 2 === 0 ? order : order.reverse()) {
    const place = places[at]
    if (place !== undefined) await measureStart(shell, tabs, place, round >= 0)
  }
}
for (const place of places) await place.clear()

for (let round = 0; round < Number(values.works); round += 1) {
  for (const [name, open] of round % 2 === 0 ? shells : shells.toReversed()) {
    const place = await Place.make(electron.as)
    const app = await open(place, around)
    const typed = await work(app, around.model, Number(values.agents), async (agents) => {
      remembered.note(name, agents, await memoryOf(place))
    })
    for (const ms of typed) note(rows, `a key while two agents write: ${name}`, ms)
    await app.close()
    await place.clear()
  }
}
await around.model.stop()
await around.screen?.close()

const things = [...new Set([...rows.keys()].map((name) => name.slice(0, name.lastIndexOf(': '))))]
const figures = things.flatMap((thing) => {
  const pair = shells.flatMap(([name]) => rows.get(`${thing}: ${name}`) ?? [])
  return figuresOf(pair, `${thing}: ${other[0]}`)
})
await keep(values.beside === undefined ? 'desktop' : 'desktop-before', {
  title: 'P11: the desktop app',
  about: `The built app in the Electron of the tests beside the web shell, or beside the desktop app before, alternating in one run, with profiles that were used before. **Told** and **one can write**: milliseconds from the start of the first process. On the desktop that is Electron, and told is that its window is in view. The web shell tells its address; then a Chromium is started there as a person would have to, no window of it being open before: it is counted. **Another tab**, **a key**: milliseconds from the press of the key until the frame with what it changes is done, by the page’s own clock; keys come by Chromium’s port, and what one waits before its window’s process takes it is not in it. Conversations of ${ROWS} rows; the two agents that write tell 50 words a second each.`,
  table: [
    latencyTable(['what', 'times', other[0]], figures),
    'Memory in MB, the middle one of the rounds: what processes share is divided among them (PSS). The app is Janus and its window, all processes of Electron or Chromium included; agents are awake and idle.',
    remembered.table(),
  ].join('\n\n'),
  figures: { latencies: figures, memory: remembered.figures() },
  samples: samplesOf([...rows.values()]),
})

/** Starts an app once; with tabs, switches to some of them. */
async function measureStart(
  [name, open]: Shell,
  tabs: number,
  place: Place,
  isCounted: boolean,
): Promise<void> {
  const app = await open(place, around)
  const { nextTab, previousTab } = app.janus.shell.keys
  const took: [thing: string, ms: number][] = [
    [`${tabs} tabs: told`, app.told],
    [`${tabs} tabs: one can write`, app.usable],
  ]
  for (let tab = 2; tab <= TURNS + 1 && tab <= tabs; tab += 1)
    took.push(['another tab, for the first time', await turnTo(app.page, nextTab, endOf(tab))])
  for (let tab = TURNS; tab >= 1 && tab <= tabs; tab -= 1)
    took.push(['another tab, again', await turnTo(app.page, previousTab, endOf(tab))])
  await app.close()
  if (isCounted) for (const [thing, ms] of took) note(rows, `${thing}: ${name}`, ms)
}
