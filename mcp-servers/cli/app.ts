import { resolve } from 'node:path'
import type { ReportAnswers } from '../../main/contract/api/answers.ts'
import type { RequestKind } from '../../main/contract/api/requests.ts'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { askApi, type Access, type ApiRequest } from '../shared/ask.ts'
import { questionOf, type RawInput } from '../shared/ask-as-agent.ts'
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

type Field<T> = T extends unknown ? keyof T : never

/** The fields of a request. Their values are as the user wrote them: the app says best what is wrong with one. */
export type Input<K extends RequestKind> = { readonly [F in Field<RawInput<K>>]?: unknown }

/** Requests by POST that do no harm when they are sent twice. */
const repeatablePosts: ReadonlySet<RequestKind> = new Set<RequestKind>([
  'app.goOn',
  'app.stop',
  'gatherings.convene',
  'links.open',
  'messages.send',
  'messages.broadcast',
  'programs.install',
  'roles.keep',
  'roles.restore',
])

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

  /** Columns of the terminal. */
  get columns(): number {
    return this.around.columns
  }

  /** Sends one request of the agents API; `limit`: how long it may take, in ms. */
  async ask<K extends RequestKind>(kind: K, input: Input<K> = {}, limit?: number): Promise<ReportAnswers[K]> {
    const question = questionOf(kind, input)
    const { method } = question
    const repeatable = method === 'GET' || method === 'PATCH' || repeatablePosts.has(kind)
    return (await this.send({ ...question, repeatable }, limit)) as ReportAnswers[K]
  }

  send(request: ApiRequest, limit = this.#limit): Promise<unknown> {
    return askApi(this.access, request, { timeLimit: limit })
  }

  /** A path as it is meant where the command runs. */
  pathOf(written: string): string {
    return resolve(this.around.cwd, written)
  }

  /** What was written, or for `-` what comes in. */
  async textOf(written: string): Promise<string> {
    return written === '-' ? this.around.readInput() : written
  }
}
