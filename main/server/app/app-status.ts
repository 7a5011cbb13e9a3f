import { homedir, userInfo } from 'node:os'
import type { FleetView } from '../../contract/fleet/fleet-views.ts'
import { usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { AppStatus, KindStatus } from '../../contract/api/views.ts'
import type { Installations, ProgramDownloads, SettingsBook, SignIn } from '../../ports/ports.ts'
import type { DiskWatch } from './disk-watch.ts'
import { KindChecks } from '../agents/kind-checks.ts'
import type { Host } from './host.ts'
import type { Incidents } from './incidents.ts'
import packageJson from '../../../package.json' with { type: 'json' }

interface TrackerParts {
  readonly rehearsal: boolean
  readonly host: Host
  readonly stateFolder: string
  /** Default folder of new agents without the setting; null: the home folder. */
  readonly usualFolder: string | null
  readonly settings: SettingsBook
  readonly installations: Installations
  readonly downloads?: ProgramDownloads
  readonly incidents: Incidents
  readonly disk: Pick<DiskWatch, 'warnings'>
  /** Null: this machine is in no fleet. */
  readonly fleet: () => FleetView | null
  readonly changed: () => void
}

/** The app's status, kept up to date: settings, program checks and offers, a running sign-in. */
export class AppStatusTracker {
  readonly #parts: TrackerParts
  readonly kinds: KindChecks
  readonly #memoryFiles: readonly string[]
  readonly #unfollow: () => void
  /** Cached, since it is read for each message. */
  readonly #userName = userName()
  #apiUrl = ''
  #signIn: SignIn | null = null
  #signInKind: AgentKind = usualKind

  constructor(parts: TrackerParts) {
    this.#parts = parts
    this.kinds = new KindChecks(parts.installations, parts.changed)
    this.#memoryFiles = memoryFilesOf(parts.installations)
    this.#unfollow = parts.host.updates?.follow(parts.changed) ?? (() => undefined)
    parts.downloads?.connect((kind) => this.#downloaded(kind))
  }

  status(): AppStatus {
    const { rehearsal, host, stateFolder, usualFolder, settings } = this.#parts
    const values = settings.values()
    return {
      version: packageJson.version,
      rehearsal,
      shell: host.kind,
      update: host.updates?.state() ?? null,
      canRehearse: host.rehearse !== undefined,
      stateFolder,
      apiUrl: this.#apiUrl,
      memoryFiles: this.#memoryFiles,
      settings: values,
      user: values.user || this.#userName,
      defaultFolder: values.folder || (usualFolder ?? homedir()),
      fleet: this.#parts.fleet(),
      kinds: this.kinds.all().map((one) => this.#withDownload(one)),
      notices: this.#parts.incidents.all(),
      disk: this.#parts.disk.warnings(),
      offeredBackup: host.restart ? this.#parts.incidents.offered() : null,
    }
  }

  /** `url`: without a slash at the end. */
  listensAt(url: string): void {
    this.#apiUrl = `${url}/api`
    this.#parts.changed()
  }

  putNoticesAway(): void {
    this.#parts.incidents.putAway()
    this.#parts.changed()
  }

  changed(): void {
    this.#parts.changed()
  }

  #withDownload(one: KindStatus): KindStatus {
    const download = this.#parts.downloads?.view(one.kind) ?? null
    return download === null ? one : { ...one, download }
  }

  /** A downloaded or removed program changes the result of its check. */
  #downloaded(kind: AgentKind): void {
    const state = this.#parts.downloads?.view(kind)?.state.kind
    if (state === 'installed' || state === 'absent') void this.kinds.check(kind)
    this.#parts.changed()
  }

  /** Replaces a running sign-in. `done` is called after it has ended and was checked. */
  async signIn(kind: AgentKind, done: () => void): Promise<Pick<SignIn, 'address' | 'takesCode'>> {
    this.#signIn?.cancel()
    const signIn = (await this.#parts.installations[kind]?.signIn()) ?? null
    if (signIn === null) return { address: null, takesCode: false }
    this.#signIn = signIn
    this.#signInKind = kind
    void signIn.ended.then(async () => {
      if (this.#signIn === signIn) this.#signIn = null
      await this.kinds.check(kind)
      done()
    })
    const { address, takesCode } = signIn
    return { address, takesCode }
  }

  /** Passes a code to the running sign-in and waits for its end; returns false when none takes a code. */
  async signInCode(code: string): Promise<boolean> {
    const signIn = this.#signIn
    if (!signIn?.takesCode) return false
    signIn.code(code)
    await signIn.ended
    await this.kinds.check(this.#signInKind)
    return true
  }

  /** Also ends running checks. */
  async close(): Promise<void> {
    this.#unfollow()
    this.#signIn?.cancel()
    const programs = Object.values(this.#parts.installations)
    await Promise.all([this.#signIn?.ended, ...programs.map((one) => one.close())])
  }
}

/** Files in a folder that agents of any kind read by themselves, those of the default kind first. */
export function memoryFilesOf(installations: Installations): readonly string[] {
  return [...new Set(Object.values(installations).flatMap(({ memoryFiles }) => memoryFiles))]
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'you'
  }
}
