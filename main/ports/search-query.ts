import { isSubagentLog } from '../contract/agents/subagents.ts'
import type { AgentId, Entry, TurnId } from '../contract/api/model.ts'
import type { SearchResult } from '../contract/history/search-views.ts'

export interface SearchQuery {
  readonly words: string
  /**
   * The reader sees all of its own conversation except thoughts. Of the agents in `looks` it sees prompts,
   * answers and tool calls; peers' messages there only if it or another agent in `looks` wrote them. It never
   * sees subagents' text. Null: everything.
   */
  readonly reader: { readonly agent: AgentId; readonly looks: readonly AgentId[] } | null
  /** Only this conversation, including its subagents. */
  readonly agent: AgentId | null
  /** Only what this author wrote. */
  readonly author: AgentId | 'user' | null
  /** Milliseconds; `after` is inclusive, `before` exclusive. */
  readonly after: number | null
  readonly before: number | null
  /** Turns to exclude, such as sealed ones. */
  readonly notIn: readonly TurnId[]
  /** `words`: what users and agents said. `work`: tools, results, thoughts, notes. `all`: words first. */
  readonly of: SearchedOf
}

type SearchedOf = 'words' | 'work' | 'all'

export const halvesOf = ({ of }: SearchQuery): readonly ('words' | 'work')[] =>
  of === 'all' ? ['words', 'work'] : [of]

/** Whether a user or an agent said it; a subagent's text counts as work. */
export const isWords = ({ kind, agent }: Pick<Entry, 'kind' | 'agent'>): boolean =>
  (kind === 'user' || kind === 'peer' || kind === 'text') && !isSubagentLog(agent)

/**
 * Only the newest results of each half are ranked. Rarer terms and terms that make up more of the row weigh
 * more; a result a month older than the newest has three quarters of the weight, none less than half.
 */
export const rankedResults = 2000
/** Age in ms at which half of the maximum age penalty is reached. */
export const ageSpan = 30 * 24 * 60 * 60 * 1000

export const everything = (words: string): SearchQuery => ({
  words,
  reader: null,
  agent: null,
  author: null,
  after: null,
  before: null,
  notIn: [],
  of: 'all',
})

/** `parts` is the matching text with its surroundings. */
export interface FoundRow {
  readonly entry: Entry
  readonly parts: SearchResult['parts']
}

/** A malformed query finds nothing; none throws. */
export interface Searchable {
  /** Best first. */
  search(query: SearchQuery, limit: number, offset: number): readonly FoundRow[]
  /** Counts up to `most`. */
  searchCount(query: SearchQuery, most: number): number
  /**
   * Row numbers of results in one transcript, in order, the newest `limit`; a subagent's text counts at the
   * row of its call.
   */
  places(query: SearchQuery, limit: number): readonly number[]
}
