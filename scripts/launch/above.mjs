import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { windows } from '../child.mjs'

/**
 * The process that started the shell which is our parent; null where our parent is none, or that cannot be told. npm
 * puts a shell between us and itself, which lives on when npm is killed.
 * @param {number} parent
 * @param {(pid: number) => {name: string, parent: number} | null} [look]
 * @returns {number | null}
 */
export function aboveShell(parent, look = lookAt) {
  const found = look(parent)
  if (found === null || !/^-?(ba|da|k|z|a)?sh$/.test(found.name)) return null
  return found.parent > 1 ? found.parent : null
}

/**
 * Whether that process is still there. On Linux the shell is asked for its parent: a dead one may be kept in the table
 * of processes by whoever started it.
 * @param {number} shell
 * @param {number} above
 */
export function isStillAbove(shell, above) {
  if (process.platform === 'linux') return lookAt(shell)?.parent === above
  try {
    process.kill(above, 0)
    return true
  } catch (error) {
    // Another user's lives too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {number} pid */
function lookAt(pid) {
  if (windows) return null
  try {
    if (process.platform === 'linux') {
      // The name stands in brackets, and may hold any.
      const [, name = '', parent = ''] =
        /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return { name, parent: Number(parent) }
    }
    const told = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent = '', path = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(told) ?? []
    return { name: path.split('/').at(-1) ?? '', parent: Number(parent) }
  } catch {
    return null
  }
}
