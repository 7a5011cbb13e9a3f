import type * as Electron from 'electron'
import type { ElectronParts, WindowPart } from '../../electron-parts.ts'
import { smokeChecks } from '../../smoke-checks.ts'

export interface ElectronFact {
  readonly number: number
  readonly title: string
  /** Where Electron's source says so, or how it was found. */
  readonly source: string
  readonly checks: readonly FactCheck[]
  readonly unheld?: string
}

/** `is` lists the notes that the check must make, in order. */
export type FactCheck = CheckOfBoth | CheckOfReal

interface Tried {
  readonly name: string
  /** `running`: in any app, also a user's. `start`: beside others. `alone`: in its own start. */
  readonly when: 'running' | 'start' | 'alone'
  /** Slow on a real Electron, or has rare requirements. */
  readonly slow?: true
  /** Platforms of the check; all when absent. */
  readonly on?: readonly NodeJS.Platform[]
  /** The exit differs between runs, so only the fact that it ended is noted. */
  readonly endsSomehow?: true
  /** Required around a real Electron: a fake logind, or an X screen of its own. */
  readonly around?: 'logind' | 'screen'
  /** A scheme that the check registers. */
  readonly scheme?: string
  readonly is: Notes | ((at: FactPlace) => Notes)
}

type Notes = readonly string[]

/** Checked on a real Electron and the stand-in. */
export interface CheckOfBoth extends Tried {
  readonly why?: undefined
  /** The entry awaits `see` at its top level. */
  readonly isAwaited?: true
  readonly see: (world: World) => Promise<void> | void
  /** Runs in the test process meanwhile, with a real Electron. */
  readonly outside?: (run: Run) => Promise<void>
}

/** Checked on a real Electron only. */
interface CheckOfReal extends Tried {
  /** Why the stand-in is not checked. */
  readonly why: string
  readonly see: (world: RealWorld) => Promise<void> | void
  readonly outside?: (run: Run) => Promise<void>
}

export interface FactPlace {
  /** Electron's major version. */
  readonly electron: number
  readonly platform: NodeJS.Platform
}

/** Environment of a check, real or stand-in. */
export interface World {
  readonly electron: ElectronParts
  readonly at: FactPlace
  note(what: string): void
  readonly evaluated: Promise<void>
  /** Resolves when the message loop runs and it is this check's turn. */
  running(): Promise<void>
  readonly signals: Signals
  /** What Electron has logged since the last call. */
  logged(): readonly string[]
  open(): FactWindow
  /** Announces a system shutdown; returns whether the system would wait. */
  shutDown(): Promise<'held' | 'let go'>
}

export interface FactWindow {
  readonly window: WindowPart
  readonly page: FactPage
  close(): void
}

export interface FactPage {
  /** Invokes a channel of main with the value of an expression; returns the answer as text. */
  invoke(channel: string, expression: string): Promise<string>
  go(address: string): Promise<void>
  frame(address: string): Promise<void>
  /** Returns the status, or the error's name. */
  fetch(address: string): Promise<string>
}

export interface Signals {
  on(signal: Signal, listener: () => void): unknown
  raise(signal: Signal): void
}
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

export interface RealWorld extends World {
  readonly real: typeof Electron
  readonly folder: string
  script(window: WindowPart, script: string): Promise<unknown>
  /** A preload with context isolation that exposes `ask`. */
  readonly bridge: string
}

/** A start of a real Electron, seen from the test process. */
export interface Run {
  readonly pid: number
  readonly folder: string
  /** Rejects if the start ends before the note. */
  noted(what: string): Promise<void>
  note(what: string): void
  /** Starts the same app again, beside it or after it; prefixes its notes with the name. */
  again(name: string): Promise<Run>
  ended(): Promise<string>
  /** Resolves with the content of a file in its folder once it exists. */
  file(name: string): Promise<string>
  words(): string
  signal(signal: NodeJS.Signals, to?: 'group'): void
  /** Closes the readers of its output. */
  leave(): void
  blind(): void
}

export const isForReal = (check: FactCheck): check is CheckOfReal => check.why !== undefined

export function factPlaceOf({
  versions,
  platform,
}: Pick<NodeJS.Process, 'versions' | 'platform'>): FactPlace {
  return { electron: Number.parseInt(versions['electron'] ?? '', 10), platform }
}

export function expected(check: FactCheck, at: FactPlace): Notes {
  return typeof check.is === 'function' ? check.is(at) : check.is
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const page = async (): Promise<Response> =>
  new Response('<p>words', { headers: { 'Content-Type': 'text/html' } })

/** Returns the error's message, or `ok`. */
export async function outcome(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'ok'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The check that the smoke test also runs. */
export function runningCheck(fact: number): CheckOfBoth {
  const found = smokeChecks.find((check) => check.fact === fact)
  if (found === undefined) throw new Error(`The smoke test asks nothing of fact ${String(fact)}.`)
  const { name, scheme, see, is } = found
  return {
    name,
    when: 'running',
    ...(scheme === undefined ? {} : { scheme }),
    see: async ({ electron, running, note }) => {
      await running()
      see(electron).forEach(note)
    },
    is,
  }
}
