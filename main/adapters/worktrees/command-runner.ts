import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { worktreeLimits, type RunProblem } from '../../contract/folders/worktree-runs.ts'
import type { Clock } from '../../ports/ports.ts'
import type { CommandEnd, CommandStart, RunningCommand } from '../../ports/worktrees.ts'
import { markVariable } from '../processes/agent-process.ts'
import { everyday, selectVariables, type ProgramCommand } from '../processes/command.ts'
import { endAll } from '../processes/ladder.ts'
import { folderMarker, guardOrphans } from '../processes/orphan-guard.ts'

/** How long output may outlive all processes that are known to write it, in ms. */
const lastWords = 1000

interface RunnerOptions {
  readonly clock: Clock
  /** The user's. A command gets what is named, and nothing of Janus's own. */
  readonly environment: NodeJS.ProcessEnv
  readonly stateFolder: string
  /** Ends what is left of the commands should this process end without a word. */
  readonly sweep: ProgramCommand
}

/** Runs commands of worktrees, each with its children as one group. */
export class CommandRunner {
  readonly #options: RunnerOptions
  readonly #marker: string
  readonly #running = new Set<Command>()
  #endGuard: (() => void) | null = null

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#marker = `${folderMarker(options.stateFolder)}${randomUUID()}/`
  }

  start({ command, folder, handed, variables, limit }: CommandStart): RunningCommand {
    const { clock, environment, sweep } = this.#options
    this.#endGuard ??= guardOrphans(sweep, this.#marker)
    const mark = `${this.#marker}${randomUUID()}`
    const seen = selectVariables(environment, [...everyday, ...handed], process.platform)
    const env = { ...seen, ...variables, ...markVariable(mark) }
    const run = new Command({ command, folder, env, mark, limit, clock })
    this.#running.add(run)
    void run.ended.then(() => this.#running.delete(run))
    return run
  }

  /** Ends all that run; resolves when none is left. */
  async close(): Promise<void> {
    for (const run of this.#running) run.stop()
    await Promise.all([...this.#running].map(({ ended }) => ended))
    this.#endGuard?.()
  }
}

interface CommandOptions extends Pick<CommandStart, 'command' | 'folder' | 'limit'> {
  readonly env: Readonly<Record<string, string>>
  /** What all its processes bear. */
  readonly mark: string
  readonly clock: Clock
}

class Command implements RunningCommand {
  readonly ended: Promise<CommandEnd>
  readonly #tail = new Tail(worktreeLimits.output)
  #why: 'stopped' | 'timeout' | null = null
  #stop: () => void = () => {}

  constructor(options: CommandOptions) {
    this.ended = this.#run(options)
  }

  output(): string {
    return this.#tail.text
  }

  stop(): void {
    this.#end('stopped')
  }

  #end(why: 'stopped' | 'timeout'): void {
    this.#why ??= why
    this.#stop()
  }

  async #run({ command, folder, env, mark, limit, clock }: CommandOptions): Promise<CommandEnd> {
    const child = spawn(...shellOf(command, env), {
      cwd: folder,
      env,
      // A group of its own, which is ended as one.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const group = child.pid ?? null
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder('utf8')
      stream.on('data', (chunk: Buffer) => this.#tail.add(decoder.write(chunk)))
      stream.on('error', () => {})
    }
    this.#stop = () => void endAll(clock, group, mark)
    const cancel = clock.after(limit, () => this.#end('timeout'))
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const problem = await new Promise<RunProblem | null>((resolve) => {
      child.once('error', ({ message }) => resolve({ kind: 'unstartable', detail: message }))
      child.once('exit', (code) => resolve(code === 0 ? null : { kind: 'exit', code }))
    })
    cancel()
    if (group !== null) {
      await endAll(clock, group, mark)
      // Who left the group and its mark may hold the output open for ever.
      await Promise.race([closed, new Promise<void>((resolve) => clock.after(lastWords, resolve))])
    }
    return { problem: this.#why === null ? problem : { kind: this.#why }, output: this.#tail.text }
  }
}

/** The system's shell, with one command. */
function shellOf(command: string, env: Readonly<Record<string, string>>): [string, string[]] {
  if (process.platform !== 'win32') return ['/bin/sh', ['-c', command]]
  return [env['COMSPEC'] ?? env['ComSpec'] ?? 'cmd.exe', ['/d', '/s', '/c', `"${command}"`]]
}

/** The end of a text that may be very long. */
class Tail {
  readonly #most: number
  #text = ''

  constructor(most: number) {
    this.#most = most
  }

  get text(): string {
    return this.#text.slice(-this.#most)
  }

  /** Cut now and then only: each cut copies. */
  add(more: string): void {
    this.#text += more.slice(-this.#most)
    if (this.#text.length > 8 * this.#most) this.#text = this.text
  }
}
