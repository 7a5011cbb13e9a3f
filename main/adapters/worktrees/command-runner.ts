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

  /** Ends all that run; resolves when none is left. */
  async close(): Promise<void> {
    for (const run of this.#running) run.stop()
    await Promise.all([...this.#running].map(({ ended }) => ended))
    this.#endGuard?.()
  }
}

/** One that cannot even be tried has ended at once. */
function begin(run: () => RunningCommand): RunningCommand {
  try {
    return run()
  } catch (error) {
    const problem: RunProblem = { kind: 'unstartable', detail: messageOf(error) }
    return { output: () => '', stop: () => undefined, ended: Promise.resolve({ problem, output: '' }) }
  }
}

/** `mark`: what all its processes bear in their environment. */
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
    // A group of its own, which is ended as one.
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
      // Who left the group and its mark may hold the output open for ever.
      await Promise.race([closed, new Promise<void>((resolve) => clock.after(lastWords, resolve))])
    }
    return { problem: why === null ? problem : { kind: why }, output: output() }
  })
  return { output, stop: () => end('stopped'), ended }
}

/** The system's shell, with one command. */
function shellOf(command: string, env: Readonly<Record<string, string>>): [string, string[]] {
  if (process.platform !== 'win32') return ['/bin/sh', ['-c', command]]
  return [env['COMSPEC'] ?? env['ComSpec'] ?? 'cmd.exe', ['/d', '/s', '/c', `"${command}"`]]
}

/** Reads what a program writes, and keeps the end of it. */
function tailOf({ stdout, stderr }: Partial<Record<'stdout' | 'stderr', Readable>>): () => string {
  const { output: most } = worktreeLimits
  let text = ''
  // A program that could not be started for want of files has none.
  for (const stream of [stdout, stderr].flatMap((one) => one ?? [])) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
      // Cut now and then only: each cut copies.
      if (text.length > 8 * most) text = text.slice(-most)
    })
    stream.on('error', () => {})
  }
  return () => text.slice(-most)
}
