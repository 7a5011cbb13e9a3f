import { resolve } from 'node:path'
import type { ReportAnswers } from '../../main/contract/api/answers.ts'
import type { RequestKind } from '../../main/contract/api/requests.ts'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { askApi, type Access, type ApiRequest } from '../shared/ask.ts'
import { questionOf, type RawInput } from '../shared/ask-as-agent.ts'
import type { Verb } from './verb.ts'

export interface Environment {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  /** Infinity when the output is not a terminal. */
  readonly columns: number
  /** Reads all of standard input. Rejects when it is longer than a message may be. */
  readInput(): Promise<string>
  print(text: string): void
  complain(text: string): void
  /** Refuses an existing file unless `overwrites`. Rejects with `EndingError`. */
  save(path: string, pieces: AsyncIterable<string>, overwrites: boolean): Promise<void>
  /** Runs the backup program, which works on a folder while Janus isn't running. */
  atRest(args: readonly string[]): Promise<AtRestAnswer>
}

/** Milliseconds. */
export const timeLimit = 30_000

type Field<T> = T extends unknown ? keyof T : never

/** Values are as the user wrote them: the app validates and explains them best. */
export type Input<K extends RequestKind> = { readonly [F in Field<RawInput<K>>]?: unknown }

/** POST requests that are safe to send twice. */
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

/** What a verb works with. */
export class App {
  readonly around: Environment
  readonly verbs: readonly Verb[]
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

  get columns(): number {
    return this.around.columns
  }

  /** `limit` in milliseconds. */
  async ask<K extends RequestKind>(kind: K, input: Input<K> = {}, limit?: number): Promise<ReportAnswers[K]> {
    const question = questionOf(kind, input)
    const { method } = question
    const repeatable = method === 'GET' || method === 'PATCH' || repeatablePosts.has(kind)
    return (await this.send({ ...question, repeatable }, limit)) as ReportAnswers[K]
  }

  send(request: ApiRequest, limit = this.#limit): Promise<unknown> {
    return askApi(this.access, request, { timeLimit: limit })
  }

  pathOf(written: string): string {
    return resolve(this.around.cwd, written)
  }

  /** Returns standard input for `-`. */
  async textOf(written: string): Promise<string> {
    return written === '-' ? this.around.readInput() : written
  }
}
