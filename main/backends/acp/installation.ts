import { existsSync } from 'node:fs'
import { kindFacts } from '../../contract/agents/kinds.ts'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, Installation, SignIn } from '../../ports/ports.ts'
import { noSignIn } from '../../adapters/processes/no-sign-in.ts'
import { Questions } from '../../adapters/processes/questions.ts'
import { compareVersions, versionIn } from '../../adapters/processes/versions.ts'
import type { Profile } from './profile.ts'
import { modelsIn } from './session.ts'

/** What an installation is looked for with. */
export interface InstallationOptions {
  readonly clock: Clock
  readonly profile: Profile
  /** Path of the program, or null where none is found. */
  path(): string | null
  /** All that its processes see of the environment. */
  readonly environment: Readonly<Record<string, string>>
}

type Problem = NonNullable<BackendCheck['problem']>

/** The program of one kind of agents, as it is installed; no model is asked. */
export class AcpInstallation implements Installation {
  readonly name: string
  readonly memoryFiles: readonly string[]
  readonly models = modelsIn({ options: [] })
  readonly #options: InstallationOptions
  readonly #questions: Questions

  constructor(options: InstallationOptions) {
    this.#options = options
    this.#questions = new Questions(options.environment)
    const { profile } = options
    this.name = profile.name
    this.memoryFiles = profile.memoryFiles
  }

  async check(): Promise<BackendCheck> {
    const { profile } = this.#options
    const path = this.#options.path()
    if (profile.kind === 'other') return this.#checked({ path: null, problem: null })
    if (path === null || !existsSync(path))
      return this.#checked({ path, problem: { line: 'binary', words: missingWords(profile, path) } })
    const said = await this.#questions.ask(path, ['--version'])
    const version = versionIn(said.output)
    const login = this.#login()
    const problem =
      brokenProblem(profile, path, said.failure) ??
      versionProblem(profile, path, version) ??
      (login === 'out' ? loginProblem(profile) : null)
    return this.#checked({ path, version, login, problem })
  }

  /** There is none in the window: the check says which command does it. */
  signIn(): Promise<SignIn> {
    return Promise.resolve(noSignIn)
  }

  async close(): Promise<void> {
    await this.#questions.close()
  }

  #login(): BackendCheck['login'] {
    const { profile, environment } = this.#options
    const home = environment['HOME'] ?? environment['USERPROFILE'] ?? '.'
    const signedIn = profile.signedIn?.({ environment, home }) ?? null
    return signedIn === null ? 'unknown' : signedIn ? 'in' : 'out'
  }

  #checked(found: Pick<BackendCheck, 'path' | 'problem'> & Partial<BackendCheck>): BackendCheck {
    const nothing = { version: null, login: 'unknown', account: null } as const
    const { clock, profile } = this.#options
    return { name: this.name, ...nothing, oldest: profile.oldest, checkedAt: clock.now(), ...found }
  }
}

function missingWords({ kind, program }: Profile, path: string | null): string {
  const { install } = kindFacts[kind]
  const there =
    path === null ? `${program} was not found.` : `There is no ${kindFacts[kind].name} at ${path}.`
  const how = install === null ? 'Install it' : `Install it with \`${install}\` in a terminal`
  return `${there} ${how}, or choose where it is in the settings, and check again.`
}

function brokenProblem({ program }: Profile, path: string, failure: string | null): Problem | null {
  if (failure === null) return null
  const words = `${program} at ${path} does not run (${failure}). Install it again, or choose another one in the settings.`
  return { line: 'binary', words }
}

function versionProblem(
  { kind, program, oldest }: Profile,
  path: string,
  version: string | null,
): Problem | null {
  if (version === null)
    return {
      line: 'version',
      words: `What is at ${path} does not say which version it is. Choose another one in the settings.`,
    }
  if (compareVersions(version, oldest) >= 0) return null
  const { install } = kindFacts[kind]
  const how = install === null ? 'Update it.' : `Update it with \`${install}\` in a terminal.`
  return {
    line: 'version',
    words: `${program} at ${path} is version ${version}; Janus needs ${oldest} or newer. ${how}`,
  }
}

function loginProblem({ kind }: Profile): Problem {
  const { name, signIn } = kindFacts[kind]
  const how = signIn === null ? 'Sign in' : `Run \`${signIn}\` in a terminal, sign in there`
  return { line: 'login', words: `Not signed in to ${name}. ${how}, and check again.` }
}
