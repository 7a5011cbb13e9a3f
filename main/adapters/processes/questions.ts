import { execFile } from 'node:child_process'
import { outputLine } from './output.ts'

/** Milliseconds. */
const patience = 20_000

export interface ProgramOutput {
  readonly output: string
  readonly errors: string
  /** Short; null on success. */
  readonly failure: string | null
}

/** Short commands to an installed program, such as for its version, each in its own process. */
export class Questions {
  readonly #environment: Readonly<Record<string, string>>
  readonly #ending = new AbortController()
  readonly #asked = new Set<Promise<unknown>>()

  /** `environment`: the whole environment of the program. */
  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Never rejects. */
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
        // `execFile` calls back on abort before the process is gone. Without a pid there was no process.
        if (child.pid !== undefined) this.remember(new Promise((gone) => child.once('close', gone)))
      } catch (error) {
        resolve({ output: '', errors: '', failure: whyNot(error) })
      }
    })
  }

  /** Makes `close` wait for this as well. */
  remember(asked: Promise<unknown>): void {
    const over = asked.catch(() => undefined)
    this.#asked.add(over)
    void over.then(() => this.#asked.delete(over))
  }

  /** Aborts running commands; resolves when their processes are gone. */
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
