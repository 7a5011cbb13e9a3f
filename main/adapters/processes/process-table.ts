import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { markName } from './orphan-guard.ts'
import { macTime, parseStat, tick } from './system-processes.ts'

/** One process of the system. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly isDead: boolean
  readonly isStopped: boolean
  /** In the system's own words, as `startTime` tells it. */
  readonly startedAt: string
  /** ms; null where it cannot be read. */
  readonly since: number | null
  /** Time of the processor in ms: its own, and that of the children it has waited for. */
  readonly cpu: number
  readonly cpuOfChildren: number
  /** What its environment says an agent's processes are known by; empty: nothing, or it may not be read. */
  readonly mark: string
  /** Bytes, with all that it shares; null: to be asked by `memoryOf`. */
  readonly rss: number | null
}

/** Bytes, and how they were counted; null: it is gone, or this system does not tell. */
type Memory = { readonly bytes: number; readonly as: 'pss' | 'rss' } | null

/** All processes of this system now; null where it does not tell. */
export async function readProcesses(): Promise<readonly ProcessRow[] | null> {
  try {
    if (process.platform === 'linux') return await linuxRows()
    if (process.platform !== 'darwin') return null
    const columns = 'pid=,ppid=,pgid=,stat=,rss=,time=,lstart=,command='
    const { stdout } = await promisify(execFile)('ps', ['-axwwE', '-o', columns], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return macRows(stdout)
  } catch {
    return null
  }
}

/** What one process takes: its part of what is shared where that may be read, else all of it. */
export async function memoryOf({ pid, rss }: ProcessRow): Promise<Memory> {
  if (rss !== null) return { bytes: rss, as: 'rss' }
  const pss = kilobytes(await readText(`/proc/${pid}/smaps_rollup`), 'Pss')
  if (pss !== null) return { bytes: pss, as: 'pss' }
  const whole = kilobytes(await readText(`/proc/${pid}/status`), 'VmRSS')
  return whole === null ? null : { bytes: whole, as: 'rss' }
}

function kilobytes(text: string, name: string): number | null {
  const [, count] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? []
  return count === undefined ? null : Number(count) * 1024
}

const readText = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '')

async function linuxRows(): Promise<readonly ProcessRow[]> {
  const [, boot] = /^btime (\d+)$/m.exec(await readFile('/proc/stat', 'latin1')) ?? []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const rows = pids.map(async (pid) => {
    const [stat, environment] = await Promise.all([
      readText(`/proc/${pid}/stat`),
      readText(`/proc/${pid}/environ`),
    ])
    return linuxRow(Number(pid), stat, environment, boot === undefined ? null : Number(boot) * 1000)
  })
  return (await Promise.all(rows)).filter((row) => row !== null)
}

function linuxRow(pid: number, stat: string, environment: string, boot: number | null): ProcessRow | null {
  if (stat === '') return null
  const { name: _, state, startedAt, ...told } = parseStat(stat)
  return {
    ...told,
    pid,
    startedAt,
    rss: null,
    isDead: 'ZX'.includes(state),
    isStopped: 'Tt'.includes(state),
    since: boot === null ? null : boot + Number(startedAt) * tick,
    mark: environment.split('\0').find((one) => one.startsWith(`${markName}=`)) ?? '',
  }
}

/** Reads what `ps` of macOS tells, a line for each process; it never tells of a part of what is shared. */
export function macRows(table: string): readonly ProcessRow[] {
  const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.*)$/
  return table.split('\n').flatMap((row) => {
    const [, pid, parent, group, stat = '', rss, time = '', startedAt = '', command = ''] =
      line.exec(row) ?? []
    if (pid === undefined) return []
    const since = Date.parse(startedAt)
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        startedAt,
        isDead: stat.startsWith('Z'),
        isStopped: stat.startsWith('T'),
        cpu: macTime(time),
        cpuOfChildren: 0,
        rss: Number(rss) * 1024,
        since: Number.isNaN(since) ? null : since,
        mark: /(?:^|\s)(JANUS_PROCESS=\S+)/.exec(command)?.[1] ?? '',
      },
    ]
  })
}
