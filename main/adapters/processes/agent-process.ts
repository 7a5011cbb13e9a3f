import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import { endAll, stopDelay, signalAll } from './ladder.ts'
import { lineLimit, LineGuard, type IsMessage, type OnQuarantine } from './lines.ts'
import { StderrTail } from './output.ts'
import { signal, startTime } from './system-processes.ts'

/** Milliseconds to wait for more output after the process exited. */
const lastWords = 1000

/** `env` is the whole environment; nothing is inherited. */
export interface ProcessStart {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Output lines of other shapes are quarantined. */
  readonly isMessage?: IsMessage
}

/** `unstarted`: it could not be spawned. */
export type Exit =
  | { readonly kind: 'unstarted'; readonly error: Error }
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null }

/**
 * One agent's program in its own process group. Protocol code, such as a maker's SDK, gets only `face`,
 * which filters the output, never fails on input and leaves stopping to this class.
 */
export class ProgramProcess {
  readonly record: ProcessRecord | null
  readonly stderr = new StderrTail()
  readonly face: ProcessFace
  /** Resolves when the output is read and the group and stray children are gone. */
  readonly exited: Promise<Exit>
  readonly #child: ChildProcess
  readonly #clock: Clock
  readonly #marker: string
  #cancelRung: () => void = () => {}
  #over = false
  #stopping = false

  /** `marker`: part of the environment that all descendants inherit. */
  constructor(options: ProcessStart, marker: string, clock: Clock, onQuarantine: OnQuarantine) {
    this.#clock = clock
    this.#marker = marker
    this.#child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env },
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const pid = this.#child.pid
    this.record = pid === undefined ? null : { pid, startedAt: startTime(pid) }
    this.#child.stderr?.on('data', (chunk: Buffer) => this.stderr.add(chunk))
    this.#child.stderr?.on('error', () => {})
    const guard = new LineGuard(onQuarantine, lineLimit, options.isMessage)
    const face = new ProcessFace(this.#child, guard, () => this.#inputBroke())
    this.face = face
    this.exited = this.#watch(face)
    // A process that closed its output is useless.
    face.stdout.once('finish', () => this.#clock.after(lastWords, () => this.stop()))
  }

  /** End of input, SIGTERM after 5 s, SIGKILL after 5 s more. */
  stop(): void {
    this.drain(stopDelay)
  }

  /** Like `stop`, but sends SIGTERM as soon as there was no output for `silence` milliseconds. */
  drain(silence: number): void {
    if (this.#stopping || this.#over) return
    this.#stopping = true
    this.#child.stdin?.end()
    const until = this.#clock.steady() + stopDelay
    const wait = (): void => {
      if (this.#over) return
      this.#cancelRung()
      const rest = Math.min(silence, until - this.#clock.steady())
      this.#cancelRung = this.#clock.after(rest, () => {
        this.#child.stdout?.off('data', wait)
        this.#terminate()
      })
    }
    this.#child.stdout?.on('data', wait)
    wait()
  }

  /** SIGTERM immediately, SIGKILL after 5 s. */
  terminate(): void {
    if (this.#stopping || this.#over) return
    this.#stopping = true
    this.#terminate()
  }

  kill(): void {
    if (this.#over) return
    this.#stopping = true
    this.#cancelRung()
    signalAll(this.#group, this.#marker, 'SIGKILL')
    if (this.record !== null) signal(this.record.pid, 'SIGKILL')
  }

  #terminate(): void {
    signalAll(this.#group, this.#marker, 'SIGTERM')
    this.#cancelRung = this.#clock.after(stopDelay, () => this.kill())
  }

  get #group(): number | null {
    return this.record?.pid ?? null
  }

  /** The last write may be incomplete, so nothing can follow it. */
  #inputBroke(): void {
    if (!this.#over) this.#clock.after(lastWords, () => this.kill())
  }

  async #watch(face: ProcessFace): Promise<Exit> {
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

  #outputEnded(face: ProcessFace): Promise<void> {
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

/** Marker of one start, `NAME=value`, for the environment of all its processes. */
export const newMark = (marker: string): string => `${marker}${randomUUID()}`

export function markVariable(mark: string): Readonly<Record<string, string>> {
  const [name, value] = mark.split('=') as [string, string]
  return { [name]: value }
}

/** Unreadable output is logged and reported to `lost`. */
export function startMarked(
  start: ProcessStart,
  mark: string,
  { clock, log }: { readonly clock: Clock; log(line: string): void },
  lost: () => void = () => {},
): ProgramProcess {
  const env = { ...start.env, ...markVariable(mark) }
  return new ProgramProcess({ ...start, env }, mark, clock, (problem, bytes) => {
    lost()
    log(`output line of ${bytes} bytes kept back: ${problem}`)
  })
}

/** The child process as protocol code sees it. Emits `exit` with code and signal, or `error`. */
export class ProcessFace extends EventEmitter {
  readonly stdin: Writable
  readonly stdout: LineGuard
  readonly killed = false
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null

  constructor(child: ChildProcess, guard: LineGuard, onInputError: () => void) {
    super()
    // Without a listener an 'error' event would crash the app.
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

  /** A no-op: an SDK would kill the process earlier than the stop ladder. */
  kill(): boolean {
    return false
  }

  ended(code: number | null, name: NodeJS.Signals | null): void {
    this.exitCode = code
    this.signalCode = name
    this.emit('exit', code, name)
  }
}
