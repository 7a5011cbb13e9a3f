import { existsSync } from 'node:fs'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, SignIn } from '../../ports/ports.ts'
import {
  InstalledProgram,
  type ProgramProblem,
  type UnusableWords,
  versionIn,
} from '../../adapters/processes/installed-program.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import { SignIns } from '../../adapters/processes/sign-ins.ts'
import { askOnce, type Codex, type Gate } from './ask-once.ts'
import { usualCodexModels } from './offer.ts'
import { CodexSignIn } from './sign-in.ts'
import { oldestCodex } from './rpc.ts'

const install = 'npm install -g @openai/codex'

export interface CodexInstallationOptions {
  readonly clock: Clock
  /** Path that the user has chosen, or null for the one on PATH. */
  readonly chosen: () => string | null
  readonly path: () => string | null
  readonly environment: Readonly<Record<string, string>>
  readonly gate: Gate
}

const words: UnusableWords = {
  program: 'The Codex',
  broken: `Install it again (${install}), or set another path in the settings.`,
  versionless: 'which version of Codex it is. Set another path in the settings.',
  outdated: `Update it: ${install}`,
}

export class CodexInstallation extends InstalledProgram {
  readonly name = 'Codex'
  readonly memoryFiles = ['AGENTS.md']
  readonly models = usualCodexModels
  readonly #options: CodexInstallationOptions
  readonly #signIns = new SignIns()

  constructor(options: CodexInstallationOptions) {
    super(options.clock, oldestCodex, options.environment)
    this.#options = options
  }

  async check(): Promise<BackendCheck> {
    const path = this.#options.path()
    if (path === null || !existsSync(path))
      return this.missing(path, missingWords(path, this.#options.chosen()))
    const said = await this.questions.ask(path, ['--version'])
    const version = versionIn(`${said.output}\n${said.errors}`)
    const problem = this.versionProblem(path, said, version, words)
    if (problem !== null) return this.checked({ path, version, problem })
    const { login, account } = await this.#login(path)
    return this.checked({
      path,
      version,
      login,
      account,
      problem: login === 'out' ? this.#loginProblem() : null,
    })
  }

  signIn(): Promise<SignIn> {
    const path = this.#options.path()
    return this.#signIns.begin(path === null ? null : () => new CodexSignIn(this.#codex(path)))
  }

  override async close(): Promise<void> {
    await Promise.all([this.#signIns.end(), super.close()])
  }

  /** Asks the app-server, because `codex login status` knows neither keys nor models without an account. */
  async #login(path: string): Promise<Login> {
    const asked = askOnce<AccountAnswer>(this.#codex(path), 'account/read', {})
    this.questions.remember(asked)
    try {
      return readCodexLogin(await asked)
    } catch {
      return { login: 'unknown', account: null }
    }
  }

  #codex(path: string): Codex {
    const { environment, gate } = this.#options
    return { path, environment, gate, signal: this.questions.signal }
  }

  #loginProblem(): ProgramProblem {
    const how = 'Sign in here, or run codex login in a terminal and check again.'
    return { line: 'login', words: `Not signed in to Codex. ${how}${this.#signIns.lastFailure}` }
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

export function readCodexLogin({ account, requiresOpenaiAuth }: AccountAnswer): Login {
  if (account === null) return { login: requiresOpenaiAuth ? 'out' : 'in', account: null }
  const who = typeof account.email === 'string' && account.email !== '' ? account.email : ways[account.type]
  return { login: 'in', account: who === undefined ? null : outputLine(who, 200) }
}

function missingWords(path: string | null, chosen: string | null): string {
  if (path === null)
    return `Codex is not installed. Install it (${install}), or choose its program in the settings.`
  return chosen === null
    ? `Codex is not at ${path} any more. Install it again: ${install}`
    : `There is no Codex at ${path}. Set another path in the settings, or clear it to use the one on the search path.`
}
