import { execFile } from 'node:child_process'
import { outputLine } from './output.ts'

/** How long a program may take over a question, in ms. */
const patience = 20_000

/** What a program said to a question. */
export interface ProgramOutput {
  readonly output: string
  readonly errors: string
  /** Why it failed, in short, or null. */
  readonly failure: string | null
}

/** Questions to an installed program, such as for its version: each a process of its own, of which nothing is left. */
export class Questions {
  readonly #environment: Readonly<Record<string, string>>
  readonly #ending = new AbortController()
  readonly #asked = new Set<Promise<unknown>>()

  /** `environment`: all that the program sees. */
  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  /** Aborted by the close. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Starts it so and waits for its end. Never rejects; what it prints is kept nowhere. */
  ask(path: string, args: readonly string[]): Promise<ProgramOutput> {
    const options = {
      env: { ...this.#environment },
      timeout: patience,
      killSignal: 'SIGKILL',
      signal: this.signal,
      windowsHide: true,
    } as const
    return new Promise((resolve) => {
      try {
        const child = execFile(path, [...args], options, (error, output, errors) => {
          resolve({ output, errors, failure: error === null ? null : whyNot(error) })
        })
        child.stdin?.end()
        // Until it is really gone: what is aborted answers before that. One that never began has no end.
        if (child.pid !== undefined) this.remember(new Promise((gone) => child.once('close', gone)))
      } catch (error) {
        resolve({ output: '', errors: '', failure: whyNot(error) })
      }
    })
  }

  /** The close waits for this too. */
  remember(asked: Promise<unknown>): void {
    const over = asked.catch(() => undefined)
    this.#asked.add(over)
    void over.then(() => this.#asked.delete(over))
  }

  /** Ends what is being asked; resolves when no process of that is left. Nothing is asked any more. */
  async close(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#asked)
  }
}

function whyNot(error: unknown): string {
  const { code, signal, killed } = error as { code?: unknown; signal?: unknown; killed?: boolean }
  if (killed === true) return 'it did not answer within 20 seconds'
  if (typeof signal === 'string') return `ended by ${signal}`
  return typeof code === 'number' ? `ended with code ${code}` : outputLine(String(code ?? error), 200)
}
