import { existsSync } from 'node:fs'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, Installation, SignIn } from '../../ports/ports.ts'
import { oneLine } from '../../adapters/processes/output.ts'
import { noSignIn } from '../../adapters/processes/no-sign-in.ts'
import { Questions, type Said } from '../../adapters/processes/questions.ts'
import { compareVersions, versionIn } from '../../adapters/processes/versions.ts'
import { askOnce, type Codex } from './ask-once.ts'
import type { Gate } from './gate.ts'
import { usualModels } from './offer.ts'
import { CodexSignIn } from './sign-in.ts'
import { oldest } from './version.ts'

const install = 'npm install -g @openai/codex'

/** What an installation is looked for with. */
export interface InstallationOptions {
  readonly clock: Clock
  /** Path of the program that the person wants; null: the one on the search path. */
  readonly chosen: () => string | null
  /** The program that is started; null: there is none. */
  readonly path: () => string | null
  /** The whole environment of a Codex. */
  readonly environment: Readonly<Record<string, string>>
  readonly gate: Gate
}

type Problem = NonNullable<BackendCheck['problem']>

/** The Codex that agents are started with, asked in the environment that they have. */
export class CodexInstallation implements Installation {
  readonly name = 'Codex'
  readonly memoryFiles = ['AGENTS.md']
  readonly models = usualModels
  readonly #options: InstallationOptions
  readonly #questions: Questions
  #signIn: CodexSignIn | null = null
  /** Why the last sign-in failed. */
  #failure = ''

  constructor(options: InstallationOptions) {
    this.#options = options
    this.#questions = new Questions(options.environment)
  }

  async check(): Promise<BackendCheck> {
    const path = this.#options.path()
    const missing = missingProblem(path, this.#options.chosen())
    if (path === null || missing !== null) return this.#checked({ path, problem: missing })
    const said = await this.#questions.ask(path, ['--version'])
    const version = versionIn(`${said.output}\n${said.errors}`)
    const problem = brokenProblem(path, said) ?? versionProblem(path, version)
    if (problem !== null) return this.#checked({ path, version, problem })
    const { login, account } = await this.#login(path)
    if (login !== 'out') return this.#checked({ path, version, login, account, problem })
    return this.#checked({ path, version, login, account, problem: this.#loginProblem() })
  }

  async signIn(): Promise<SignIn> {
    const path = this.#options.path()
    this.#signIn?.cancel()
    await this.#signIn?.ended
    if (path === null) return noSignIn
    const signIn = new CodexSignIn(this.#codex(path))
    this.#signIn = signIn
    void signIn.ended.then(() => (this.#failure = signIn.failure))
    await signIn.named
    return signIn
  }

  async close(): Promise<void> {
    this.#signIn?.cancel()
    await Promise.all([this.#questions.close(), this.#signIn?.ended])
  }

  #checked(found: Pick<BackendCheck, 'path' | 'problem'> & Partial<BackendCheck>): BackendCheck {
    const nothing = { version: null, login: 'unknown', account: null } as const
    return { name: this.name, ...nothing, oldest, checkedAt: this.#options.clock.now(), ...found }
  }

  /** Its app-server knows of keys, and of models that want no account; `codex login status` does not. */
  async #login(path: string): Promise<Login> {
    const asked = askOnce<AccountAnswer>(this.#codex(path), 'account/read', {})
    this.#questions.remember(asked)
    try {
      return readLogin(await asked)
    } catch {
      return { login: 'unknown', account: null }
    }
  }

  #codex(path: string): Codex {
    const { environment, gate } = this.#options
    return { path, environment, gate, signal: this.#questions.signal }
  }

  #loginProblem(): Problem {
    const failed = this.#failure === '' ? '' : ` The last try failed: ${this.#failure}`
    const words = `Not signed in to Codex. Sign in here, or run codex login in a terminal and check again.${failed}`
    return { line: 'login', words }
  }
}

type Login = Pick<BackendCheck, 'login' | 'account'>

interface AccountAnswer {
  readonly account: { readonly type: string; readonly email?: string | null } | null
  readonly requiresOpenaiAuth: boolean
}

const ways: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  chatgpt: 'ChatGPT account',
  amazonBedrock: 'Amazon Bedrock',
  gcp: 'Google Cloud',
}

/** Whether somebody is signed in, and who or how; a model that wants no account is as good. */
export function readLogin({ account, requiresOpenaiAuth }: AccountAnswer): Login {
  if (account === null) return { login: requiresOpenaiAuth ? 'out' : 'in', account: null }
  const who = typeof account.email === 'string' && account.email !== '' ? account.email : ways[account.type]
  return { login: 'in', account: who === undefined ? null : oneLine(who, 200) }
}

function missingProblem(path: string | null, chosen: string | null): Problem | null {
  if (path === null)
    return {
      line: 'binary',
      words: `Codex is not installed. Install it (${install}), or choose its program in the settings.`,
    }
  if (existsSync(path)) return null
  const words =
    chosen === null
      ? `Codex is not at ${path} any more. Install it again: ${install}`
      : `There is no Codex at ${path}. Choose another in the settings, or none for the one on the search path.`
  return { line: 'binary', words }
}

function brokenProblem(path: string, { failure }: Said): Problem | null {
  if (failure === null) return null
  const words = `The Codex at ${path} does not run (${failure}). Install it again (${install}), or choose another in the settings.`
  return { line: 'binary', words }
}

function versionProblem(path: string, version: string | null): Problem | null {
  if (version === null) {
    const words = `What is at ${path} does not say which version of Codex it is. Choose another in the settings.`
    return { line: 'version', words }
  }
  if (compareVersions(version, oldest) >= 0) return null
  const words = `The Codex at ${path} is version ${version}; Janus needs ${oldest} or newer. Update it: ${install}`
  return { line: 'version', words }
}
