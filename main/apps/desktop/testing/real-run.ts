import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { NamedCheck } from './facts/electron-facts.ts'
import { isForReal, type FactPlace, type Run } from './facts/fact.ts'
import { appears, writeWhole } from './facts/left-file.ts'
import type { FactApp } from './fact-app-folder.ts'
import { planVariable, type FactLine, type FactPlan } from './fact-app.ts'

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Milliseconds; a run that hasn't ended by then hangs. */
  readonly limit: number
  readonly shutDown?: () => Promise<string>
  readonly blind?: () => void
}

export class RealRun implements Run {
  readonly folder: string
  /** Set once the app has reported its version and platform. */
  at: FactPlace | null = null
  readonly #notes: Map<string, string[]>
  readonly #later: RealRun[] = []
  readonly #app: FactApp
  readonly #asked: readonly NamedCheck[]
  readonly #options: RunOptions
  readonly #prefix: string
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  readonly #news = new EventEmitter()
  readonly #ended: Promise<string>
  #words = ''

  constructor(
    app: FactApp,
    asked: readonly NamedCheck[],
    options: RunOptions,
    first: RealRun | null = null,
    name = '',
  ) {
    this.#app = app
    this.#asked = asked
    this.#options = options
    this.#prefix = name === '' ? '' : `${name}: `
    this.folder = first?.folder ?? app.folder()
    this.#notes = new Map(asked.map(({ id }) => [id, []]))
    this.#child = this.#start()
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.#hear(line))
    }
    this.#ended = this.#end()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Notes of a check: of this start, then of those it started. */
  noteOf(id: string): readonly string[] {
    return [...(this.#notes.get(id) ?? []), ...this.#later.flatMap((run) => run.noteOf(id))]
  }

  async noted(what: string): Promise<void> {
    const line = this.#prefix + what
    const isNoted = () => [...this.#notes.values()].some((notes) => notes.includes(line))
    while (!isNoted()) {
      const end = await Promise.race([once(this.#news, 'noted'), this.#ended])
      if (typeof end === 'string' && !isNoted())
        throw new Error(`It ${end} before "${line}".\n${this.#words}`)
    }
  }

  note(what: string): void {
    for (const { id } of this.#asked) this.#note(id, what)
  }

  async again(name: string): Promise<RealRun> {
    const run = new RealRun(this.#app, this.#asked, this.#options, this, name)
    this.#later.push(run)
    return run
  }

  ended(): Promise<string> {
    return this.#ended
  }

  file(name: string): Promise<string> {
    return appears(this.folder, name)
  }

  words(): string {
    return this.#words
  }

  signal(signal: NodeJS.Signals, to?: 'group'): void {
    process.kill(to === 'group' ? -this.pid : this.pid, signal)
  }

  leave(): void {
    this.#child.stdout.destroy()
    writeWhole(this.folder, 'left', '')
  }

  blind(): void {
    this.#options.blind?.()
  }

  #start(): ChildProcessByStdio<null, Readable, Readable> {
    const { electron, preload, bridge } = this.#app
    const plan: FactPlan = { ids: this.#asked.map(({ id }) => id), folder: this.folder, preload, bridge }
    const isAwaited = this.#asked.some(({ check }) => !isForReal(check) && check.isAwaited === true)
    const { WAYLAND_DISPLAY: _, ELECTRON_RUN_AS_NODE: __, NODE_OPTIONS: ___, ...environment } = process.env
    return spawn(
      electron.as?.starter ?? electron.path,
      [this.#app.entry(isAwaited), '--ozone-platform=x11'],
      {
        env: {
          ...environment,
          ...this.#options.environment,
          HOME: this.folder,
          [planVariable]: JSON.stringify(plan),
          JANUS_AS_PERSON: electron.path,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        // Signals to this process's group must not reach it.
        detached: true,
      },
    )
  }

  #hear(line: string): void {
    if (!line.startsWith('{"fact":')) return void (this.#words += `${line}\n`)
    const told = JSON.parse(line) as FactLine
    if (told.fact === null) return void (this.at = told.at)
    if ('note' in told) return this.#note(told.fact, told.note)
    void this.#options.shutDown?.().then((answer) => writeWhole(this.folder, told.asks, answer))
  }

  #note(id: string, what: string): void {
    this.#notes.get(id)?.push(this.#prefix + what)
    this.#news.emit('noted')
  }

  async #end(): Promise<string> {
    let isHanging = false
    const timer = setTimeout(() => {
      isHanging = true
      this.signal('SIGKILL', 'group')
    }, this.#options.limit)
    const closed = once(this.#child, 'close')
    const [code, signal] = (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null]
    clearTimeout(timer)
    // Leftover children may hold its pipes open.
    try {
      this.signal('SIGKILL', 'group')
    } catch {
      // None is left.
    }
    await closed
    const end = isHanging ? 'hangs' : `ended ${String(signal ?? code)}`
    for (const { id, check } of this.#asked) {
      if (check.when === 'alone') this.#note(id, check.endsSomehow === true && !isHanging ? 'ended' : end)
    }
    return end
  }
}
