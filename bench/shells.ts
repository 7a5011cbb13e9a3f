import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { commandOf, type Electron, type Screen } from '../e2e/electron.ts'
import { Janus } from '../e2e/janus.ts'
import type { Model } from '../e2e/model.ts'
import type { Place } from '../e2e/place.ts'
import { Program } from '../e2e/program.ts'
import { unwantedFeatures } from '../scripts/chromium.mjs'
import { untilUsable } from './paint.ts'

const root = join(import.meta.dirname, '..')
const script = join(root, 'dist', 'main', 'web.js')

/** What an app runs in: its agents' model, the screen, and Electron. */
export interface Around {
  readonly model: Model
  readonly electron: Electron
  /** Null: the user's own. */
  readonly screen: Screen | null
  readonly chromium: string
}

export interface Opened {
  readonly janus: Janus
  readonly page: Page
  /** Milliseconds from its process's start until it announced itself, and until its window accepted input. */
  readonly told: number
  readonly usable: number
  close(): Promise<void>
}

export type Open = (place: Place, around: Around) => Promise<Opened>

/** The page is driven over Chromium's debugging port, which does not delay the start. */
const asked = '--remote-debugging-port=0'

/** The desktop app of a folder. It announces itself by `janus: window`. */
export const openDesktop =
  (folder = root): Open =>
  async (place, around) => {
    const { model, electron, screen } = around
    await place.handOver()
    const janus = new Janus(place, model, { electron, screen, colorScheme: 'light' })
    const began = Date.now()
    const app = begin(electron.path, [folder, ...flagsOf(place), asked], place, around)
    const told = app.prints(/^(janus: window|agents API: .*)$/m).then(() => Date.now() - began)
    const { browser, page } = await pageOf(app)
    const usable = (await page.evaluate<number>(untilUsable)) - began
    return opened({ janus, page, told: await told, usable }, app, browser, [app])
  }

/** The web app, and a browser with a used profile that starts once the app has printed its address. */
export const openWeb: Open = async (place, around) => {
  const profile = join(place.root, 'profile')
  await mkdir(profile, { recursive: true })
  await place.handOver()
  const janus = new Janus(place, around.model)
  const began = Date.now()
  const app = begin(process.execPath, [script, ...flagsOf(place), '--no-open'], place, around)
  const [, url = ''] = await app.prints(/^Janus: (\S+)$/m)
  const told = Date.now() - began
  const window = begin(around.chromium, [asked, `--user-data-dir=${profile}`, ...quiet, url], place, around)
  const { browser, page } = await pageOf(window)
  const usable = (await page.evaluate<number>(untilUsable)) - began
  return opened({ janus, page, told, usable }, app, browser, [window, app])
}

/** A window with a field and an empty process: the minimum of Electron. */
export async function openBare(place: Place, around: Around): Promise<Omit<Opened, 'janus' | 'told'>> {
  await mkdir(place.state, { recursive: true })
  await place.handOver()
  const began = Date.now()
  const app = begin(around.electron.path, [join(root, 'bench', 'bare'), place.state, asked], place, around)
  const { browser, page } = await pageOf(app)
  const usable = (await page.evaluate<number>(untilUsable)) - began
  return {
    page,
    usable,
    async close() {
      await app.end('SIGTERM')
      await browser.close()
    },
  }
}

const flagsOf = ({ state }: Place): string[] => ['--home', state, '--port', '0']

/** Starts a program as the place's user. */
function begin(path: string, args: readonly string[], place: Place, around: Around): Program {
  const { electron, model, screen } = around
  const launch = {
    args,
    env: place.environment(model.url),
    cwd: place.work,
    screen,
    colorScheme: 'light',
  } as const
  const { program, env } = commandOf({ ...electron, path }, launch)
  const begun = Program.startGroup(program, args, env, place.work)
  place.claimGroup(begun.pid)
  return begun
}

/** Nothing that asks the network or the user, and a window as large as the desktop app's. */
const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--password-store=basic',
  '--window-size=1280,840',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unwantedFeatures.join(',')}`,
]

async function pageOf(program: Program): Promise<{ browser: Browser; page: Page }> {
  const [, address = ''] = await program.prints(/^DevTools listening on (\S+)$/m)
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('there is no window')
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  return { browser, page }
}

async function opened(
  of: Omit<Opened, 'close'>,
  app: Program,
  browser: Browser,
  programs: readonly Program[],
): Promise<Opened> {
  const [, address = ''] = await app.prints(/^agents API: (\S+)$/m)
  of.janus.apiUrl = address
  return {
    ...of,
    async close() {
      for (const program of programs) await program.end('SIGTERM')
      await browser.close()
      const left = await of.janus.place.leftOver()
      if (left.length > 0) throw new Error(`still there: ${left.map(({ command }) => command).join('; ')}`)
    },
  }
}
