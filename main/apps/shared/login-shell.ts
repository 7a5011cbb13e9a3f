import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

/** Bytes; an environment has at most 2 MiB. */
const mostBytes = 4 * 1024 * 1024

type ShellAnswer =
  | { readonly kind: 'environment'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'silent'; readonly why: string }

/** Runs an interactive login shell, which reads the same start files as in a terminal. Never throws. */
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
  // Only words and semicolons, which all shells understand. Start files may print before and after.
  const command = `echo ${mark}; /usr/bin/env -0; echo ${mark}`
  const child = spawn(shell, [flagsOf(shell), command], {
    env: given,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Its own process group, so that it can be killed as a whole and doesn't take over Janus's terminal.
    detached: true,
  })
  return new Promise((resolve) => {
    const answer = (found: ShellAnswer): void => {
      child.stdout.removeAllListeners('data').destroy()
      resolve(found)
    }
    const end = (why: string): void => {
      // Only while it runs: later the pid may belong to another process.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      answer({ kind: 'silent', why })
    }
    let printed = Buffer.alloc(0)
    child.stdout.on('data', (chunk: Buffer) => {
      printed = Buffer.concat([printed, chunk])
      const environment = between(printed, mark)
      // Don't wait for its exit: background programs of its start files may keep the output open.
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

/** C shells accept `-l` only without a command. */
const flagsOf = (shell: string): string => (/^t?csh$/.test(basename(shell)) ? '-ic' : '-ilc')

/** Returns null until the second mark has arrived. */
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
