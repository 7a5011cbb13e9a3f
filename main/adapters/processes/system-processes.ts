import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * When a process started, in the system's own words: with its pid, a name that no later process gets.
 * Null where it cannot be read, or when there is no such process.
 */
export function startTime(pid: number): string | null {
  try {
    if (process.platform === 'linux') return linuxStart(pid)
    if (process.platform === 'darwin')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    return null
  } catch {
    return null
  }
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

function readStat(pid: number): { state: string; group: number; startedAt: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name stands in brackets and may hold anything, brackets too.
    const [state, , group, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: state ?? '', group: Number(group), startedAt: rest[16] ?? '' }
  } catch {
    return null
  }
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

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
