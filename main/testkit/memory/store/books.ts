import { isSameRhythm, usualRhythms } from '../../../adapters/gatherings/usual-rhythms.ts'
import type { AgentKind } from '../../../contract/agents/kinds.ts'
import { RefusedError } from '../../../contract/api/errors.ts'
import type { Rhythm } from '../../../contract/gatherings/rhythms.ts'
import { initialSettings, type SettingName, type Settings } from '../../../contract/app/settings.ts'
import type { BackendCheck, FolderReview } from '../../../contract/api/views.ts'
import type { Installation, SettingsBook, SignIn, TrustBook } from '../../../ports/ports.ts'
import type { RhythmBook } from '../../../ports/gatherings.ts'

export class MemorySettings implements SettingsBook {
  #values: Settings
  readonly #set = new Set<string>()

  constructor(values: Partial<Settings> = {}) {
    this.#values = { ...initialSettings, ...values }
  }

  values(): Settings {
    return this.#values
  }

  change(patch: Partial<Settings>): Settings {
    this.#values = { ...this.#values, ...patch }
    for (const name of Object.keys(patch)) this.#set.add(name)
    return this.#values
  }

  isSet(name: SettingName): boolean {
    return this.#set.has(name)
  }
}

/** Folders with settings, by path, and the decisions about them. */
export class MemoryTrust implements TrustBook {
  readonly looks = new Map<string, FolderReview>()

  look(folder: string, kind: AgentKind): Promise<FolderReview> {
    const plain: FolderReview = {
      folder,
      kind,
      trust: 'plain',
      hash: '',
      files: [],
      unclear: [],
      variables: [],
      changed: false,
    }
    const look = this.looks.get(folder)
    return Promise.resolve(look?.kind === kind ? look : plain)
  }

  async decide(
    folder: string,
    kind: AgentKind,
    hash: string,
    decision: 'trust' | 'refuse',
  ): Promise<FolderReview | null> {
    const look = await this.look(folder, kind)
    if (look.hash !== hash) return null
    const decided: FolderReview = { ...look, trust: decision === 'trust' ? 'trusted' : 'refused' }
    this.looks.set(folder, decided)
    return decided
  }
}

/** A CLI as a test sets it. */
export class MemoryInstallation implements Installation {
  readonly name = 'Agent'
  readonly memoryFiles = ['AGENTS.md']
  readonly models = [{ value: '', name: 'Default model', about: 'What the program is set to' }]
  found: BackendCheck = {
    name: this.name,
    path: '/usr/bin/agent',
    version: '2.1.330',
    oldest: '2.1.330',
    login: 'in',
    account: 'API key',
    problem: null,
    checkedAt: 0,
  }
  takesCode = true
  signing: { codes: string[]; end: () => void } | null = null

  check(): Promise<BackendCheck> {
    return Promise.resolve(this.found)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  signIn(): Promise<SignIn> {
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
    const codes: string[] = []
    this.signing = { codes, end: () => end(undefined) }
    return Promise.resolve({
      address: 'https://agent.example/sign-in',
      takesCode: this.takesCode,
      code: (code) => {
        codes.push(code)
        end(undefined)
      },
      ended,
      cancel: () => end(undefined),
    })
  }
}

export class MemoryRhythms implements RhythmBook {
  #own: readonly Rhythm[] = []

  rhythms(): readonly Rhythm[] {
    return [...usualRhythms, ...this.#own]
  }

  keep(rhythm: Rhythm): void {
    const isIt = ({ name }: Rhythm): boolean => isSameRhythm(name, rhythm.name)
    if (usualRhythms.some(isIt)) {
      const message = `There is always a preset "${rhythm.name}"; give yours another name.`
      throw new RefusedError({ code: 'name_taken', message })
    }
    const known = this.#own.some(isIt)
    this.#own = known ? this.#own.map((own) => (isIt(own) ? rhythm : own)) : [...this.#own, rhythm]
  }
}
