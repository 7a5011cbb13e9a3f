import { execFileSync } from 'node:child_process'
import { orNull } from '../folder/errors.ts'
import { closing } from '../folder/owner-only.ts'
import { readdirSync, openSync, readSync } from 'node:fs'

/**
 * Returns the start time as the system prints it; with the pid it identifies a process uniquely. Null when
 * unreadable or no such process.
 */
export function startTime(pid: number): string | null {
  if (process.platform === 'linux') return linuxStart(pid)
  return process.platform === 'darwin' ? orNull(() => macStart(pid)) : null
}

/**
 * Returns the living processes of a group and those with `marker` in their environment, because agents run
 * each shell command in its own session. Excludes this process.
 */
export function livingMembers(group: number | null, marker: string): number[] {
  if (process.platform === 'linux') return orNull(() => linuxMembers(group, marker)) ?? []
  if (process.platform === 'darwin') return orNull(() => macMembers(group, marker)) ?? []
  return group !== null && isAlive(group) ? [group] : []
}

export interface GroupLook {
  /** The group's leader is stopped by a signal. */
  readonly isStopped: boolean
  /** CPU time in milliseconds of the group's living processes and their descendants. */
  readonly cpu: number
}

export interface Member {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly isStopped: boolean
  /** CPU time in milliseconds, including children it waited for. */
  readonly cpu: number
}

/** Reads all processes synchronously, which takes some milliseconds. Returns null when unreadable. */
function allMembers(): readonly Member[] | null {
  if (process.platform === 'linux') return orNull(linuxTable)
  return process.platform === 'darwin' ? orNull(macTable) : null
}

/** Returns null when the group's leader is gone. */
export function lookAtGroup(group: number, all: readonly Member[] | null = allMembers()): GroupLook | null {
  const first = all?.find(({ pid }) => pid === group)
  if (all === null || first === undefined) return null
  const family = familyOf(group, all)
  return { isStopped: first.isStopped, cpu: family.reduce((sum, { cpu }) => sum + cpu, 0) }
}

/** Ignores processes that are gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  orNull(() => process.kill(pid, name))
}

/** For Windows, which has no process groups. */
export function killTree(pid: number): void {
  orNull(() =>
    execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }),
  )
}

/** True for suspended processes, too. */
export function isAlive(pid: number): boolean {
  return orNull(() => process.kill(pid, 0)) === true
}

function macStart(pid: number): string | null {
  // Fixed locale and time zone, because the text is compared across processes.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null
}

function linuxStart(pid: number): string | null {
  const stat = readStat(pid)
  return stat === null || isDead(stat.state) ? null : stat.startedAt
}

/** Zombies count as dead. */
function isDead(state: string): boolean {
  return state === 'Z' || state === 'X'
}

const linuxPids = (): number[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []))

function linuxMembers(group: number | null, marker: string): number[] {
  return linuxPids().filter((pid) => {
    if (pid === process.pid) return false
    const stat = readStat(pid)
    if (stat === null || isDead(stat.state)) return false
    return stat.group === group || readEnvironment(pid).includes(marker)
  })
}

function linuxTable(): readonly Member[] {
  return linuxPids().flatMap((pid) => {
    const stat = readStat(pid)
    if (stat === null) return []
    const { parent, group, state, cpu, cpuOfChildren } = stat
    return [{ pid, parent, group, isStopped: state === 'T', cpu: cpu + cpuOfChildren }]
  })
}

/** Returns a group with its descendants, because an agent's commands have their own sessions and groups. */
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

/** Parses CPU time like `0:01.53` or `1:02:03.00` into milliseconds. */
export function macTime(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}

/**
 * Reads small files of unknown size, such as in /proc, into one reused buffer: `readFileSync` allocates 64
 * KiB for each, and a process list reads hundreds.
 */
export class SmallFiles {
  #buffer: Buffer

  /** `size`: initial buffer size in bytes; it doubles as needed. */
  constructor(size = 16 * 1024) {
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  get size(): number {
    return this.#buffer.length
  }

  /** Decodes as latin1. Throws the system's error. */
  read(path: string): string {
    return closing(openSync(path, 'r'), (fd) => {
      let length = 0
      for (;;) {
        if (length === this.#buffer.length) this.#grow()
        const got = readSync(fd, this.#buffer, length, this.#buffer.length - length, null)
        if (got === 0) return this.#buffer.toString('latin1', 0, length)
        length += got
      }
    })
  }

  #grow(): void {
    const before = this.#buffer
    this.#buffer = Buffer.allocUnsafeSlow(before.length * 2)
    before.copy(this.#buffer)
  }
}

const proc = new SmallFiles()

interface Stat {
  readonly name: string
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly startedAt: string
  /** CPU time in milliseconds: its own, and of the children it waited for. */
  readonly cpu: number
  readonly cpuOfChildren: number
}

/** Returns null when there is no such living process. */
export function readProcess(pid: number): { readonly group: number; readonly name: string } | null {
  const stat = readStat(pid)
  return stat === null || isDead(stat.state) ? null : { group: stat.group, name: stat.name }
}

const readStat = (pid: number): Stat | null => orNull(() => parseStat(proc.read(`/proc/${pid}/stat`)))

/** Milliseconds per tick: Linux reports times to programs in units of 10 ms. */
export const tick = 10

export function parseStat(text: string): Stat {
  // The name in parentheses may itself contain parentheses.
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

const readEnvironment = (pid: number): string => orNull(() => proc.read(`/proc/${pid}/environ`)) ?? ''

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

/** Milliseconds a process list is shared, since every silent agent is checked every few seconds. */
const fresh = 1000

export class GroupLooks {
  readonly #steady: () => number
  readonly #read: () => readonly Member[] | null
  #table: readonly Member[] | null = null
  #at = -Infinity

  /** `steady`: monotonic milliseconds. */
  constructor(steady: () => number, read: () => readonly Member[] | null = allMembers) {
    this.#steady = steady
    this.#read = read
  }

  /** At most a second old; null when unreadable or the group is gone. */
  look(group: number): GroupLook | null {
    const now = this.#steady()
    if (now - this.#at >= fresh) {
      this.#table = this.#read()
      this.#at = now
    }
    return lookAtGroup(group, this.#table)
  }
}
