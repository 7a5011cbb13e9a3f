import { existsSync, statSync } from 'node:fs'
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
  compareVersions,
  versionIn,
} from '../../adapters/processes/installed-program.ts'
import { findProgram } from '../../adapters/processes/find-program.ts'
import { SignIns } from '../../adapters/processes/sign-ins.ts'
import { outsideArchive } from '../../adapters/processes/command.ts'

/** Oldest supported CLI: the version on which all recorded facts were measured. */
export const oldestClaude = '2.1.330'

export interface ClaudeInstallationOptions {
  readonly clock: Clock
  readonly chosen: () => string | undefined
  readonly downloaded?: () => string | null
  /** Finds the CLI among the installed packages, as in a checkout. */
  readonly packaged?: () => string | null
  readonly environment: NodeJS.ProcessEnv
  /** Added to the environment, as for agents. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Where a running sign-in is recorded, so that the next start can end one that was left behind. */
  readonly stateFolder?: string
}

const words: UnusableWords = {
  program: 'The Claude CLI',
  broken: 'Install it again, or set another path in the settings.',
  versionless: 'which version of Claude it is. Set another path in the settings.',
  outdated: 'Update it, or use another.',
}

export const notInstalled = 'The Claude CLI is not installed. Download it here, or install it yourself.'

export class CliInstallation extends InstalledProgram {
  readonly name = 'Claude'
  readonly memoryFiles = ['CLAUDE.md', 'AGENTS.md']
  readonly models = usualClaudeModels
  readonly #options: ClaudeInstallationOptions
  readonly #environment: Readonly<Record<string, string>>
  readonly #signIns = new SignIns()
  /** Whether the user's own CLI is new enough, by path, modification time and size. */
  readonly #newEnough = new Map<string, Promise<boolean>>()

  constructor(options: ClaudeInstallationOptions) {
    const environment = claudeEnvironment(options.environment, options.overrides ?? {})
    super(options.clock, oldestClaude, environment)
    this.#options = options
    this.#environment = environment
    if (options.stateFolder !== undefined) endLeftSignIn(options.stateFolder)
  }

  /**
   * Order: the user's choice, the package's, the user's installed CLI if it is new enough, Janus's
   * download, and last the installed CLI, so that the check can report that it is too old.
   */
  async find(): Promise<string | null> {
    const { chosen, downloaded, packaged = packageCli, environment } = this.#options
    const fixed = chosen() ?? packaged()
    if (fixed !== null) return fixed
    const own = findProgram('claude', environment)
    return own !== null && (await this.#isNewEnough(own)) ? own : (downloaded?.() ?? own)
  }

  async check(): Promise<BackendCheck> {
    const check = await this.#checkNow()
    return this.#options.chosen() === undefined ? check : { ...check, isChosen: true }
  }

  async #checkNow(): Promise<BackendCheck> {
    const path = await this.find()
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

  async signIn(): Promise<SignIn> {
    const path = await this.find()
    return this.#signIns.begin(path === null ? null : () => this.#startSignIn(path))
  }

  #startSignIn(path: string): CliSignIn {
    const { clock, stateFolder } = this.#options
    const signIn = new CliSignIn(path, this.#environment, clock)
    if (stateFolder === undefined) return signIn
    try {
      if (signIn.pid !== null) noteSignIn(stateFolder, signIn.pid)
    } catch (error) {
      // A sign-in that is not recorded would never be ended.
      signIn.cancel()
      throw error
    }
    void signIn.ended.then(() => forgetSignIn(stateFolder))
    return signIn
  }

  #isNewEnough(path: string): Promise<boolean> {
    const { mtimeMs, size } = statSync(path)
    const key = `${path} ${String(mtimeMs)} ${String(size)}`
    const known = this.#newEnough.get(key)
    const asked = known ?? this.questions.ask(path, ['--version']).then(({ output }) => isNewEnough(output))
    this.#newEnough.set(key, asked)
    return asked
  }

  #loginProblem(path: string): ProgramProblem {
    const command = /\s/.test(path) ? `"${path}"` : path
    const how = `Sign in here, or run ${command} auth login in a terminal and check again.`
    return { line: 'login', words: `Not signed in to Claude. ${how}${this.#signIns.lastFailure}` }
  }
}

function missingWords(path: string | null, chosen: string | undefined): string {
  if (path === null || chosen === undefined) return notInstalled
  return `There is no Claude CLI at ${path}. Set another path in the settings, or clear it to use the default.`
}

function isNewEnough(output: string): boolean {
  const version = versionIn(output)
  return version !== null && compareVersions(version, oldestClaude) >= 0
}

/** The CLI in the SDK's package for this system, as in a checkout; null if it is not installed. */
export function packageCli(): string | null {
  const { resolve } = createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  for (const variant of ['', '-musl']) {
    try {
      const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}${variant}/${file}`
      return outsideArchive(resolve(name))
    } catch {
      // Try the next variant.
    }
  }
  return null
}
