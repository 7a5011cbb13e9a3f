import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { windows } from '../child.mjs'

/**
 * npm runs us in a shell that outlives it when npm is killed. Returns the parent of that shell; null when our
 * parent is no shell, or unknown.
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
 * On Linux this reads the shell's parent: its own parent may keep a dead process in the process table.
 * @param {number} shell
 * @param {number} above
 */
export function isStillAbove(shell, above) {
  if (process.platform === 'linux') return lookAt(shell)?.parent === above
  try {
    process.kill(above, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {number} pid */
function lookAt(pid) {
  if (windows) return null
  try {
    if (process.platform === 'linux') {
      // The name is in parentheses and may contain some.
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
