import {
  isForReal,
  type FactCheck,
  type CheckOfBoth,
  type FactPage,
  type FactWindow,
  type FactPlace,
  type World,
} from './facts/fact.ts'
import { ElectronStandIn } from './electron-stand-in.ts'
import { ProcessGone, turn } from './life.ts'
import type { StandInWindow } from './window-stand-in.ts'

/** Runs a check on a fresh stand-in. Returns its notes, and how the app ended if the check ends it. */
export async function askStandIn(check: FactCheck, at: FactPlace): Promise<readonly string[]> {
  if (isForReal(check)) throw new Error(`"${check.name}" is for a real Electron.`)
  const electron = new ElectronStandIn()
  const noted: string[] = []
  const [evaluated, running] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const note = (what: string): void => {
    if (!electron.life.isGone) noted.push(what)
  }
  const world = {
    ...worldOf(electron),
    at,
    note,
    evaluated: evaluated.promise,
    running: () => running.promise,
  }
  let seen: Promise<void> = Promise.resolve()
  const started = electron.start(() => {
    seen = see(check, world)
    evaluated.resolve()
    return check.isAwaited === true ? seen : undefined
  })
  if (check.isAwaited === true) {
    // The stand-in settles within a few turns.
    for (let turns = 0; turns < 10; turns++) await turn()
    return [...noted, electron.life.phase === 'evaluating' ? 'hangs' : electron.life.phase]
  }
  await started
  running.resolve()
  if (check.when !== 'alone') {
    await seen
    return noted
  }
  const end = await Promise.race([electron.life.ended.promise, seen.then(() => electron.life.ended.promise)])
  return [...noted, `ended ${String(end)}`]
}

async function see(check: CheckOfBoth, world: World): Promise<void> {
  try {
    await check.see(world)
  } catch (error) {
    if (!(error instanceof ProcessGone)) throw error
  }
}

function worldOf(electron: ElectronStandIn): Omit<World, 'at' | 'note' | 'evaluated' | 'running'> {
  return {
    electron,
    signals: electron.signals,
    logged: () => electron.life.logged.splice(0),
    shutDown: async () => electron.powerMonitor.shutDown(),
    open: () => {
      const window = electron.open({ show: false })
      return { window, page: pageOf(electron, window), close: () => void window.close() } satisfies FactWindow
    },
  }
}

function pageOf(electron: ElectronStandIn, window: StandInWindow): FactPage {
  return {
    invoke: async (channel, expression) => {
      const given: unknown = new Function(`return (${expression})`)()
      try {
        const answer = await electron.ask(channel, [given], window.event())
        return answer instanceof Map ? 'Map' : String(answer)
      } catch (error) {
        return String(error)
      }
    },
    go: async (address) => {
      if (window.webContents.wants(address, true)) window.webContents.arrive(address)
    },
    frame: async (address) => void window.webContents.wants(address, false),
    fetch: async (address) => {
      const loaded = await electron.network.load(new URL(address, window.webContents.mainFrame.url).href)
      return 'response' in loaded ? String(loaded.response.status) : 'TypeError'
    },
  }
}
