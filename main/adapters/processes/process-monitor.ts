import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import {
  unknownMetrics,
  type Measured,
  type ProcessMonitor,
  type ProcessMetrics,
} from '../../ports/processes.ts'
import { memoryOf, readProcesses, type ProcessRow } from './process-table.ts'

/**
 * Milliseconds between the two samples of CPU usage. The counters have a resolution of 10 ms, and over less
 * than a second the cost of a click would look like steady work.
 */
const span = { least: 1_500, most: 30_000 }

/** CPU time in milliseconds of each group, at a time. */
interface Sample {
  readonly at: number
  readonly cpu: ReadonlyMap<string, number>
}

interface Look {
  readonly own: readonly ProcessRow[]
  readonly groups: readonly (readonly ProcessRow[])[]
}

/**
 * Measures on demand. An agent has its process group, its descendants and processes with its marker; Janus
 * has `root` and its other descendants.
 */
export class SystemProcessMonitor implements ProcessMonitor {
  readonly #clock: Clock
  readonly root: number
  #last: Sample | null = null
  /** CPU time of the measuring itself in milliseconds, which is not counted as work of Janus. */
  #spent = 0

  /** `root`: pid of the app's first process. */
  constructor(clock: Clock, root: number) {
    this.#clock = clock
    this.root = root
  }

  async measure(groups: readonly ProcessRecord[]): Promise<Measured> {
    const before = await this.#before(groups)
    const look = await this.#look(groups)
    const now = this.#sample(look, groups)
    this.#last = now
    const used = (name: string, rows: readonly ProcessRow[], ofChildren: boolean) =>
      useOf(rows, cpuOf(rows, ofChildren), percent(name, before, now))
    return {
      own: look === null ? ownUse(percent(ownName, before, now)) : await used(ownName, look.own, false),
      groups: await Promise.all(
        groups.map(async (group, n) => {
          const rows = look?.groups[n]
          return rows === undefined ? unknownMetrics : used(nameOf(group), rows, true)
        }),
      ),
    }
  }

  /** Returns the last sample if it is recent enough, else takes one; then waits for the minimal span. */
  async #before(groups: readonly ProcessRecord[]): Promise<Sample> {
    const last = this.#last
    const age = last === null ? Infinity : this.#clock.steady() - last.at
    const isKnown = groups.every((group) => last?.cpu.has(nameOf(group)) === true)
    const isFit = last !== null && isKnown && age >= 0 && age <= span.most
    const before = isFit ? last : this.#sample(await this.#look(groups), groups)
    const wait = span.least - (this.#clock.steady() - before.at)
    if (wait > 0) await new Promise<void>((resolve) => void this.#clock.after(wait, resolve))
    return before
  }

  async #look(groups: readonly ProcessRecord[]): Promise<Look | null> {
    const begun = ownTime()
    const rows = await readProcesses()
    const look = rows === null ? null : sorted(rows, groups, this.root)
    this.#spent += ownTime() - begun
    return look
  }

  #sample(look: Look | null, groups: readonly ProcessRecord[]): Sample {
    const own = (look === null ? ownTime() : cpuOf(look.own, false)) - this.#spent
    const each = groups.map((group, n) => [nameOf(group), cpuOf(look?.groups[n] ?? [], true)] as const)
    return { at: this.#clock.steady(), cpu: new Map([[ownName, own], ...each]) }
  }
}

const ownName = 'own'
const nameOf = ({ pid, startedAt }: ProcessRecord): string => `${String(pid)} ${startedAt ?? ''}`

/** Assigns the processes to the groups and to Janus. */
function sorted(rows: readonly ProcessRow[], groups: readonly ProcessRecord[], root: number): Look {
  const byPid = new Map(rows.map((row) => [row.pid, row]))
  // The pid may have been reused.
  const known = groups.map(({ pid, startedAt }) => {
    const first = byPid.get(pid)
    return first !== undefined && startedAt !== null && first.startedAt !== startedAt ? null : pid
  })
  const marks = known.map((pid) => (pid === null ? '' : (byPid.get(pid)?.mark ?? '')))
  const ofGroup = (row: ProcessRow): number => {
    const group = known.indexOf(row.group)
    return group >= 0 || row.mark === '' ? group : marks.indexOf(row.mark)
  }
  /** Its own group, else that of its nearest ancestor; -1: Janus, -2: nobody. */
  const owner = (row: ProcessRow): number => {
    const seen = new Set<number>()
    for (
      let at: ProcessRow | undefined = row;
      at !== undefined && !seen.has(at.pid);
      at = byPid.get(at.parent)
    ) {
      const group = ofGroup(at)
      if (group >= 0) return group
      // Belongs to another Janus started from this one, or to a deleted agent.
      if (at.mark !== '') return -2
      if (at.pid === root) return -1
      seen.add(at.pid)
    }
    return -2
  }
  const owned = rows.map((row) => [owner(row), row] as const)
  const of = (who: number) => owned.flatMap(([whose, row]) => (whose === who ? [row] : []))
  return { own: of(-1), groups: known.map((pid, n) => leaderFirst(of(n), pid)) }
}

const leaderFirst = (rows: readonly ProcessRow[], pid: number | null): readonly ProcessRow[] =>
  rows.toSorted((a, b) => Number(b.pid === pid) - Number(a.pid === pid))

/** Janus without its children: most children that ended were agents. */
function cpuOf(rows: readonly ProcessRow[], ofChildren: boolean): number {
  return rows.reduce((sum, row) => sum + row.cpu + (ofChildren ? row.cpuOfChildren : 0), 0)
}

function percent(name: string, before: Sample, now: Sample): number | null {
  const [from, to] = [before.cpu.get(name), now.cpu.get(name)]
  const passed = now.at - before.at
  if (from === undefined || to === undefined || passed <= 0) return null
  // Negative when a process ended that nobody waited for.
  return Math.max(0, ((to - from) / passed) * 100)
}

async function useOf(
  rows: readonly ProcessRow[],
  cpu: number,
  cpuNow: number | null,
): Promise<ProcessMetrics> {
  const living = rows.filter(({ isDead }) => !isDead)
  const told = (await Promise.all(living.map(memoryOf))).filter((one) => one !== null)
  const starts = rows.flatMap(({ since }) => since ?? [])
  return {
    processes: living.length,
    memory: told.reduce((sum, { bytes }) => sum + bytes, 0),
    memoryAs: told.length === 0 ? null : told.every(({ as }) => as === 'pss') ? 'pss' : 'rss',
    cpu,
    cpuNow: living.length === 0 ? 0 : cpuNow,
    since: rows[0]?.since ?? (starts.length === 0 ? null : Math.min(...starts)),
    isSuspended: rows[0]?.isStopped === true,
  }
}

/** CPU time of this process in milliseconds. */
function ownTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** On systems without a process list. */
function ownUse(cpuNow: number | null): ProcessMetrics {
  return {
    processes: 1,
    memory: process.memoryUsage.rss(),
    memoryAs: 'rss',
    cpu: ownTime(),
    cpuNow,
    since: Date.now() - process.uptime() * 1000,
    isSuspended: false,
  }
}
