/** P11: from the start of the app's process to a window in which one can write, with 50 tabs and with none. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { startRehearsal } from '../main/adapters/rehearsal/server.ts'
import { lonelyEnvironment } from '../main/backends/claude/real-cli.ts'
import { figuresOf, type Row } from './figures.ts'
import { untilUsable } from './paint.ts'
import { keepLatencies } from './results.ts'
import { makeTabs } from './tabs-folder.ts'

/** Rounds that are not counted: files and compilers get warm in them. */
const WARM_UP = 2
const TABS = [0, 50]

/** What is reached, in order; ms after the start of the process. */
const moments = ['its address is printed', 'the window has the snapshot', 'one can write'] as const

/** In the page: notes when the first event of the feed has come. */
const watchFeed = `{
  const real = window.fetch
  window.fetch = async (...args) => {
    const response = await real(...args)
    if (args[0] !== 'feed') return response
    const [own, seen] = response.body.tee()
    const reader = seen.pipeThrough(new TextDecoderStream()).getReader()
    const look = async () => {
      for (let whole = false; !whole; ) whole = (await reader.read()).value?.includes('\\n') ?? true
      window.snapshotAt ??= Date.now()
      await reader.cancel()
    }
    void look()
    return new Response(own, response)
  }
}`

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '12' } } })
const model = await startRehearsal()
const homes = await Promise.all(TABS.map(makeTabs))
/** Found by `npm run bench`. */
const path = process.env['JANUS_CHROMIUM']
const browser = await chromium.launch({
  ...(path === undefined ? {} : { executablePath: path }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const rows: Row[] = TABS.flatMap((tabs) =>
  moments.map((moment) => ({ name: `${tabs} tabs: ${moment}`, samples: [] })),
)

for (let round = -WARM_UP; round < Number(values.rounds); round += 1) {
  // Each round begins with the other, so that none always follows the same one.
  const order = round % 2 === 0 ? [0, 1] : [1, 0]
  for (const which of order) {
    const took = await measure(homes[which] ?? '', browser)
    if (round >= 0) took.forEach((ms, at) => rows[which * moments.length + at]?.samples.push(ms))
  }
}
await browser.close()
await model.close()
for (const home of homes) await rm(home, { recursive: true, force: true, maxRetries: 5 })

const figures = moments.flatMap((moment) => {
  const pair = rows.filter(({ name }) => name.endsWith(moment))
  return figuresOf(pair, pair[0]?.name ?? '')
})
await keepLatencies('start', {
  title: 'P11: start',
  about:
    'Milliseconds from the start of the built app’s process until its window is there, with 50 tabs of 200 rows each restored against none; alternating in one run, a browser already open, a fresh profile each time.',
  head: ['reached', 'starts', '0 tabs'],
  rows,
  figures,
})

/** Starts the app on a home once; gives the time of each moment. */
async function measure(home: string, browser: Browser): Promise<number[]> {
  const script = join(import.meta.dirname, '..', 'dist', 'main', 'web.js')
  const began = Date.now()
  const app = spawn(process.execPath, [script, '--home', join(home, 'state'), '--port', '0', '--no-open'], {
    env: lonelyEnvironment(model.url, home),
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await addressIn(app.stdout)
    const printed = Date.now()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(watchFeed)
    await page.goto(url)
    const usable = await page.evaluate<number>(untilUsable)
    const snapshot = await page.evaluate<number>('window.snapshotAt')
    await context.close()
    return [printed - began, snapshot - began, usable - began]
  } finally {
    const ended = once(app, 'close')
    app.kill('SIGTERM')
    await ended
  }
}

async function addressIn(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  return new Promise((resolve) => {
    stream.on('data', (part: string) => {
      text += part
      const [, url] = /^Janus: (\S+)$/m.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
  })
}
