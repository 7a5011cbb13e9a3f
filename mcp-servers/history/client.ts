import type { HitReport, ThreadReport } from '../../main/contract/api/reports.ts'
import type { Page } from '../../main/contract/api/views.ts'
import type { AskAsAgent } from '../shared/ask-as-agent.ts'

/** What is searched for; times in ISO 8601, a page's size and where it goes on. */
export interface Wanted {
  readonly q: string
  readonly of?: 'words' | 'work' | undefined
  readonly agent?: string | undefined
  readonly author?: string | undefined
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
  readonly cursor?: number | undefined
}

/** What the tools ask of Janus, as one agent. Everything rejects with `RefusedError`. */
export interface HistoryClient {
  search(wanted: Wanted): Promise<Page<HitReport>>
  /** Messages after the first `cursor`, `limit` at most. */
  thread(id: string, page: { cursor?: number | undefined; limit: number }): Promise<ThreadReport>
}

/** The tools' client over whatever way Janus is asked by, as one agent. */
export class AskingHistoryClient implements HistoryClient {
  readonly #ask: AskAsAgent

  constructor(ask: AskAsAgent) {
    this.#ask = ask
  }

  search(wanted: Wanted): Promise<Page<HitReport>> {
    return this.#ask('history.search', wanted)
  }

  thread(id: string, page: { cursor?: number | undefined; limit: number }): Promise<ThreadReport> {
    return this.#ask('threads.get', { id, ...page })
  }
}
