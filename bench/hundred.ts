/** P6: memory with a hundred tabs of which eight are awake and 100,000 messages, against a hundred awake CLIs. */
import { readFile } from 'node:fs/promises'
import { Place } from '../e2e/place.ts'
import { startRehearsal } from '../main/adapters/rehearsal/testing/watched-model.ts'
import { table } from './figures.ts'
import { keepConversations } from './long-conversation.ts'
import { memoryOf } from './memory.ts'
import { numbersAsked } from './options.ts'
import { keep } from './results.ts'
import { must, openBrowser, openWindow, startWeb } from './web-app.ts'

const { tabs, awake, rows } = numbersAsked({ tabs: 100, awake: 8, rows: 1000 })
const place = await Place.make()
await keepConversations(Array<number>(tabs).fill(rows), place, 'mail')
const model = await startRehearsal()
const app = await startWeb(place, model.url, null)
await must(app, 'PATCH', '/settings', { awake, sleepAfter: 86_400 })
const looks: (readonly [string, number, number, number, number])[] = []

// At its start the app asks a CLI for its version.
await place.processesOnce((all) => !all.some(({ command }) => /claude(\.exe)? /.test(command)), 20_000)
await look('none is awake')
for (let tab = 1; tab <= awake; tab += 1)
  await must(app, 'POST', `/agents/${encodeURIComponent(`Agent ${tab}`)}/message`, {
    message: 'say: I am here.',
    awaitMs: 50_000,
  })
await look(`${awake} are awake`)
// The same process serves a window that looks through all tabs.
const browser = await openBrowser()
const page = await openWindow(browser, app)
for (let tab = 1; tab <= tabs; tab += 1) {
  await page.keyboard.press('Alt+PageDown')
  await page.getByRole('log').waitFor()
}
await browser.close()
await look('a window has looked at all of them')
await app.program.end('SIGTERM')
await model.close()
await place.clear()

const [, [, , own = 0, clis = 0, tools = 0] = []] = looks
const each = (clis + tools) / awake
const all = own + clis + tools
await keep('hundred', {
  title: `P6: memory with ${tabs} tabs`,
  about: `The built app in its web shell, ${tabs} tabs with ${rows.toLocaleString('en')} rows and as many messages each, ${awake} of them awake with real CLIs on the built-in model. MB; RSS is the app’s own process as the system counts it, what processes share is divided among them in the others (PSS). A hundred awake CLIs are reckoned from these ${awake}: ${Math.round(each)} MB each, their servers of tools included.`,
  table: [
    table(
      ['what', 'the app, RSS', 'the app, PSS', 'CLIs', 'servers of tools'],
      looks.map(([name, ...sizes]) => [name, ...sizes.map((size) => Math.round(size))]),
    ),
    table(
      ['', 'MB', `× ${tabs} awake CLIs`],
      [
        [`all processes, ${awake} awake`, Math.round(all), (all / (each * tabs)).toFixed(3)],
        [`${tabs} awake CLIs`, Math.round(each * tabs), '1'],
      ],
    ),
  ].join('\n\n'),
  figures: { looks, each, ratio: all / (each * tabs) },
  samples: {},
})

async function look(name: string): Promise<void> {
  const status = await readFile(`/proc/${app.program.pid}/status`, 'utf8')
  const rss = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  const memory = await memoryOf(place)
  if (memory === null) throw new Error('The memory of processes may not be read here.')
  looks.push([name, rss, memory.app, memory.clis, memory.tools])
}
