import type * as Electron from 'electron'
import type { ElectronParts, WindowPart } from '../../electron-parts.ts'
import { smokeChecks } from '../../smoke-checks.ts'

/** Something that is true of Electron and that Janus relies on, or has to know. */
export interface ElectronFact {
  readonly number: number
  /** In one line, as docs/electron.md says it. */
  readonly title: string
  /** Where Electron's own files say so, or how it was found. */
  readonly source: string
  readonly checks: readonly FactCheck[]
  /** Why nobody here can be asked for it, or not for all of it. */
  readonly unheld?: string
}

/** One thing that is tried. What is noted while it is tried, in order, is what `is` says. */
export type FactCheck = CheckOfBoth | CheckOfReal

interface Tried {
  readonly name: string
  /**
   * `running`: in any app that runs, also in one that belongs to a user. `start`: from the entry on, beside others.
   * `alone`: in a start of its own, mostly because it ends; the end is noted too.
   */
  readonly when: 'running' | 'start' | 'alone'
  /** Takes long on a real Electron, or wants something rare around it. */
  readonly slow?: true
  /** Systems where it can be tried; everywhere when nothing is said. */
  readonly on?: readonly NodeJS.Platform[]
  /** How it ends is not the same each time: that it did is all that is noted. */
  readonly endsSomehow?: true
  /** What has to be around a real one for it: a logind that can be told things, a screen of its own. */
  readonly around?: 'logind' | 'screen'
  /** A scheme that it serves pages under. */
  readonly scheme?: string
  readonly is: Notes | ((at: FactPlace) => Notes)
}

type Notes = readonly string[]

/** Held by a real Electron and by the stand-in. */
export interface CheckOfBoth extends Tried {
  readonly why?: undefined
  /** The entry waits for what `see` promises, as a module does that awaits at its top level. */
  readonly isAwaited?: true
  /** Called while the entry is evaluated. */
  readonly see: (world: World) => Promise<void> | void
  /** What is done from outside meanwhile, with a real one. */
  readonly outside?: (run: Run) => Promise<void>
}

/** Held by a real Electron alone. */
interface CheckOfReal extends Tried {
  /** Why the stand-in is not asked. */
  readonly why: string
  readonly see: (world: RealWorld) => Promise<void> | void
  readonly outside?: (run: Run) => Promise<void>
}

/** What a fact may depend on. */
export interface FactPlace {
  /** The first number of Electron's version. */
  readonly electron: number
  readonly platform: NodeJS.Platform
}

/** What a check finds around it, in a real Electron and in the stand-in. */
export interface World {
  readonly electron: ElectronParts
  readonly at: FactPlace
  note(what: string): void
  /** Resolves when the entry has been evaluated. */
  readonly evaluated: Promise<void>
  /** Resolves when the message loop runs and it is this check's turn. */
  running(): Promise<void>
  /** The signals of the main process, and a way to get one. */
  readonly signals: Signals
  /** What Electron wrote to its log since this was asked last. */
  logged(): readonly string[]
  /** Makes a window that nobody sees and that shows nothing yet. */
  open(): FactWindow
  /** The system goes down, and says so before; answers whether it would wait. */
  shutDown(): Promise<'held' | 'let go'>
}

export interface FactWindow {
  readonly window: WindowPart
  readonly page: FactPage
  /** Closes it as a user does. */
  close(): void
}

/** What a page does by itself. */
export interface FactPage {
  /** Invokes a channel of main with the value of an expression; answers what comes back, told as text. */
  invoke(channel: string, expression: string): Promise<string>
  /** Goes elsewhere; resolves when it is there. */
  go(address: string): Promise<void>
  /** Opens a frame within; resolves when it is there. */
  frame(address: string): Promise<void>
  /** Fetches; answers the status, or the error's name. */
  fetch(address: string): Promise<string>
}

/** Signals as a process hears and gets them. */
export interface Signals {
  on(signal: Signal, listener: () => void): unknown
  raise(signal: Signal): void
}
/** The signals that ask for an end. */
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What a check finds in a real Electron only. */
export interface RealWorld extends World {
  readonly real: typeof Electron
  readonly folder: string
  /** Runs a script in a window's page. */
  script(window: WindowPart, script: string): Promise<unknown>
  /** A preload that goes between, apart from its page, and hands these out. */
  readonly bridge: string
}

/** A start of a real Electron, from outside. */
export interface Run {
  readonly pid: number
  readonly folder: string
  /** Resolves when this was noted; rejects when the start ended before. */
  noted(what: string): Promise<void>
  note(what: string): void
  /** Starts the same app once more beside it, or after it; what it notes comes under its own name. */
  again(name: string): Promise<Run>
  /** Resolves when it has ended. */
  ended(): Promise<string>
  /** Resolves with the words of a file in its folder, once it is there. */
  file(name: string): Promise<string>
  /** Everything it wrote that was no note. */
  words(): string
  /** To the program alone, or to its whole group. */
  signal(signal: NodeJS.Signals, to?: 'group'): void
  /** Nobody reads what it writes any more. */
  leave(): void
  /** Takes its screen away; for a run with one of its own. */
  blind(): void
}

/** Whether the stand-in is not asked. */
export const isForReal = (check: FactCheck): check is CheckOfReal => check.why !== undefined

/** Major and platform of this process. */
export function factPlaceOf({
  versions,
  platform,
}: Pick<NodeJS.Process, 'versions' | 'platform'>): FactPlace {
  return { electron: Number.parseInt(versions['electron'] ?? '', 10), platform }
}

/** What should be noted there. */
export function expected(check: FactCheck, at: FactPlace): Notes {
  return typeof check.is === 'function' ? check.is(at) : check.is
}

/** A turn of the loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A page of one word. */
export const page = async (): Promise<Response> =>
  new Response('<p>words', { headers: { 'Content-Type': 'text/html' } })

/** The message of what is thrown, or `ok`. */
export async function outcome(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'ok'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The check of a fact that a running app is asked by its smoke test too. */
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
