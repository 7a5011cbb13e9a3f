import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, SignIn } from '../../ports/ports.ts'
import { claudeEnvironment } from './environment.ts'
import { usualClaudeModels } from './offer.ts'
import { CliSignIn, endLeftSignIn, forgetSignIn, noteSignIn, readClaudeLogin } from './sign-in.ts'
import {
  InstalledProgram,
  type ProgramProblem,
  type UnusableWords,
  versionIn,
} from '../../adapters/processes/installed-program.ts'
import { SignIns } from '../../adapters/processes/sign-ins.ts'
import { outsideArchive } from '../../adapters/processes/command.ts'

/** Oldest CLI that Janus works with: the one that every fact about it was measured on. */
export const oldestClaude = '2.1.330'

/** What an installation is looked for with. */
export interface ClaudeInstallationOptions {
  readonly clock: Clock
  /** Path of the CLI that the user wants, if not the one that comes with Janus. */
  readonly chosen: () => string | undefined
  readonly environment: NodeJS.ProcessEnv
  /** Set on top, as for every agent. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Where a sign-in is noted, so that the next start can end one that was left behind; not noted without it. */
  readonly stateFolder?: string
}

const words: UnusableWords = {
  program: 'The Claude CLI',
  broken: 'Install it again, or choose another in the settings.',
  versionless: 'which version of Claude it is. Choose another in the settings.',
  outdated: 'Update it, or choose none in the settings for the one that comes with Janus.',
}

/** The CLI that agents are started with, asked in the environment that they have. */
export class CliInstallation extends InstalledProgram {
  readonly name = 'Claude'
  readonly memoryFiles = ['CLAUDE.md', 'AGENTS.md']
  readonly models = usualClaudeModels
  readonly #options: ClaudeInstallationOptions
  readonly #environment: Readonly<Record<string, string>>
  readonly #signIns = new SignIns()

  constructor(options: ClaudeInstallationOptions) {
    const environment = claudeEnvironment(options.environment, options.overrides ?? {})
    super(options.clock, oldestClaude, environment)
    this.#options = options
    this.#environment = environment
    if (options.stateFolder !== undefined) endLeftSignIn(options.stateFolder)
  }

  async check(): Promise<BackendCheck> {
    const path = this.#path()
    if (path === null || !existsSync(path))
      return this.missing(path, missingWords(path, this.#options.chosen()))
    const [said, status] = await Promise.all([
      this.questions.ask(path, ['--version']),
      this.questions.ask(path, ['auth', 'status', '--json']),
    ])
    const { login, account } = readClaudeLogin(status.output)
    const version = versionIn(said.output)
    const problem =
      this.versionProblem(path, said, version, words) ?? (login === 'out' ? this.#loginProblem(path) : null)
    return this.checked({ path, version, login, account, problem })
  }

  signIn(): Promise<SignIn> {
    const path = this.#path()
    return this.#signIns.begin(path === null ? null : () => this.#startSignIn(path))
  }

  #startSignIn(path: string): CliSignIn {
    const { clock, stateFolder } = this.#options
    const signIn = new CliSignIn(path, this.#environment, clock)
    if (stateFolder === undefined) return signIn
    try {
      if (signIn.pid !== null) noteSignIn(stateFolder, signIn.pid)
    } catch (error) {
      // Nobody would end it.
      signIn.cancel()
      throw error
    }
    void signIn.ended.then(() => forgetSignIn(stateFolder))
    return signIn
  }

  #path(): string | null {
    return this.#options.chosen() ?? bundledCli()
  }

  #loginProblem(path: string): ProgramProblem {
    const command = /\s/.test(path) ? `"${path}"` : path
    const how = `Sign in here, or run ${command} auth login in a terminal and check again.`
    return { line: 'login', words: `Not signed in to Claude. ${how}${this.#signIns.lastFailure}` }
  }
}

function missingWords(path: string | null, chosen: string | undefined): string {
  if (path === null) return 'The Claude CLI that belongs to Janus is not there. Install Janus again.'
  return chosen === undefined
    ? `The Claude CLI that belongs to Janus is not at ${path} any more. Install Janus again.`
    : `There is no Claude CLI at ${path}. Choose another in the settings, or none for the one that comes with Janus.`
}

/** The CLI that comes with Janus, in the SDK's package for this system; null when it is not installed. */
export function bundledCli(): string | null {
  const { resolve } = createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  for (const variant of ['', '-musl']) {
    try {
      const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}${variant}/${file}`
      return outsideArchive(resolve(name))
    } catch {
      // Not this variant.
    }
  }
  return null
}
