import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, Installation, SignIn } from '../../ports/ports.ts'
import { Questions, type ProgramOutput } from './questions.ts'

/** What stands in the way of a program, and what to do. */
export type ProgramProblem = NonNullable<BackendCheck['problem']>

/** What is said of a program that cannot be used. */
export interface UnusableWords {
  /** At the head of a sentence that says where it is: "The CLI". */
  readonly program: string
  /** What to do about one that does not run. */
  readonly broken: string
  /** What one does not say that says no version, and what to do about it. */
  readonly versionless: string
  /** What to do about one that is too old. */
  readonly outdated: string
}

/** The program that one maker's agents are started with, asked in the environment that they have. */
export abstract class InstalledProgram implements Installation {
  abstract readonly name: string
  abstract readonly memoryFiles: readonly string[]
  abstract readonly models: Installation['models']
  protected readonly questions: Questions
  readonly #clock: Clock
  readonly #oldest: string

  /** `oldest`: of its versions, the first that Janus works with. */
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

  /** There is none at that path, or no path. */
  protected missing(path: string | null, words: string): BackendCheck {
    return this.checked({ path, problem: { line: 'binary', words } })
  }

  /** What is wrong with what a program said of its version; null: nothing. */
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

/** The first version that stands in some words, `1.2.3`; null: none. */
export const versionIn = (words: string): string | null => /\b\d+\.\d+\.\d+/.exec(words)?.[0] ?? null

/** Below 0: the first is older. Both are three numbers with dots. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  const at = (left ?? []).findIndex((part, index) => part !== right?.[index])
  return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
