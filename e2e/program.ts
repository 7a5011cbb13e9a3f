import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How a program ended. */
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program under test: what it printed so far, and promises for what it will print and for its end. */
export class Program {
  readonly ended: Promise<End>
  #output = ''
  #end: End | null = null
  readonly #child: ChildProcess
  readonly #watchers = new Set<() => void>()

  /** Starts Node with a script. The environment is exactly the one given. */
  static start(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Program {
    return new Program(spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  /** Starts a command in a process group of its own, as a terminal does. */
  static startGroup(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Program {
    return new Program(spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }))
  }

  /** A program that somebody else has started. */
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

  /** Everything printed so far, on both streams. */
  get output(): string {
    return this.#output
  }

  get isRunning(): boolean {
    return this.#end === null
  }

  /** The first match in what is printed after `from` characters of output; rejects when the program ends without it. */
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

  /** Anyone who reads what it prints goes: from now on it prints to nobody. */
  stopReading(): void {
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<End> {
    if (this.isRunning) this.#child.kill(signal)
    return this.ended
  }

  /** Ctrl-C in a terminal: each process of the program's group is told once. */
  pressCtrlC(): void {
    process.kill(-this.pid, 'SIGINT')
  }

  #tell(): void {
    for (const wake of this.#watchers) wake()
    this.#watchers.clear()
  }
}
