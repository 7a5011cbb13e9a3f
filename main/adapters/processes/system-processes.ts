import { execFileSync } from 'node:child_process'
import { quietly } from '../folder/errors.ts'
import { readdirSync, closeSync, openSync, readSync } from 'node:fs'

/**
 * When a process started, in the system's own words: with its pid, a name that no later process gets.
 * Null where it cannot be read, or when there is no such process.
 */
export function startTime(pid: number): string | null {
  if (process.platform === 'linux') return linuxStart(pid)
  return process.platform === 'darwin' ? quietly(() => macStart(pid)) : null
}

/**
 * The living processes of a group, and those whose environment holds `marker`, wherever they went: an agent
 * gives each shell command a session of its own, so that its group alone is not all of it. Never ourselves.
 */
export function livingMembers(group: number | null, marker: string): number[] {
  try {
    if (process.platform === 'linux') return linuxMembers(group, marker)
    if (process.platform === 'darwin') return macMembers(group, marker)
    return group !== null && isAlive(group) ? [group] : []
  } catch {
    return []
  }
}

/** How a process group stands. */
export interface GroupLook {
  /** The system has stopped its first process. */
  readonly isStopped: boolean
  /** What all of it that lives, and all that descends from it, has used of the processor, in ms. */
  readonly cpu: number
}

/** One process, as far as it tells how its group stands. */
export interface Member {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly isStopped: boolean
  /** What it has used of the processor, and the children it has waited for, in ms. */
  readonly cpu: number
}

/** All processes of the system now: some ms of work, in which nothing else is done. Null where they cannot be read. */
function allMembers(): readonly Member[] | null {
  if (process.platform === 'linux') return quietly(linuxTable)
  return process.platform === 'darwin' ? quietly(macTable) : null
}

/** How a process group stands among these; null where nothing of it is left. */
export function lookAtGroup(group: number, all: readonly Member[] | null = allMembers()): GroupLook | null {
  const first = all?.find(({ pid }) => pid === group)
  if (all === null || first === undefined) return null
  const family = familyOf(group, all)
  return { isStopped: first.isStopped, cpu: family.reduce((sum, { cpu }) => sum + cpu, 0) }
}

/** Sends a signal; one that is gone already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone, or not ours any more.
  }
}

/** Ends a whole tree where there are no groups. */
export function killTree(pid: number): void {
  try {
    execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  } catch {
    // Gone already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function macStart(pid: number): string | null {
  // The same words in every terminal: anyone who compares them may have another language and time zone.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null
}

function linuxStart(pid: number): string | null {
  const stat = readStat(pid)
  return stat === null || isDead(stat.state) ? null : stat.startedAt
}

/** A zombie is dead: it waits only for its parent to look. */
function isDead(state: string): boolean {
  return state === 'Z' || state === 'X'
}

function linuxMembers(group: number | null, marker: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    if (pid === process.pid) return false
    const stat = readStat(pid)
    if (stat === null || isDead(stat.state)) return false
    return stat.group === group || readEnvironment(pid).includes(marker)
  })
}

function linuxTable(): readonly Member[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const stat = readStat(Number(name))
    if (stat === null) return []
    const { parent, group, state, cpu, cpuOfChildren } = stat
    return [{ pid: Number(name), parent, group, isStopped: state === 'T', cpu: cpu + cpuOfChildren }]
  })
}

/** A group, and what descends from it: a command of an agent has a session, and so a group, of its own. */
function familyOf(group: number, all: readonly Member[]): readonly Member[] {
  const family = new Set<number>([group])
  let size = 0
  while (family.size > size) {
    size = family.size
    for (const { pid, parent, group: its } of all) if (its === group || family.has(parent)) family.add(pid)
  }
  return all.filter(({ pid }) => family.has(pid))
}

function macTable(): readonly Member[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,time='], { encoding: 'utf8' })
  return table.split('\n').flatMap((row) => {
    const [, pid, parent, group, stat = '', time = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s*$/.exec(row) ?? []
    if (pid === undefined) return []
    const isStopped = stat.startsWith('T')
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), isStopped, cpu: macTime(time) }]
  })
}

