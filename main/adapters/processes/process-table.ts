import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { markName } from './orphan-guard.ts'
import { macTime, parseStat, tick } from './system-processes.ts'

export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly isDead: boolean
  readonly isStopped: boolean
  /** As `startTime` returns it. */
  readonly startedAt: string
  /** Milliseconds; null when unreadable. */
  readonly since: number | null
  /** CPU time in milliseconds: its own, and of the children it waited for. */
  readonly cpu: number
  readonly cpuOfChildren: number
  /** Value of the marker in its environment; empty when there is none or it is unreadable. */
  readonly mark: string
  /** Bytes including shared memory; null when `memoryOf` has to read it. */
  readonly rss: number | null
}

/** Null when the process is gone or the system can't tell. */
type Memory = { readonly bytes: number; readonly as: 'pss' | 'rss' } | null

/** Returns null on other systems than Linux and macOS. */
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

/** Prefers PSS, the proportional share of shared memory, where it is readable. */
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

/** Parses `ps` of macOS, which has RSS but no PSS. */
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
