import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { UnfitChangeError } from '../../change-ports.ts'

/** How long a program may take to be started, in ms: what it says then is its own affair. */
const settles = 500

/**
 * Starts a program of the person's beside Janus; no shell reads its words. One that ends at once with a complaint is
 * told; one that stays has opened.
 */
export function startBeside(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...{ cwd: folder, env: environment, detached: true, stdio: 'ignore', shell: false },
    })
    const timer = setTimeout(resolve, settles)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new UnfitChangeError(`${program} could not be started: ${error.message}`))
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0 || code === null) resolve()
      else reject(new UnfitChangeError(`${program} ended with code ${code}.`))
    })
    child.unref()
  })
}

/** Whether a program of that name is on the PATH. */
export function isOnPath(name: string, environment: NodeJS.ProcessEnv): boolean {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute)
  return folders.some((folder) => isProgram(join(folder, name)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
