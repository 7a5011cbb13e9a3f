import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

/** Most that a shell may print, in bytes: an environment has two MiB at most. */
const mostBytes = 4 * 1024 * 1024

/** What a shell told, or why it did not, in words. */
type ShellAnswer =
  | { readonly kind: 'environment'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'silent'; readonly why: string }

/**
 * The environment that a user's shell makes for its programs: interactive and of a login, so that it reads what it
 * reads for a terminal. When `limit` comes first, it and all that it has begun is ended. Never throws.
 */
export async function askShell(
  shell: string,
  given: NodeJS.ProcessEnv,
  limit: AbortSignal,
): Promise<ShellAnswer> {
  try {
    return await hear(shell, given, limit)
  } catch (error) {
    return { kind: 'silent', why: String(error) }
  }
}

function hear(shell: string, given: NodeJS.ProcessEnv, limit: AbortSignal): Promise<ShellAnswer> {
  const mark = randomUUID()
  // Nothing but words and semicolons, which every kind of shell understands. What its start files print stands around it.
  const command = `echo ${mark}; /usr/bin/env -0; echo ${mark}`
  const child = spawn(shell, [flagsOf(shell), command], {
    env: given,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: what hangs can be ended whole, and nothing of it takes Janus's terminal.
    detached: true,
  })
  return new Promise((resolve) => {
    const answer = (found: ShellAnswer): void => {
      child.stdout.removeAllListeners('data').destroy()
      resolve(found)
    }
    const end = (why: string): void => {
      // Only while it runs: later the number may be another's.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      answer({ kind: 'silent', why })
    }
    let printed = Buffer.alloc(0)
    child.stdout.on('data', (chunk: Buffer) => {
      printed = Buffer.concat([printed, chunk])
      const environment = between(printed, mark)
      // Its end is not waited for: what its start files have put in the background may keep its output open.
      if (environment !== null) answer({ kind: 'environment', environment: read(environment) })
      else if (printed.length > mostBytes) end('it prints without end')
    })
    child.on('error', (error) => answer({ kind: 'silent', why: error.message }))
    child.on('close', (code) => answer({ kind: 'silent', why: `it ended with code ${String(code)}` }))
    const late = (): void => end('it took too long')
    if (limit.aborted) late()
    else limit.addEventListener('abort', late, { once: true })
  })
}

/** The C shells know a login only without a command. */
const flagsOf = (shell: string): string => (/^t?csh$/.test(basename(shell)) ? '-ic' : '-ilc')

/** What stands between two lines with the mark; null while the second is missing. */
function between(printed: Buffer, mark: string): Buffer | null {
  const start = printed.indexOf(`${mark}\n`)
  const from = start + mark.length + 1
  const to = start === -1 ? -1 : printed.indexOf(mark, from)
  return to === -1 ? null : printed.subarray(from, to)
}

function read(block: Buffer): Record<string, string> {
  const pairs = block.toString('utf8').split('\0').slice(0, -1)
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}
