import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { orNull } from '../folder/errors.ts'

/**
 * Returns the program's path, or null: an absolute path as it is, a bare name from the `PATH`. Never
 * searches the current folder.
 */
export function findProgram(name: string, environment: NodeJS.ProcessEnv): string | null {
  if (isAbsolute(name)) return isProgram(name) ? name : null
  if (/[/\\]/.test(name) || name === '' || name.includes('\0')) return null
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute)
  const endings =
    process.platform === 'win32' ? (environment['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';').concat('') : ['']
  for (const folder of folders)
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (isProgram(path)) return path
    }
  return null
}

function isProgram(path: string): boolean {
  const isExecutable = orNull(() => accessSync(path, constants.X_OK)) !== null
  return isExecutable && orNull(() => isFile(path)) === true
}

/** Store apps of Windows, such as its terminal, are links that Node cannot follow (nodejs/node#36790). */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return !lstatSync(path).isDirectory()
    throw error
  }
}
