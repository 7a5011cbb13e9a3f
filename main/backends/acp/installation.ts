import { existsSync } from 'node:fs'
import { kindFacts } from '../../contract/agents/kinds.ts'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, SignIn } from '../../ports/ports.ts'
import {
  InstalledProgram,
  type ProgramProblem,
  type UnusableWords,
  versionIn,
} from '../../adapters/processes/installed-program.ts'
import { noSignIn } from '../../adapters/processes/sign-ins.ts'
import type { Profile } from './profile.ts'
import { modelsIn } from './session.ts'

export interface AcpInstallationOptions {
  readonly clock: Clock
  readonly profile: Profile
  path(): string | null
  readonly environment: Readonly<Record<string, string>>
}

/** Checks the installed program of one kind, without asking a model. */
export class AcpInstallation extends InstalledProgram {
  readonly name: string
  readonly memoryFiles: readonly string[]
  readonly models = modelsIn([])
  readonly #options: AcpInstallationOptions

  constructor(options: AcpInstallationOptions) {
    const { clock, profile, environment } = options
    super(clock, profile.oldest, environment)
    this.#options = options
    this.name = profile.name
    this.memoryFiles = profile.memoryFiles
  }

  async check(): Promise<BackendCheck> {
    const { profile } = this.#options
    const path = this.#options.path()
    if (profile.kind === 'other') return this.checked({ path: null, problem: null })
    if (path === null || !existsSync(path)) return this.missing(path, missingWords(profile, path))
    const said = await this.questions.ask(path, ['--version'])
    const version = versionIn(said.output)
    const login = this.#login()
    const problem =
      this.versionProblem(path, said, version, unusableWords(profile)) ??
      (login === 'out' ? loginProblem(profile) : null)
    return this.checked({ path, version, login, problem })
  }

  /** Signing in happens in a terminal; the check names the command. */
  signIn(): Promise<SignIn> {
    return Promise.resolve(noSignIn)
  }

  #login(): BackendCheck['login'] {
    const { profile, environment } = this.#options
    const home = environment['HOME'] ?? environment['USERPROFILE'] ?? '.'
    const signedIn = profile.signedIn?.({ environment, home }) ?? null
    return signedIn === null ? 'unknown' : signedIn ? 'in' : 'out'
  }
}

function missingWords({ kind, program }: Profile, path: string | null): string {
  const { install } = kindFacts[kind]
  const there =
    path === null ? `${program} was not found.` : `There is no ${kindFacts[kind].name} at ${path}.`
  const how = install === null ? 'Install it' : `Install it with \`${install}\` in a terminal`
  return `${there} ${how}, or set its path in the settings, and check again.`
}

function unusableWords({ kind, program }: Profile): UnusableWords {
  const { install } = kindFacts[kind]
  return {
    program,
    broken: 'Install it again, or set another path in the settings.',
    versionless: 'which version it is. Set another path in the settings.',
    outdated: install === null ? 'Update it.' : `Update it with \`${install}\` in a terminal.`,
  }
}

function loginProblem({ kind }: Profile): ProgramProblem {
  const { name, signIn } = kindFacts[kind]
  const how = signIn === null ? 'Sign in' : `Run \`${signIn}\` in a terminal, sign in there`
  return { line: 'login', words: `Not signed in to ${name}. ${how}, and check again.` }
}
