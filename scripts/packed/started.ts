import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** An installed Janus that an ordinary person has started. */
export interface Started {
  readonly process: ChildProcess
  /** What it printed until its agents could be spoken to. */
  readonly lines: readonly string[]
  /** Asks its agents API as the person's own tools do. */
  readonly ask: (path: string, body?: object) => Promise<unknown>
  /** Asks it to end; answers the exit code, or the signal that it died of. */
  readonly end: () => Promise<number | string | null>
}

/** An ordinary person of this machine, with a home, a screen, the system's programs and nothing else. */
export interface Person {
  readonly person: string
  readonly home: string
  readonly display: string
}

/** Starts this program as this person, and waits until its agents can be spoken to. */
export async function startBare(program: string, { person, home, display }: Person): Promise<Started> {
  const become = [`--reuid=${person}`, `--regid=${person}`, '--init-groups', 'env', '-i']
  const bare = [`HOME=${home}`, `DISPLAY=${display}`, 'PATH=/usr/bin:/bin']
  const started = spawn('setpriv', [...become, ...bare, program, '--rehearse', '--port', '0'], {
    ...{ cwd: home, detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
  })
  const ended = once(started, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line)
    if (line.startsWith('agents API:') || line.startsWith('janus: refused')) break
  }
  started.stdout.resume()
  return {
    ...{ process: started, lines },
    ask: (path, body) => ask(join(home, '.janus-rehearsal'), path, body),
    end: async () => {
      started.kill('SIGTERM')
      const [code, signal] = (await ended) as [number | null, string | null]
      return code ?? signal
    },
  }
}

async function ask(folder: string, path: string, body?: object): Promise<unknown> {
  const { url, token } = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8')) as {
    url: string
    token: string
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(`${url}${path}`, { headers, ...options })).json()
}
