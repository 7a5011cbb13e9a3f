import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { kindFacts } from '../../contract/kinds.ts'
import type { BackendCheck } from '../../contract/views.ts'
import type { Clock, Installation, SignIn } from '../../ports.ts'
import { oneLine } from '../processes/output.ts'
import type { Command } from './family.ts'
import type { Profile } from './profile.ts'
import { modelsIn } from './session.ts'

/** How long a program may take to say its version, in ms. */
const patience = 20_000

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
  readonly #ending = new AbortController()
  readonly #asked = new Set<Promise<unknown>>()

  constructor(options: InstallationOptions) {
    this.#options = options
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
    const said = await this.#version({ command: path, args: ['--version'] })
    const version = /\d+\.\d+\.\d+/.exec(said.output)?.[0] ?? null
    const login = this.#login()
    const problem =
      brokenProblem(profile, path, said.failure) ??
      versionProblem(profile, path, version) ??
      (login === 'out' ? loginProblem(profile) : null)
    return this.#checked({ path, version, login, problem })
  }

  /** There is none in the window: the check says which command does it. */
  async signIn(): Promise<SignIn> {
    return { address: null, code: () => {}, ended: Promise.resolve(), cancel: () => {} }
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#asked)
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

  #version({ command, args }: Command): Promise<Said> {
    const asked = new Promise<Said>((resolve) => {
      const { environment: env } = this.#options
      const { signal } = this.#ending
      const options = { env, timeout: patience, killSignal: 'SIGKILL', signal, windowsHide: true } as const
      try {
        const child = execFile(command, [...args], options, (error, output) =>
          resolve({ output, failure: error === null ? null : whyNot(error) }),
        )
        child.stdin?.end()
      } catch (error) {
        resolve({ output: '', failure: whyNot(error) })
      }
    })
    this.#asked.add(asked)
    void asked.then(() => this.#asked.delete(asked))
    return asked
  }
}

interface Said {
  readonly output: string
  /** Why it failed, in short, or null. */
  readonly failure: string | null
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
  return { line: 'login', words: `Nobody is signed in to ${name}. ${how}, and check again.` }
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

function whyNot(error: unknown): string {
  const { code, signal, killed } = error as { code?: unknown; signal?: unknown; killed?: boolean }
  if (killed === true) return 'it did not answer within 20 seconds'
  if (typeof signal === 'string') return `ended by ${signal}`
  return typeof code === 'number' ? `ended with code ${code}` : oneLine(String(code ?? error), 200)
}
