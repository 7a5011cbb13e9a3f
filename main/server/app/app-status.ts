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

interface BoardParts {
  readonly rehearsal: boolean
  readonly host: Host
  readonly stateFolder: string
  /** Where a new agent works when the user's settings name no folder; null: in the home folder. */
  readonly usualFolder: string | null
  readonly settings: SettingsBook
  readonly installations: Installations
  readonly downloads?: ProgramDownloads
  readonly incidents: Incidents
  readonly disk: Pick<DiskWatch, 'warnings'>
  /** The other machines; null: there are none. */
  readonly fleet: () => FleetView | null
  /** Told whenever something on it has changed. */
  readonly changed: () => void
}

/** How the app stands, kept up to date: settings, the checks of the agents' programs, what these offer, a sign-in. */
export class AppStatusTracker {
  readonly #parts: BoardParts
  /** How the programs of the agents stand. */
  readonly kinds: KindChecks
  readonly #memoryFiles: readonly string[]
  readonly #unfollow: () => void
  /** Looked up once: it is asked for at each message. */
  readonly #userName = userName()
  #apiUrl = ''
  #signIn: SignIn | null = null
  #signsIn: AgentKind = usualKind

  constructor(parts: BoardParts) {
    this.#parts = parts
    this.kinds = new KindChecks(parts.installations, parts.changed)
    this.#memoryFiles = memoryFilesOf(parts.installations)
    this.#unfollow = parts.host.updates?.follow(parts.changed) ?? (() => undefined)
    parts.downloads?.connect((kind) => this.#downloaded(kind))
  }

  /** All of it, as windows see it. */
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

  /** The HTTP server listens at this address, without a slash at the end. */
  listensAt(url: string): void {
    this.#apiUrl = `${url}/api`
    this.#parts.changed()
  }

  /** The user has read what had happened to the database. */
  putNoticesAway(): void {
    this.#parts.incidents.putAway()
    this.#parts.changed()
  }

  /** Something that is shown here was changed elsewhere. */
  changed(): void {
    this.#parts.changed()
  }

  #withDownload(one: KindStatus): KindStatus {
    const download = this.#parts.downloads?.view(one.kind) ?? null
    return download === null ? one : { ...one, download }
  }

  /** What is in place now, or is not any more, is another program. */
  #downloaded(kind: AgentKind): void {
    const state = this.#parts.downloads?.view(kind)?.state.kind
    if (state === 'installed' || state === 'absent') void this.kinds.check(kind)
    this.#parts.changed()
  }

  /** Begins to sign in, in place of one under way. `done`: it ended and was checked. */
  async signIn(kind: AgentKind, done: () => void): Promise<Pick<SignIn, 'address' | 'takesCode'>> {
    this.#signIn?.cancel()
    const signIn = (await this.#parts.installations[kind]?.signIn()) ?? null
    if (signIn === null) return { address: null, takesCode: false }
    this.#signIn = signIn
    this.#signsIn = kind
    void signIn.ended.then(async () => {
      if (this.#signIn === signIn) this.#signIn = null
      await this.kinds.check(kind)
      done()
    })
    const { address, takesCode } = signIn
    return { address, takesCode }
  }

  /** Hands a code to the sign-in under way and waits for its end; false when none takes one. */
  async signInCode(code: string): Promise<boolean> {
    const signIn = this.#signIn
    if (!signIn?.takesCode) return false
    signIn.code(code)
    await signIn.ended
    await this.kinds.check(this.#signsIn)
    return true
  }

  /** Ends a sign-in and a check under way. */
  async close(): Promise<void> {
    this.#unfollow()
    this.#signIn?.cancel()
    const programs = Object.values(this.#parts.installations)
    await Promise.all([this.#signIn?.ended, ...programs.map((one) => one.close())])
  }
}

/** Files of a folder that agents of any kind read by themselves, those of the usual kind first. */
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
