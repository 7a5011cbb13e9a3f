import { homedir, userInfo } from 'node:os'
import type { AppStatus, BackendCheck, ModelOffer } from '../contract/views.ts'
import type { Installation, SettingsBook, SignIn } from '../ports.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** What it is made of. */
export interface BoardParts {
  readonly rehearsal: boolean
  readonly shell: AppStatus['shell']
  readonly canRehearse: boolean
  readonly stateFolder: string
  /** Where a new agent works when the person's settings name no folder; null: in the home folder. */
  readonly usualFolder: string | null
  readonly settings: SettingsBook
  readonly installation: Installation
  /** Told whenever something on it has changed. */
  readonly changed: () => void
}

/** How the app stands, kept up to date: settings, the three-line check, what processes offer, a sign-in. */
export class AppStatusTracker {
  readonly #parts: BoardParts
  #cli: BackendCheck
  #models: readonly ModelOffer[]
  #signIn: SignIn | null = null

  constructor(parts: BoardParts) {
    this.#parts = parts
    const { name, models } = parts.installation
    this.#models = models
    this.#cli = {
      name,
      path: null,
      version: null,
      oldest: '',
      login: 'unknown',
      account: null,
      problem: null,
      checkedAt: null,
    }
  }

  /** All of it, as windows see it. */
  status(): AppStatus {
    const { rehearsal, shell, canRehearse, stateFolder, usualFolder, settings } = this.#parts
    const values = settings.values()
    return {
      version: packageJson.version,
      rehearsal,
      shell,
      canRehearse,
      stateFolder,
      memoryFiles: this.#parts.installation.memoryFiles,
      settings: values,
      person: values.person || userName(),
      defaultFolder: values.folder || (usualFolder ?? homedir()),
      cli: this.#cli,
      models: this.#models,
    }
  }

  /** Something that is shown here was changed elsewhere. */
  changed(): void {
    this.#parts.changed()
  }

  /** Looks at the installed program anew. */
  async check(): Promise<void> {
    this.#cli = await this.#parts.installation.check()
    this.changed()
  }

  /** A process has told which models there are. */
  offered(models: readonly ModelOffer[]): void {
    if (models.length === 0 || JSON.stringify(models) === JSON.stringify(this.#models)) return
    this.#models = models
    this.changed()
  }

  /** Begins to sign in, in place of one under way; answers the page to visit. `done`: it ended and was checked. */
  async signIn(done: () => void): Promise<string | null> {
    this.#signIn?.cancel()
    const signIn = await this.#parts.installation.signIn()
    this.#signIn = signIn
    void signIn.ended.then(async () => {
      if (this.#signIn === signIn) this.#signIn = null
      await this.check()
      done()
    })
    return signIn.address
  }

  /** Hands a code to the sign-in under way and waits for its end; false when there is none. */
  async signInCode(code: string): Promise<boolean> {
    const signIn = this.#signIn
    if (!signIn) return false
    signIn.code(code)
    await signIn.ended
    await this.check()
    return true
  }

  /** Ends a sign-in and a check under way. */
  async close(): Promise<void> {
    this.#signIn?.cancel()
    await Promise.all([this.#signIn?.ended, this.#parts.installation.close()])
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'you'
  }
}
