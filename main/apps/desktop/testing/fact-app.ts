import { writeSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { BrowserWindow } from 'electron'
import type { WindowPart } from '../electron-parts.ts'
import { checks, type NamedCheck } from './facts/electron-facts.ts'
import {
  factPlaceOf,
  turn,
  type FactCheck,
  type FactPage,
  type FactWindow,
  type FactPlace,
  type RealWorld,
  type Signal,
} from './facts/fact.ts'
import { appears } from './facts/left-file.ts'

export interface FactPlan {
  readonly ids: readonly string[]
  readonly folder: string
  /** `preload` gives `ask` to the page; `bridge` does so with context isolation. */
  readonly preload: string
  readonly bridge: string
}

export type FactLine =
  | { readonly fact: string; readonly note: string }
  | { readonly fact: string; readonly asks: 'shutdown' }
  | { readonly fact: null; readonly at: FactPlace }

export const planVariable = 'JANUS_FACTS'

/** Runs the plan's checks in a real Electron: all while it is evaluated, then one after the other. */
export function beginFacts(electron: typeof Electron): Promise<void> {
  const plan = JSON.parse(process.env[planVariable] ?? '') as FactPlan
  const planned = checks.filter(({ id }) => plan.ids.includes(id))
  const { app } = electron
  app.setPath('userData', join(plan.folder, 'profile'))
  const schemes = planned.flatMap(({ check }) => check.scheme ?? [])
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  electron.protocol.registerSchemesAsPrivileged(schemes.map((scheme) => ({ scheme, privileges })))
  say({ fact: null, at: factPlaceOf(process) })
  const logged = keepLog()
  const isShared = planned.every(({ check }) => check.when !== 'alone')
  if (isShared) app.on('window-all-closed', () => undefined)
  const evaluated = Promise.withResolvers<void>()
  let last: Promise<unknown> = app.whenReady().then(turn)
  const all = planned.map((one) => {
    const turnToRun = last
    const world = worldOf(electron, plan, one, logged)
    const seen = see(one.check, {
      ...world,
      evaluated: evaluated.promise,
      running: () => turnToRun.then(() => undefined),
    })
    const isOver = seen.catch((error: unknown) => world.note(`threw ${String(error)}`))
    last = last.then(() => isOver)
    return seen
  })
  evaluated.resolve()
  if (isShared) void last.then(() => app.exit(0))
  return Promise.all(all).then(() => undefined)
}

/** Synchronous errors of `see` are thrown by the entry. */
function see(check: FactCheck, world: RealWorld): Promise<void> {
  const seen = check.see(world)
  return Promise.resolve(seen)
}

function say(line: FactLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

/** Collects what goes to `console.error`, which still prints it. */
function keepLog(): string[] {
  const lines: string[] = []
  const { error } = console
  console.error = (...words: unknown[]) => {
    lines.push(words.map(String).join(' '))
    error(...words)
  }
  return lines
}

type Missing = 'evaluated' | 'running'

function worldOf(
  electron: typeof Electron,
  { folder, preload, bridge }: FactPlan,
  { id }: NamedCheck,
  log: string[],
): Omit<RealWorld, Missing> {
  return {
    electron,
    real: electron,
    at: factPlaceOf(process),
    folder,
    bridge,
    note: (note) => say({ fact: id, note }),
    logged: () => log.splice(0),
    signals: {
      on: (signal: Signal, listener) => process.on(signal, listener),
      raise: (signal) => process.kill(process.pid, signal),
    },
    shutDown: async () => {
      say({ fact: id, asks: 'shutdown' })
      return (await appears(folder, 'shutdown')) === 'held' ? 'held' : 'let go'
    },
    script: (window, script) => realOf(window).webContents.executeJavaScript(script, true),
    open: () => {
      const window = new electron.BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: false },
      })
      return { window, page: pageOf(window), close: () => window.close() } satisfies FactWindow
    },
  }
}

function realOf(window: WindowPart): BrowserWindow {
  return window as BrowserWindow
}

function pageOf({ webContents }: BrowserWindow): FactPage {
  const run = (script: string): Promise<unknown> => webContents.executeJavaScript(script, true)
  const come = (event: 'did-navigate' | 'did-frame-finish-load') =>
    new Promise<void>((resolve) => webContents.once(event as 'did-navigate', () => resolve()))
  const text = '(value) => value instanceof Map ? "Map" : String(value)'
  return {
    invoke: async (channel, expression) =>
      String(
        await run(`(async () => ask(${JSON.stringify(channel)}, ${expression}))().then(${text}, String)`),
      ),
    go: async (address) => {
      const there = come('did-navigate')
      await run(`location.href = ${JSON.stringify(address)}; 1`)
      await there
    },
    frame: async (address) => {
      const there = come('did-frame-finish-load')
      await run(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(address)} })); 1`,
      )
      await there
    },
    fetch: async (address) =>
      String(await run(`fetch(${JSON.stringify(address)}).then(({ status }) => status, ({ name }) => name)`)),
  }
}
