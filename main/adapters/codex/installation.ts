import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { BackendCheck } from '../../contract/views.ts'
import type { Clock, Installation, SignIn } from '../../ports.ts'
import { oneLine } from '../processes/output.ts'
import { askOnce, type Codex } from './ask-once.ts'
import type { Gate } from './gate.ts'
import { usualModels } from './offer.ts'
import { CodexSignIn } from './sign-in.ts'
import { compareVersions, oldest } from './version.ts'

/** How long Codex may take over a question, in ms. */
const patience = 20_000
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
  readonly #ending = new AbortController()
  /** Processes that are being asked. */
  readonly #asked = new Set<Promise<unknown>>()
  #signIn: CodexSignIn | null = null
  /** Why the last sign-in failed. */
  #failure = ''

  constructor(options: InstallationOptions) {
    this.#options = options
  }

  async check(): Promise<BackendCheck> {
    const path = this.#options.path()
    const missing = missingProblem(path, this.#options.chosen())
    if (path === null || missing !== null) return this.#checked({ path, problem: missing })
    const said = await this.#run(path, ['--version'])
    const version = /\b(\d+\.\d+\.\d+)/.exec(said.output)?.[1] ?? null
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
    if (path === null) return nowhere
    const signIn = new CodexSignIn(this.#codex(path))
    this.#signIn = signIn
    void signIn.ended.then(() => (this.#failure = signIn.failure))
    await signIn.named
    return signIn
  }

  async close(): Promise<void> {
    this.#ending.abort()
    this.#signIn?.cancel()
    await Promise.allSettled([...this.#asked, this.#signIn?.ended])
  }

  #checked(found: Pick<BackendCheck, 'path' | 'problem'> & Partial<BackendCheck>): BackendCheck {
    const nothing = { version: null, login: 'unknown', account: null } as const
    return { name: this.name, ...nothing, oldest, checkedAt: this.#options.clock.now(), ...found }
  }

  /** Its app-server knows of keys, and of models that want no account; `codex login status` does not. */
  async #login(path: string): Promise<Login> {
    const asked = askOnce<AccountAnswer>(this.#codex(path), 'account/read', {})
    this.#asked.add(asked)
    try {
      return readLogin(await asked)
    } catch {
      return { login: 'unknown', account: null }
    } finally {
      this.#asked.delete(asked)
    }
  }

  #codex(path: string): Codex {
    const { environment, gate } = this.#options
    return { path, environment, gate, signal: this.#ending.signal }
  }

  #loginProblem(): Problem {
    const failed = this.#failure === '' ? '' : ` The last try failed: ${this.#failure}`
    const words = `Nobody is signed in to Codex. Sign in here, or run codex login in a terminal and check again.${failed}`
    return { line: 'login', words }
  }

  /** What it prints is looked at and kept nowhere. */
  #run(path: string, args: readonly string[]): Promise<Said> {
    const options = {
      env: { ...this.#options.environment },
      timeout: patience,
      killSignal: 'SIGKILL',
      signal: this.#ending.signal,
      windowsHide: true,
    } as const
    return new Promise((resolve) => {
      try {
        const child = execFile(path, args, options, (error, output, stderr) => {
          resolve({ output: `${output}\n${stderr}`, failure: error === null ? null : whyNot(error) })
        })
        child.stdin?.end()
        this.#remember(child)
      } catch (error) {
        resolve({ output: '', failure: whyNot(error) })
      }
    })
  }

  /** Until it is really gone: what is aborted answers before that. */
  #remember(child: ChildProcess): void {
    const gone = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      // One that never began has no end.
      if (child.pid === undefined) resolve()
    })
    this.#asked.add(gone)
    void gone.then(() => this.#asked.delete(gone))
  }
}

interface Said {
  readonly output: string
  /** Why it failed, in short, or null. */
  readonly failure: string | null
}

/** A sign-in that cannot begin. */
const nowhere: SignIn = { address: null, code: () => {}, ended: Promise.resolve(), cancel: () => {} }

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

function whyNot(error: unknown): string {
  const { code, signal, killed } = error as { code?: unknown; signal?: unknown; killed?: boolean }
  if (killed === true) return 'it did not answer within 20 seconds'
  if (typeof signal === 'string') return `ended by ${signal}`
  return typeof code === 'number' ? `ended with code ${code}` : oneLine(String(code ?? error), 200)
}
