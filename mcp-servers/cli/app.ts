import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { askApi, type Access, type ApiRequest } from '../shared/ask.ts'
import { queryOf } from '../shared/ask-as-agent.ts'
import type { Verb } from './verb.ts'

/** What the command finds around it. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly home: string
  readonly cwd: string
  /** Columns of the terminal; Infinity where the output goes elsewhere. */
  readonly columns: number
  /** Everything that comes in, to its end. Rejects when it is more than a message may be. */
  readInput(): Promise<string>
  print(text: string): void
  complain(text: string): void
  /** Writes a file; `overwrites`: also where one is. Rejects with `EndingError`. */
  save(path: string, pieces: AsyncIterable<string>, overwrites: boolean): Promise<void>
  /** Runs the program that backs up and restores where Janus does not run. */
  atRest(args: readonly string[]): Promise<AtRestAnswer>
}

/** How long a call may take, in ms. */
export const timeLimit = 30_000

/** The running app, and what is around the command: all that a verb works with. */
export class App {
  readonly around: Surroundings
  readonly verbs: readonly Verb[]
  /** Its state folder. */
  readonly folder: string
  readonly access: () => Access
  readonly isJson: boolean
  readonly #limit: number

  constructor(of: Pick<App, 'around' | 'verbs' | 'folder' | 'access' | 'isJson'>, limit = timeLimit) {
    this.around = of.around
    this.verbs = of.verbs
    this.folder = of.folder
    this.access = of.access
    this.isJson = of.isJson
    this.#limit = limit
  }

  ask(request: ApiRequest, limit = this.#limit): Promise<unknown> {
    return askApi(this.access, request, { timeLimit: limit })
  }

  get(path: string, query: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.ask({ method: 'GET', path: path + queryOf(query), repeatable: true })
  }

  /** `again`: asked twice it does no harm. */
  post(path: string, body: object = {}, again: 'once' | 'again' = 'once'): Promise<unknown> {
    return this.ask({ method: 'POST', path, body, repeatable: again === 'again' })
  }

  patch(path: string, body: unknown): Promise<unknown> {
    return this.ask({ method: 'PATCH', path, body, repeatable: true })
  }

  delete(path: string): Promise<unknown> {
    return this.ask({ method: 'DELETE', path, repeatable: false })
  }

  /** What was written, or for `-` what comes in. */
  async textOf(written: string): Promise<string> {
    return written === '-' ? this.around.readInput() : written
  }
}
