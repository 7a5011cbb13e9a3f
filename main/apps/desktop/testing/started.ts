import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '../../../server/app/host.ts'
import type { ShellOptions } from '../desktop.ts'
import type { Which } from '../window-lifecycle.ts'
import { startDesktop, type StartedDesktop } from '../start.ts'
import { ElectronStandIn } from './electron-stand-in.ts'
import { JanusStandIn } from './janus-stand-in.ts'
import type { Janus } from '../../shared/compose.ts'
import type { CoreOptions, FromCore, ToCore } from '../core-messages.ts'
import { serveCore } from '../core-server.ts'
import type { ChildPart } from '../electron-parts.ts'
import { Emitter } from './emitter.ts'

/** The desktop over stand-ins of Electron and Janus. */
export class Started {
  readonly electron = new ElectronStandIn()
  readonly own = new JanusStandIn('own')
  readonly rehearsal = new JanusStandIn('rehearsal')
  readonly folder = mkdtempSync(join(tmpdir(), 'janus-desktop-'))
  readonly lines: string[] = []
  readonly composed: string[] = []
  now = 0
  host: Host | null = null
  starting: () => Promise<JanusStandIn> = async () => this.own

  readonly printed: string[] = []
  readonly again: (readonly string[])[] = []
  readonly cores: CoreInMemory[] = []
  #ready: Promise<void> | undefined

  /** Resolves when the core runs or has failed. */
  async start(options: Partial<ShellOptions> = {}): Promise<this> {
    await this.begin(options)
    await this.#ready
    return this
  }

  /** Resolves when Electron runs or the process has ended. */
  async begin(options: Partial<ShellOptions> = {}): Promise<StartedDesktop | null> {
    let started: StartedDesktop | null = null
    await this.electron.start(() => {
      started = this.#enter(options)
      this.#ready = started?.ready
    })
    return started
  }

  #enter(options: Partial<ShellOptions>): StartedDesktop | null {
    return startDesktop(this.electron, {
      home: { folder: this.folder },
      profile: join(this.folder, 'window'),
      files: { renderer: '/r', preload: '/p/preload.cjs', icon: '/r/icon.png' },
      platform: 'linux',
      environment: {},
      canRehearse: true,
      updater: () => null,
      signals: this.electron.signals,
      now: () => this.now,
      log: (line) => this.lines.push(line),
      say: (line) => this.printed.push(line),
      startAgain: (extra = []) => this.again.push(extra),
      core: (which) => ({
        start: {
          folder: this.folder,
          port: 0,
          rehearse: which === 'rehearsal',
          canRehearse: options.canRehearse ?? true,
          startedIn: null,
          root: 1,
          origin: { isPackaged: false, isFromTerminal: true, locale: 'en-US' },
        },
        fork: () => this.#fork(which),
      }),
      ...options,
    })
  }

  #fork(which: Which): CoreInMemory {
    const core = new CoreInMemory(async (_options, host) => {
      this.composed.push(which)
      this.host = host
      return which === 'own' ? await this.starting() : this.rehearsal
    })
    this.cores.push(core)
    return core
  }

  end(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** The real core server over a stand-in Janus. Messages are cloned, as between processes. */
class CoreInMemory
  extends Emitter<{ message: (message: unknown) => void; exit: (code: number) => void }>
  implements ChildPart
{
  readonly pid = undefined
  #hear: (message: ToCore) => void = () => undefined
  #hasEnded = false

  constructor(compose: (options: CoreOptions, host: Host) => Promise<Janus>) {
    super()
    serveCore({
      compose,
      exit: (code) => this.end(code),
      port: {
        post: (message: FromCore) => {
          if (!this.#hasEnded) this.tell('message', structuredClone(message))
        },
        hear: (listener) => (this.#hear = listener),
      },
    })
  }

  postMessage(message: unknown): void {
    if (!this.#hasEnded) this.#hear(structuredClone(message) as ToCore)
  }

  kill(): boolean {
    this.end(0)
    return true
  }

  end(code: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.tell('exit', code)
  }
}
