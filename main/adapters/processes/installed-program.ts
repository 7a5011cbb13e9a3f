import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, Installation, SignIn } from '../../ports/ports.ts'
import { Questions, type ProgramOutput } from './questions.ts'

export type ProgramProblem = NonNullable<BackendCheck['problem']>

/** Parts of messages about an unusable program. */
export interface UnusableWords {
  /** Start of a sentence, such as "The CLI". */
  readonly program: string
  /** Advice for one that does not run. */
  readonly broken: string
  /** The rest of "… does not say", with advice. */
  readonly versionless: string
  /** Advice for an old version. */
  readonly outdated: string
}

export abstract class InstalledProgram implements Installation {
  abstract readonly name: string
  abstract readonly memoryFiles: readonly string[]
  abstract readonly models: Installation['models']
  protected readonly questions: Questions
  readonly #clock: Clock
  readonly #oldest: string

  /** `oldest`: minimum version. */
  constructor(clock: Clock, oldest: string, environment: Readonly<Record<string, string>>) {
    this.#clock = clock
    this.#oldest = oldest
    this.questions = new Questions(environment)
  }

  abstract check(): Promise<BackendCheck>
  abstract signIn(): Promise<SignIn>

  async close(): Promise<void> {
    await this.questions.close()
  }

  protected checked(found: Pick<BackendCheck, 'path' | 'problem'> & Partial<BackendCheck>): BackendCheck {
    const nothing = { version: null, login: 'unknown', account: null } as const
    return { name: this.name, ...nothing, oldest: this.#oldest, checkedAt: this.#clock.now(), ...found }
  }

  protected missing(path: string | null, words: string): BackendCheck {
    return this.checked({ path, problem: { line: 'binary', words } })
  }

  /** Returns null for a usable version. */
  protected versionProblem(
    path: string,
    { failure }: ProgramOutput,
    version: string | null,
    words: UnusableWords,
  ): ProgramProblem | null {
    const at = `${words.program} at ${path}`
    if (failure !== null) return { line: 'binary', words: `${at} does not run (${failure}). ${words.broken}` }
    if (version === null)
      return { line: 'version', words: `What is at ${path} does not say ${words.versionless}` }
    if (compareVersions(version, this.#oldest) >= 0) return null
    const old = `is version ${version}; Janus needs ${this.#oldest} or newer.`
    return { line: 'version', words: `${at} ${old} ${words.outdated}` }
  }
}

/** Returns the first `1.2.3`, or null. */
export const versionIn = (words: string): string | null => /\b\d+\.\d+\.\d+/.exec(words)?.[0] ?? null

/** Negative when `one` is older. Both are like `1.2.3`. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  const at = (left ?? []).findIndex((part, index) => part !== right?.[index])
  return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