/** A time of the processor as `ps` of macOS tells it, `0:01.53` or `1:02:03.00`, in ms. */
export function macTime(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}

/**
 * Reads small files that do not tell their size, as those of `/proc`, one after the other into one buffer of its own.
 * `readFileSync` takes 64 KiB again for each, and a look at the system's processes reads hundreds.
 */
export class SmallFiles {
  #buffer: Buffer

  /** `size`: of the buffer at first, in bytes; a longer file doubles it. */
  constructor(size = 16 * 1024) {
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  get size(): number {
    return this.#buffer.length
  }

  /** All of a file, in latin1. Throws the system's error. */
  read(path: string): string {
    const fd = openSync(path, 'r')
    try {
      let length = 0
      for (;;) {
        if (length === this.#buffer.length) this.#grow()
        const got = readSync(fd, this.#buffer, length, this.#buffer.length - length, null)
        if (got === 0) return this.#buffer.toString('latin1', 0, length)
        length += got
      }
    } finally {
      closeSync(fd)
    }
  }

  #grow(): void {
    const before = this.#buffer
    this.#buffer = Buffer.allocUnsafeSlow(before.length * 2)
    before.copy(this.#buffer)
  }
}

/** Each look reads some files of every process there is. */
const proc = new SmallFiles()

interface Stat {
  readonly name: string
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly startedAt: string
  /** Time of the processor in ms: its own, and that of the children it has waited for. */
  readonly cpu: number
  readonly cpuOfChildren: number
}

/** The group of a living process, and the name of its program. Null where there is none. */
export function readProcess(pid: number): { readonly group: number; readonly name: string } | null {
  const stat = readStat(pid)
  return stat === null || isDead(stat.state) ? null : { group: stat.group, name: stat.name }
}

const readStat = (pid: number): Stat | null => quietly(() => parseStat(proc.read(`/proc/${pid}/stat`)))

/** ms of a tick, as Linux counts the processor's time and starts for every program. */
export const tick = 10

/** Reads `/proc/PID/stat`. */
export function parseStat(text: string): Stat {
  // The name stands in brackets and may hold anything, brackets too.
  const [state = '', parent, group, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const time = (from: number): number => (Number(rest[from]) + Number(rest[from + 1])) * tick
  return {
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    state,
    parent: Number(parent),
    group: Number(group),
    startedAt: rest[16] ?? '',
    cpu: time(8),
    cpuOfChildren: time(10),
  }
}

const readEnvironment = (pid: number): string => quietly(() => proc.read(`/proc/${pid}/environ`)) ?? ''

function macMembers(group: number | null, marker: string): number[] {
  const table = execFileSync('ps', ['-axwwE', '-o', 'pid=,pgid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return table.split('\n').flatMap((row) => {
    const [, pid, pgid, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? []
    const ours = Number(pgid) === group || (command ?? '').includes(marker)
    return ours && !(stat ?? '').startsWith('Z') && Number(pid) !== process.pid ? [Number(pid)] : []
  })
}

/** So long one table of all processes serves anyone who looks, in ms: every silent agent looks every few seconds. */
const fresh = 1000

/** Looks at process groups, in one table of the system's processes for all that look within a second. */
export class GroupLooks {
  readonly #steady: () => number
  readonly #read: () => readonly Member[] | null
  #table: readonly Member[] | null = null
  #at = -Infinity

  /** `steady`: ms of a clock that is never set; `read`: the table, new. */
  constructor(steady: () => number, read: () => readonly Member[] | null = allMembers) {
    this.#steady = steady
    this.#read = read
  }

  /** How a group stood within the last second; null where that cannot be read, or nothing of it is there. */
  look(group: number): GroupLook | null {
    const now = this.#steady()
    if (now - this.#at >= fresh) {
      this.#table = this.#read()
      this.#at = now
    }
    return lookAtGroup(group, this.#table)
  }
}
