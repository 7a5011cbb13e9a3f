import { spawn } from 'node:child_process'
import { UnfitChangeError } from '../../ports/changes.ts'
import { findProgram } from '../processes/find-program.ts'

/** How long a program may take to be started, in ms: what it says then is its own affair. */
const settles = 500

/**
 * Starts a program of the person's beside Janus; no shell reads its words, and it is never one that lies in the folder
 * by the same name, where Windows would look first. One that ends at once with a complaint is told; one that stays has
 * opened.
 */
export function startBeside(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = findProgram(program, environment)
    if (path === null) {
      const what = 'no program of that name is on the PATH. Write its full path.'
      return reject(new UnfitChangeError(`${program} could not be started: ${what}`))
    }
    const child = spawn(path, args, {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: 'ignore',
      shell: false,
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
