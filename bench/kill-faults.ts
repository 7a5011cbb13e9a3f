import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Place, Process } from '../e2e/place.ts'
import type { Random } from '../main/testkit/random.ts'
import type { AppProcess } from './app-process.ts'

/** What is killed or stopped: agents' CLIs, the app, or both. */
export const faults = ['cli', 'app', 'all', 'twice', 'frozen cli', 'frozen app'] as const
export type Fault = (typeof faults)[number]

/** Relative frequency. With these, two of three runs of the app end by a fault, not at a round's end. */
const weights: Readonly<Record<Fault, number>> = {
  cli: 13,
  app: 5,
  all: 3,
  twice: 2,
  'frozen cli': 1,
  'frozen app': 1,
}
const urn = faults.flatMap((fault) => Array<Fault>(weights[fault]).fill(fault))

export const pickFault = (random: Random): Fault => random.pick(urn) ?? 'app'

const isCli = ({ command }: Process): boolean => /claude(\.exe)? /.test(command)

/** Strikes the processes of a place; resolves when the app runs again. */
export async function strike(fault: Fault, place: Place, app: AppProcess, random: Random): Promise<void> {
  const clis = (await place.processes()).filter(isCli)
  switch (fault) {
    case 'cli':
      return signal(random.pick(clis), 'SIGKILL')
    case 'app':
      await app.end('SIGKILL')
      return app.start()
    case 'all': {
      const gone = app.end('SIGKILL')
      for (const one of clis) signal(one, 'SIGKILL')
      await gone
      return app.start()
    }
    case 'twice':
      await app.end('SIGKILL')
      app.launch()
      // During its start, mostly while it recovers.
      await pause(random.int(50, 900))
      await app.end('SIGKILL')
      return app.start()
    case 'frozen cli':
      return freeze(random.pick(clis)?.pid)
    case 'frozen app':
      return freeze(app.pid)
  }
}

async function freeze(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  signal({ pid }, 'SIGSTOP')
  await pause(1000)
  signal({ pid }, 'SIGCONT')
}

function signal(to: Pick<Process, 'pid'> | undefined, name: NodeJS.Signals): void {
  if (to === undefined) return
  try {
    process.kill(to.pid, name)
  } catch {
    // It has just ended by itself.
  }
}

/** Children that have ended but that the parent has not reaped. */
export async function zombiesOf(parent: number): Promise<number[]> {
  const children = await readFile(`/proc/${String(parent)}/task/${String(parent)}/children`, 'utf8').catch(
    () => '',
  )
  const pids = children.split(' ').filter((pid) => pid !== '')
  const states = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? [Number(pid)] : []
    }),
  )
  return states.flat()
}

/** A process's TCP sockets, which HTTP clients keep alive for the next request. */
export async function connectionsOf(pid: number): Promise<ReadonlySet<string>> {
  const table = await readFile(`/proc/${String(pid)}/net/tcp`, 'utf8').catch(() => '')
  return new Set(table.split('\n').map((line) => `socket:[${line.trim().split(/\s+/)[9] ?? ''}]`))
}
