import { execFile, execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const exec = promisify(execFile)
/** Stands between panes that are captured together. */
const between = '8<-----8<-----8<'

/** Says what to do where there is no tmux; null where there is one. */
export function tmuxMissing(): string | null {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return null
  } catch {
    return 'tmux was not found, so the other side is left out. Install it (`apt-get install tmux`, `brew install tmux`), then measure again.'
  }
}

/** A tmux server of its own, on a socket of its own: it knows nothing of the person's, nor they of it. */
export class Tmux {
  readonly #socket: string
  readonly #home: string
  #pid = 0

  /** `home` holds the socket, and is the home of everything in it. */
  constructor(home: string) {
    this.#home = home
    this.#socket = `${home}/tmux`
  }

  /** Starts a program in a pane of its own; gives the pane's id. */
  async open(command: readonly string[]): Promise<string> {
    const what = ['-d', '-P', '-F', '#{pid} #{pane_id}', '-x', '200', '-y', '50']
    const where = this.#pid === 0 ? ['new-session', ...what] : ['new-window', ...what.slice(0, 4)]
    const [pid = '', pane = ''] = (await this.#run([...where, ...command])).trim().split(' ')
    this.#pid = Number(pid)
    return pane
  }

  /** All text of some panes, their histories too; one call for all of them. */
  async capture(panes: readonly string[]): Promise<string[]> {
    const calls = panes.flatMap((pane) => [
      ...['capture-pane', '-p', '-J', '-S', '-', '-t', pane, ';'],
      ...['display-message', '-p', between, ';'],
    ])
    const pages = await this.#run(calls.slice(0, -1))
    return pages.split(`${between}\n`).slice(0, panes.length)
  }

  /** Types into a pane. */
  async type(pane: string, text: string): Promise<void> {
    await this.#run(['send-keys', '-t', pane, '-l', '--', text])
  }

  /** Presses Enter in a pane. */
  async enter(pane: string): Promise<void> {
    await this.#run(['send-keys', '-t', pane, 'Enter'])
  }

  /** Ends this server, by its id, and with it all of its panes. */
  async close(): Promise<void> {
    if (this.#pid === 0) return
    process.kill(this.#pid, 'SIGTERM')
    await rm(this.#socket, { force: true })
  }

  async #run(args: readonly string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], HOME: this.#home, LANG: 'C.UTF-8', TERM: 'xterm-256color' }
    const { stdout } = await exec('tmux', ['-u', '-S', this.#socket, '-f', '/dev/null', ...args], {
      env,
      maxBuffer: 1 << 26,
    })
    return stdout
  }
}
