import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program under test, with its output so far. */
export class Program {
  readonly ended: Promise<End>
  #output = ''
  #end: End | null = null
  readonly #child: ChildProcess
  readonly #watchers = new Set<() => void>()

  /** Starts Node with a script. The environment is exactly `env`. */
  static start(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Program {
    return new Program(spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  /** Starts a command in its own process group, as a terminal does. */
  static startGroup(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Program {
    return new Program(spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }))
  }

  /** Takes over a running child. */
  constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
        this.#tell()
      })
    }
    this.ended = once(this.#child, 'close').then(([code, signal]) => {
      this.#end = { code: code as number | null, signal: signal as NodeJS.Signals | null }
      this.#tell()
      return this.#end
    })
  }

  get pid(): number {
    return this.#child.pid ?? -1
  }

  get output(): string {
    return this.#output
  }

  get isRunning(): boolean {
    return this.#end === null
  }

  /** Resolves with the first match after `from` characters of output; rejects when the program ends without it. */
  async prints(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#output.slice(from))
      if (found !== null) return found
      if (this.#end !== null) {
        throw new Error(
          `The program ended (${JSON.stringify(this.#end)}) without printing ${pattern}:\n${this.#output}`,
        )
      }
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
  }

  /** Closes its output, as when the reader of a pipe ends. */
  stopReading(): void {
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  async end(signal: NodeJS.Signals): Promise<End> {
    if (this.isRunning) this.#child.kill(signal)
    return this.ended
  }

  /** As a terminal's Ctrl-C: signals each process of the group once. */
  pressCtrlC(): void {
    process.kill(-this.pid, 'SIGINT')
  }

  #tell(): void {
    for (const wake of this.#watchers) wake()
    this.#watchers.clear()
  }
}
