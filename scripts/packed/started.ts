import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export interface Started {
  readonly process: ChildProcess
  readonly lines: readonly string[]
  /** Calls the agents API. */
  readonly ask: (path: string, body?: object, method?: 'POST' | 'PATCH' | 'DELETE') => Promise<unknown>
  /** Asks the app to quit; returns the exit code, or the signal that killed it. */
  readonly end: () => Promise<number | string | null>
}

/** An ordinary user with a home, a screen, the system's programs and nothing else. */
export interface User {
  readonly user: string
  readonly home: string
  /** Environment variables of the screen. */
  readonly screen: Readonly<Record<string, string>>
  /** Other environment variables. */
  readonly own?: Readonly<Record<string, string>>
}

/** Lines that a successful start prints; the last two come in any order. */
const steps = ['janus: starting', 'janus: window', 'agents API:']

/** Starts the program and waits until its window and its agents API are ready. */
export async function startBare(program: string, user: User): Promise<Started> {
  const started = spawnBare(program, user, ['--rehearse', '--port', '0'])
  const ended = once(started, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line)
    if (line.startsWith('janus: refused') || steps.every((step) => lines.some((one) => one.startsWith(step))))
      break
  }
  started.stdout.resume()
  return {
    process: started,
    lines,
    ask: (path, body, method) => ask(join(user.home, '.janus-rehearsal'), path, body, method),
    end: async () => {
      started.kill('SIGTERM')
      const [code, signal] = (await ended) as [number | null, string | null]
      return code ?? signal
    },
  }
}

/** Runs the program's self-test; returns its output and how it ended. */
export async function smokeBare(program: string, user: User, ...args: string[]) {
  const home = join(user.home, 'smoke')
  const smoked = spawnBare(program, user, ['--rehearse', '--smoke', '--home', home, '--port', '0', ...args])
  const [said, [code, signal]] = await Promise.all([text(smoked.stdout), once(smoked, 'exit')])
  return { said, end: code ?? signal }
}

/** Runs the program with a clean environment in its own process group. */
export function spawnBare(program: string, { user, home, screen, own }: User, args: readonly string[]) {
  const become = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', 'env', '-i']
  const bare = Object.entries({ HOME: home, PATH: '/usr/bin:/bin', ...screen, ...own }).map((pair) =>
    pair.join('='),
  )
  return spawn('setpriv', [...become, ...bare, program, ...args], {
    cwd: home,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** The agents API of a state folder, and the process that serves it. */
export function apiOf(folder: string) {
  const api = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8')) as object
  return api as { readonly url: string; readonly token: string; readonly pid: number }
}

async function ask(
  folder: string,
  path: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<unknown> {
  const { url, token } = apiOf(folder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  return (await fetch(`${url}${path}`, { method, headers, ...content })).json()
}
