import { join } from 'node:path'
import { Program } from '../e2e/program.ts'
import type { Place } from '../e2e/place.ts'
import type { WindowView } from '../main/contract/api/answers.ts'
import { writeCli } from './cli-script.ts'
import { ask, type Answer } from './kill-traffic.ts'

const script = join(import.meta.dirname, '..', 'dist', 'main', 'web.js')

/** The environment of an app whose agents' CLIs are cheap stand-ins. */
export async function standInEnvironment(place: Place): Promise<NodeJS.ProcessEnv> {
  const program = [process.execPath, join(import.meta.dirname, 'streaming-cli.ts')]
  return { ...place.environment('http://127.0.0.1:1'), JANUS_CLAUDE: await writeCli(place.home, program) }
}

/** The built web app as a process that can be restarted on one state folder. */
export class AppProcess {
  readonly #place: Place
  readonly #environment: NodeJS.ProcessEnv
  #program: Program | null = null
  #url = ''
  #cookie = ''
  #key = ''
  readonly starts: number[] = [] // ms until the app prints its address

  constructor(place: Place, environment: NodeJS.ProcessEnv) {
    this.#place = place
    this.#environment = environment
  }

  get pid(): number {
    return this.#program?.pid ?? -1
  }

  get output(): string {
    return this.#program?.output ?? ''
  }

  get isRunning(): boolean {
    return this.#program?.isRunning === true
  }

  launch(): void {
    const flags = ['--home', this.#place.state, '--port', '0', '--no-open']
    this.#program = Program.start([script, ...flags], this.#environment, this.#place.work)
  }

  async start(): Promise<void> {
    const began = performance.now()
    this.launch()
    await this.#program?.prints(/^agents API: (\S+)$/m)
    this.starts.push(performance.now() - began)
    const [, url = ''] = (await this.#program?.prints(/^Janus: (\S+)$/m)) ?? []
    this.#url = new URL(url).origin
    const entered = await ask('GET', url, {})
    const [cookie = ''] = [entered?.headers['set-cookie'] ?? ''].flat()
    this.#cookie = cookie.split(';')[0] ?? ''
    this.#key = /name="janus-window" content="([^"]+)"/.exec(entered?.text ?? '')?.[1] ?? ''
  }

  /**
   * Sends a request as the window; null when no answer came. Throws when it is refused, so that no
   * measurement depends on a failed request.
   */
  async window(request: string, body: object): Promise<Answer | null> {
    const answer = await ask('POST', `${this.#url}/requests/${request}`, this.#headers, body)
    if (answer === null || answer.status === 200) return answer
    throw new Error(`${request}: ${String(answer.status)} ${answer.text}`)
  }

  async view(): Promise<WindowView> {
    const stop = new AbortController()
    const { body } = await fetch(`${this.#url}/feed`, { headers: this.#headers, signal: stop.signal })
    let text = ''
    try {
      for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part
        const [, snapshot] = /^data: (.*)\n\n/m.exec(text) ?? []
        if (snapshot !== undefined) return (JSON.parse(snapshot) as { view: WindowView }).view
      }
    } finally {
      stop.abort()
    }
    throw new Error(`The feed ended without a snapshot: ${text.slice(0, 200)}`)
  }

  get #headers(): Record<string, string> {
    return {
      cookie: this.#cookie,
      origin: this.#url,
      host: new URL(this.#url).host,
      'janus-window': this.#key,
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#program?.end(signal)
  }
}
