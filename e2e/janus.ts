import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ElectronApplication, Page } from '@playwright/test'
import { commandOf, launchElectron, type Electron, type Launch } from './electron.ts'
import type { Model } from './model.ts'
import type { Place } from './place.ts'
import { Program, type End } from './program.ts'
import { desktopShell, webShell, type Shell } from './shell.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const script = join(root, 'dist', 'main', 'web.js')
/** Disables npm's own network requests. */
const quietNpm = { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false' }

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

export interface Start {
  readonly env?: NodeJS.ProcessEnv
  readonly args?: readonly string[]
  /** Open a browser, as for a user. */
  readonly open?: boolean
  /**
   * Starts by `npm start` or its script, in its own process group as from a terminal; `head` reads the two
   * lines with the addresses and exits. Default: the app alone.
   */
  readonly by?: 'npm' | 'script' | 'head'
  /** Runs in the desktop's window while Janus is still starting. */
  readonly whileStarting?: (window: Page) => Promise<void>
}

export type Desktop = { readonly electron: Electron } & Pick<Launch, 'screen' | 'colorScheme'>

/** The built app as a real process: the web app, or the desktop app in the given Electron. */
export class Janus {
  readonly place: Place
  readonly model: Model
  url = ''
  /** The agents API's address, ending in `/api`. */
  apiUrl = ''
  window: Page | null = null
  readonly shell: Shell
  readonly #desktop: Desktop | null
  #app: ElectronApplication | null = null
  #program: Program | null = null

  constructor(place: Place, model: Model, desktop: Desktop | null = null) {
    this.place = place
    this.model = model
    this.#desktop = desktop
    this.shell = desktop === null ? webShell : desktopShell(() => this.app)
  }

  /** Starts the app on this place's state folder and waits for its addresses. */
  async start(start: Start = {}): Promise<void> {
    if (this.#desktop !== null) return this.#startDesktop(this.#desktop, start)
    const program = this.#launchWeb(start)
    this.#program = program
    const [, url = ''] = await program.prints(/^Janus: (\S+)$/m)
    const [, apiUrl = ''] = await program.prints(/^agents API: (\S+)$/m)
    this.url = url
    this.apiUrl = apiUrl
  }

  async #startDesktop(desktop: Desktop, start: Start): Promise<void> {
    await this.place.handOver()
    this.#app = await launchElectron(desktop.electron, this.#launchOf(desktop, start))
    this.#program = new Program(this.#app.process())
    this.place.claimGroup(this.#program.pid)
    this.window = await this.#app.firstWindow({ timeout: 30_000 })
    await start.whileStarting?.(this.window)
    const isUp = this.window.getByRole('navigation', { name: 'Tabs' })
    await isUp.or(this.window.getByRole('form', { name: 'First agent' })).waitFor()
    // Until then the window shows its last state.
    await this.window.locator('[data-part=starting]').waitFor({ state: 'hidden' })
    const { url } = JSON.parse(await readFile(join(this.place.state, 'api.json'), 'utf8')) as { url: string }
    this.apiUrl = url
  }

  #launchOf({ screen, colorScheme }: Desktop, { env = {}, args = [] }: Start): Launch {
    const environment = { ...this.place.environment(this.model.url), ...env }
    const all = [root, ...this.#flags(args)]
    return { args: all, env: environment, cwd: this.place.work, screen, colorScheme }
  }

  #flags(args: readonly string[]): string[] {
    return ['--home', this.place.state, '--port', '0', ...args]
  }

  /** Starts the app without waiting; for starts that fail. */
  launch(start: Start = {}): Program {
    if (this.#desktop === null) return this.#launchWeb(start)
    const launch = this.#launchOf(this.#desktop, start)
    const { program, env } = commandOf(this.#desktop.electron, launch)
    return Program.startGroup(program, launch.args, env, launch.cwd)
  }

  #launchWeb({ env = {}, args = [], open = false, by }: Start): Program {
    const flags = this.#flags([...(open ? [] : ['--no-open']), ...args])
    const environment = { ...this.place.environment(this.model.url), ...env }
    if (by === undefined) return Program.start([script, ...flags], environment, this.place.work)
    if (by === 'head') {
      const piped = ['-c', 'set -o pipefail; "$@" 2>&1 | head -2', 'bash', process.execPath, script, ...flags]
      return Program.startGroup('bash', piped, environment, this.place.work)
    }
    const [command, ...words] =
      by === 'npm' ? ['npm', 'start', '--'] : [process.execPath, 'scripts/start.mjs']
    return Program.startGroup(command, [...words, '--web', ...flags], { ...environment, ...quietNpm }, root)
  }

  /** The desktop app, to evaluate code in its main process. */
  get app(): ElectronApplication {
    if (this.#app === null) throw new Error('The desktop app was not started.')
    return this.#app
  }

  get program(): Program {
    if (this.#program === null) throw new Error('The app was not started.')
    return this.#program
  }

  get isRunning(): boolean {
    return this.#program?.isRunning === true
  }

  /** Calls the agents API as the user, with another token, or with none (null). */
  async api(method: string, path: string, body?: unknown, token?: string | null): Promise<Answer> {
    const bearer = token === undefined ? await this.userToken() : token
    const response = await fetch(`${this.apiUrl}${path}`, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? null : (JSON.parse(text) as unknown),
      headers: response.headers,
    }
  }

  async userToken(): Promise<string> {
    const file = await readFile(join(this.place.state, 'api.json'), 'utf8')
    return (JSON.parse(file) as { token: string }).token
  }

  quit(): Promise<End> {
    return this.program.end('SIGTERM')
  }

  kill(): Promise<End> {
    return this.program.end('SIGKILL')
  }

  /** Processes of this place that are a Claude CLI. */
  async clis(): Promise<number[]> {
    return clisAmong(await this.place.processes())
  }

  /** Waits up to half a minute until at most `count` are left. */
  async clisOnceAtMost(count: number): Promise<number[]> {
    return clisAmong(await this.place.processesOnce((all) => clisAmong(all).length <= count, 30_000))
  }
}

function clisAmong(all: readonly { pid: number; command: string }[]): number[] {
  return all.filter(({ command }) => /claude(\.exe)? /.test(command)).map(({ pid }) => pid)
}

/** Runs `janus` in a terminal of the place; returns its exit code and output. */
export async function runJanus(
  place: Place,
  ...argv: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const environment = { PATH: process.env['PATH'], HOME: place.home, JANUS_HOME: place.state }
  const program = Program.start([join(root, 'scripts', 'janus.mjs'), ...argv], environment, place.work)
  const { code } = await program.ended
  return { code, output: program.output }
}
