import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import type { SpawnedProcess, SpawnOptions } from '@anthropic-ai/claude-agent-sdk'
import type { Clock, ProcessRecord } from '../../ports.ts'
import { endAll, rung, signalAll } from '../processes/ladder.ts'
import { LineGuard, type OnQuarantine } from '../processes/lines.ts'
import { StderrTail } from '../processes/output.ts'
import { signal, startTime } from '../processes/system-processes.ts'

/** How long output may outlive its process, in ms. */
const lastWords = 1000

/** How a process ended. `unstarted`: there never was one. */
export type Exit =
  | { readonly kind: 'unstarted'; readonly error: Error }
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null }

/**
 * One CLI in a process group of its own. The SDK talks to it through `face`, which guards the output, never
 * fails on input and leaves ending to us.
 */
export class CliProcess {
  readonly record: ProcessRecord | null
  readonly stderr = new StderrTail()
  readonly face: SpawnedProcess
  /** Resolves once everything of it is gone: output read, group ended, stray children too. */
  readonly exited: Promise<Exit>
  readonly #child: ChildProcess
  readonly #clock: Clock
  readonly #marker: string
  #cancelRung: () => void = () => {}
  #over = false
  #stopping = false

  /** `marker` is a piece of the environment that all its descendants inherit. */
  constructor(options: SpawnOptions, marker: string, clock: Clock, onQuarantine: OnQuarantine) {
    this.#clock = clock
    this.#marker = marker
    this.#child = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const pid = this.#child.pid
    this.record = pid === undefined ? null : { pid, startedAt: startTime(pid) }
    this.#child.stderr?.on('data', (chunk: Buffer) => this.stderr.add(chunk))
    this.#child.stderr?.on('error', () => {})
    const face = new Face(this.#child, new LineGuard(onQuarantine), () => this.#inputBroke())
    this.face = face
    this.exited = this.#watch(face)
    // One that says nothing any more can only be ended.
    face.stdout.once('finish', () => this.#clock.after(lastWords, () => this.stop()))
  }

  /** Begins the stop ladder: end of input, after 5 s SIGTERM, after 5 s more SIGKILL. */
  stop(): void {
    this.drain(rung)
  }

  /** The same for one in the middle of something: SIGTERM as soon as nothing has come from it for `silence` ms. */
  drain(silence: number): void {
    if (this.#stopping || this.#over) return
    this.#stopping = true
    this.#child.stdin?.end()
    const until = this.#clock.now() + rung
    const wait = (): void => {
      if (this.#over) return
      this.#cancelRung()
      const rest = Math.min(silence, until - this.#clock.now())
      this.#cancelRung = this.#clock.after(rest, () => {
        this.#child.stdout?.off('data', wait)
        this.#terminate()
      })
    }
    this.#child.stdout?.on('data', wait)
    wait()
  }

  /** Ends it in the middle of what it does: SIGTERM at once, after 5 s SIGKILL. */
  terminate(): void {
    if (this.#stopping || this.#over) return
    this.#stopping = true
    this.#terminate()
  }

  /** Ends it at once, by force. */
  kill(): void {
    if (this.#over) return
    this.#stopping = true
    this.#cancelRung()
    signalAll(this.#group, this.#marker, 'SIGKILL')
    if (this.record !== null) signal(this.record.pid, 'SIGKILL')
  }

  #terminate(): void {
    signalAll(this.#group, this.#marker, 'SIGTERM')
    this.#cancelRung = this.#clock.after(rung, () => this.kill())
  }

  get #group(): number | null {
    return this.record?.pid ?? null
  }

  /** What was written last may be half a line: nothing can be written after it. */
  #inputBroke(): void {
    if (!this.#over) this.#clock.after(lastWords, () => this.kill())
  }

  async #watch(face: Face): Promise<Exit> {
    const exit = await new Promise<Exit>((resolve) => {
      this.#child.once('error', (error) => resolve({ kind: 'unstarted', error }))
      this.#child.once('exit', (code, name) => resolve({ kind: 'ended', code, signal: name }))
    })
    this.#over = true
    this.#cancelRung()
    if (exit.kind === 'unstarted') {
      face.emit('error', exit.error)
      return exit
    }
    const output = this.#outputEnded(face)
    await endAll(this.#clock, this.#group, this.#marker)
    await output
    face.ended(exit.code, exit.signal)
    return exit
  }

  #outputEnded(face: Face): Promise<void> {
    if (face.stdout.writableFinished) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = this.#clock.after(lastWords, () => face.stdout.end())
      face.stdout.once('finish', () => {
        cancel()
        resolve()
      })
    })
  }
}

/** The process as the SDK sees it. */
class Face extends EventEmitter implements SpawnedProcess {
  readonly stdin: Writable
  readonly stdout: LineGuard
  readonly killed = false
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null

  constructor(child: ChildProcess, guard: LineGuard, onInputError: () => void) {
    super()
    // An 'error' that nobody listens to would end the app.
    this.on('error', () => {})
    const input = child.stdin
    input?.on('error', onInputError)
    this.stdin = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (input?.writable === true) input.write(chunk, () => done())
        else done()
      },
      final: (done) => {
        input?.end()
        done()
      },
    })
    this.stdout = guard
    child.stdout?.on('error', () => guard.end())
    child.stdout?.pipe(guard)
  }

  /** Ending is the ladder's part: the SDK's own patience is two seconds. */
  kill(): boolean {
    return false
  }

  ended(code: number | null, name: NodeJS.Signals | null): void {
    this.exitCode = code
    this.signalCode = name
    this.emit('exit', code, name)
  }
}

/** Why a process is gone, for a person. `exit` is null when there was none. */
export function exitWords(exit: Exit | null, stderr: string, asked: boolean): string {
  if (asked) return 'stopped'
  const said = stderr === '' ? '' : ` It said: ${stderr}`
  if (exit === null || exit.kind === 'unstarted') return `Claude did not start.${said}`
  if (/unknown (option|argument|command)/i.test(stderr))
    return `Claude does not understand how Janus starts it: it may be too old. Update it, or choose none in the settings for the one that comes with Janus.${said}`
  if (exit.signal !== null) return `Claude was ended by ${exit.signal}.${said}`
  return exit.code === 0 ? `Claude ended by itself.${said}` : `Claude ended with code ${exit.code}.${said}`
}

/** Why no process could be started, and what to do, for a person. */
export function refusalWords(message: string): string {
  if (/ENOENT|not found/i.test(message))
    return 'The Claude CLI was not found. Install it again, or choose another one in the settings.'
  if (/EACCES|EPERM/.test(message))
    return 'The Claude CLI may not be run. Make it executable, or choose another one in the settings.'
  if (/ENOEXEC|failed to launch/i.test(message))
    return 'The Claude CLI does not run on this system. Install the one for this system, or choose another one.'
  return `The Claude CLI could not be started: ${message}`
}
