import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '../../host.ts'
import { createShell, type ShellOptions } from '../desktop.ts'
import { ElectronStandIn } from './electron-stand-in.ts'
import { JanusStandIn } from './janus-stand-in.ts'

/** A shell over stand-ins of Electron and Janus. */
export class Started {
  readonly electron = new ElectronStandIn()
  readonly own = new JanusStandIn('own')
  readonly rehearsal = new JanusStandIn('rehearsal')
  readonly folder = mkdtempSync(join(tmpdir(), 'janus-desktop-'))
  readonly lines: string[] = []
  readonly composed: string[] = []
  now = 0
  host: Host | null = null
  /** What the start of the person's own Janus comes to. */
  starting: () => Promise<JanusStandIn> = async () => this.own

  /** Starts it, from a system that is ready; resolves when the window is open, or will not be. */
  async start(options: Partial<ShellOptions> = {}): Promise<this> {
    const shell = () =>
      createShell(this.electron, {
      folder: this.folder,
      profile: join(this.folder, 'window'),
      files: { renderer: '/r', preload: '/p/preload.cjs', icon: '/r/icon.png' },
      platform: 'linux',
      canRehearse: true,
      now: () => this.now,
      log: (line) => this.lines.push(line),
      started: ({ folder }) => this.lines.push(`started ${folder}`),
      isHurried: () => false,
      compose: async (which, host) => {
        this.composed.push(which)
        this.host = host
        return which === 'own' ? await this.starting() : this.rehearsal
      },
      ...options,
    })
    let open: Promise<void> = Promise.resolve()
    await this.electron.start(() => void (open = shell()))
    await open
    return this
  }

  end(): void {
    rmSync(this.folder, { recursive: true })
  }
}
