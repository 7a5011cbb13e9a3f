import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, Installation, SignIn } from '../../ports/ports.ts'
import { childEnvironment } from './environment.ts'
import { usualModels } from './offer.ts'
import { CliSignIn, endLeftSignIn, forgetSignIn, noteSignIn, readLogin } from './sign-in.ts'
import { noSignIn } from '../../adapters/processes/no-sign-in.ts'
import { Questions, type Said } from '../../adapters/processes/questions.ts'
import { compareVersions, versionIn } from '../../adapters/processes/versions.ts'
import { outsideArchive } from '../../adapters/processes/command.ts'

/** Oldest CLI that Janus works with: the one that every fact about it was measured on. */
export const oldest = '2.1.330'

/** What an installation is looked for with. */
export interface InstallationOptions {
  readonly clock: Clock
  /** Path of the CLI that the person wants, if not the one that comes with Janus. */
  readonly chosen: () => string | undefined
  /** The person's environment. */
  readonly environment: NodeJS.ProcessEnv
  /** Set on top, as for every agent. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Where a sign-in is noted, so that the next start can end one that was left behind; not noted without it. */
  readonly stateFolder?: string
}

type Problem = NonNullable<BackendCheck['problem']>

/** The CLI that agents are started with, asked in the environment that they have. */
export class CliInstallation implements Installation {
  readonly name = 'Claude'
  readonly memoryFiles = ['CLAUDE.md', 'AGENTS.md']
  readonly models = usualModels
  readonly #options: InstallationOptions
  readonly #environment: Readonly<Record<string, string>>
  readonly #questions: Questions
  #signIn: CliSignIn | null = null
  /** Why the last sign-in failed. */
  #failure = ''

  constructor(options: InstallationOptions) {
    this.#options = options
    this.#environment = childEnvironment(options.environment, options.overrides ?? {})
    this.#questions = new Questions(this.#environment)
    if (options.stateFolder !== undefined) endLeftSignIn(options.stateFolder)
  }

  async check(): Promise<BackendCheck> {
    const path = this.#path()
    const missing = missingProblem(path, this.#options.chosen())
    if (path === null || missing !== null) return this.#checked({ path, problem: missing })
    const [said, status] = await Promise.all([
      this.#questions.ask(path, ['--version']),
      this.#questions.ask(path, ['auth', 'status', '--json']),
    ])
    const { login, account } = readLogin(status.output)
    const version = versionIn(said.output)
    const problem = brokenProblem(path, said) ?? versionProblem(path, version)
    if (problem !== null || login !== 'out') return this.#checked({ path, version, login, account, problem })
    return this.#checked({ path, version, login, account, problem: this.#loginProblem(path) })
  }

  async close(): Promise<void> {
    await this.#questions.close()
  }

  async signIn(): Promise<SignIn> {
    const path = this.#path()
    const before = this.#signIn
    before?.cancel()
    await before?.ended
    if (path === null) return noSignIn
    const signIn = new CliSignIn(path, this.#environment, this.#options.clock)
    this.#signIn = signIn
    const { stateFolder } = this.#options
    if (stateFolder !== undefined && signIn.pid !== null) noteSignIn(stateFolder, signIn.pid)
    void signIn.ended.then(() => {
      this.#failure = signIn.failure
      if (stateFolder !== undefined) forgetSignIn(stateFolder)
    })
    await signIn.named
    return signIn
  }

  #path(): string | null {
    return this.#options.chosen() ?? bundledCli()
  }

  #checked(found: Pick<BackendCheck, 'path' | 'problem'> & Partial<BackendCheck>): BackendCheck {
    const nothing = { version: null, login: 'unknown', account: null } as const
    return { name: this.name, ...nothing, oldest, checkedAt: this.#options.clock.now(), ...found }
  }

  #loginProblem(path: string): Problem {
    const failed = this.#failure === '' ? '' : ` The last try failed: ${this.#failure}`
    const words = `Not signed in to Claude. Sign in here, or run ${/\s/.test(path) ? `"${path}"` : path} auth login in a terminal and check again.${failed}`
    return { line: 'login', words }
  }
}

function missingProblem(path: string | null, chosen: string | undefined): Problem | null {
  if (path === null)
    return {
      line: 'binary',
      words: 'The Claude CLI that belongs to Janus is not there. Install Janus again.',
    }
  if (existsSync(path)) return null
  const words =
    chosen === undefined
      ? `The Claude CLI that belongs to Janus is not at ${path} any more. Install Janus again.`
      : `There is no Claude CLI at ${path}. Choose another in the settings, or none for the one that comes with Janus.`
  return { line: 'binary', words }
}

function brokenProblem(path: string, { failure }: Said): Problem | null {
  if (failure === null) return null
  const words = `The Claude CLI at ${path} does not run (${failure}). Install it again, or choose another in the settings.`
  return { line: 'binary', words }
}

function versionProblem(path: string, version: string | null): Problem | null {
  if (version === null) {
    const words = `What is at ${path} does not say which version of Claude it is. Choose another in the settings.`
    return { line: 'version', words }
  }
  if (compareVersions(version, oldest) >= 0) return null
  const words = `The Claude CLI at ${path} is version ${version}; Janus needs ${oldest} or newer. Update it, or choose none in the settings for the one that comes with Janus.`
  return { line: 'version', words }
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
