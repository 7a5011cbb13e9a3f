import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { worktreeLimits, type RunProblem } from '../../contract/folders/worktree-runs.ts'
import type { Clock } from '../../ports/ports.ts'
import type { CommandEnd, CommandStart, RunningCommand } from '../../ports/worktrees.ts'
import { messageOf } from '../folder/errors.ts'
import { markVariable } from '../processes/agent-process.ts'
import { everyday, selectVariables, type ProgramCommand } from '../processes/command.ts'
import { endAll } from '../processes/ladder.ts'
import { folderMarker, guardOrphans } from '../processes/orphan-guard.ts'

/** Milliseconds to wait for more output after all processes ended. */
const lastWords = 1000

interface RunnerOptions {
  readonly clock: Clock
  /** Source of the allowed variables; nothing else is passed on. */
  readonly environment: NodeJS.ProcessEnv
  readonly stateFolder: string
  /** Program that ends leftover commands should this process die. */
  readonly sweep: ProgramCommand
}

/** Runs commands of worktrees, each in its own process group. */
export class CommandRunner {
  readonly #options: RunnerOptions
  readonly #marker: string
  readonly #running = new Set<RunningCommand>()
  #endGuard: (() => void) | null = null

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#marker = `${folderMarker(options.stateFolder)}${randomUUID()}/`
  }

  start(start: CommandStart): RunningCommand {
    const { clock, environment, sweep } = this.#options
    this.#endGuard ??= guardOrphans(sweep, this.#marker)
    const mark = `${this.#marker}${randomUUID()}`
    const seen = selectVariables(environment, [...everyday, ...start.handed], process.platform)
    const run = begin(() =>
      runCommand(start, { ...seen, ...start.variables, ...markVariable(mark) }, mark, clock),
    )
    this.#running.add(run)
    void run.ended.then(() => this.#running.delete(run))
    return run
  }

  /** Stops all commands; resolves when they have ended. */
  async close(): Promise<void> {
    for (const run of this.#running) run.stop()
    await Promise.all([...this.#running].map(({ ended }) => ended))
    this.#endGuard?.()
  }
}

/** Reports a command that could not be started as ended. */
function begin(run: () => RunningCommand): RunningCommand {
  try {
    return run()
  } catch (error) {
    const problem: RunProblem = { kind: 'unstartable', detail: messageOf(error) }
    return { output: () => '', stop: () => undefined, ended: Promise.resolve({ problem, output: '' }) }
  }
}

/** `mark`: marker in the environment of all its processes. */
function runCommand(
  { command, folder, limit }: CommandStart,
  env: Readonly<Record<string, string>>,
  mark: string,
  clock: Clock,
): RunningCommand {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${folder}.`)
  const child = spawn(...shellOf(command, env), {
    cwd: folder,
    env,
    // A group, so that it can be killed as a whole.
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = child.pid ?? null
  const output = tailOf(child)
  let why: 'stopped' | 'timeout' | null = null
  const end = (reason: 'stopped' | 'timeout') => {
    why ??= reason
    void endAll(clock, group, mark)
  }
  const cancel = clock.after(limit, () => end('timeout'))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const exited = new Promise<RunProblem | null>((resolve) => {
    child.once('error', ({ message }) => resolve({ kind: 'unstartable', detail: message }))
    child.once('exit', (code) => resolve(code === 0 ? null : { kind: 'exit', code }))
  })
  const ended = exited.then(async (problem): Promise<CommandEnd> => {
    cancel()
    if (group !== null) {
      await endAll(clock, group, mark)
      // A process that left the group and dropped the marker may hold the output open forever.
      await Promise.race([closed, new Promise<void>((resolve) => clock.after(lastWords, resolve))])
    }
    return { problem: why === null ? problem : { kind: why }, output: output() }
  })
  return { output, stop: () => end('stopped'), ended }
}

function shellOf(command: string, env: Readonly<Record<string, string>>): [string, string[]] {
  if (process.platform !== 'win32') return ['/bin/sh', ['-c', command]]
  return [env['COMSPEC'] ?? env['ComSpec'] ?? 'cmd.exe', ['/d', '/s', '/c', `"${command}"`]]
}

/** Returns a function that returns the end of the output. */
function tailOf({ stdout, stderr }: Partial<Record<'stdout' | 'stderr', Readable>>): () => string {
  const { output: most } = worktreeLimits
  let text = ''
  // Missing when the program could not be started for lack of file handles.
  for (const stream of [stdout, stderr].flatMap((one) => one ?? [])) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
      // Trims only occasionally, because each trim copies.
      if (text.length > 8 * most) text = text.slice(-most)
    })
    stream.on('error', () => {})
  }
  return () => text.slice(-most)
}
