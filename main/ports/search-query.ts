import { isSubagentLog } from '../contract/agents/subagents.ts'
import type { AgentId, Entry, TurnId } from '../contract/api/model.ts'
import type { SearchResult } from '../contract/history/search-views.ts'

/** What is searched for, and where. */
export interface SearchQuery {
  readonly words: string
  /**
   * Who reads: all of its own conversation but thoughts; of those that it may look at (`looks`) what they were asked,
   * said and did, of peers' words only those that are its own or of others that it may look at; never what a subagent
   * said. Null: everything.
   */
  readonly reader: { readonly agent: AgentId; readonly looks: readonly AgentId[] } | null
  /** Only in this conversation, and what its agent's subagents said. */
  readonly agent: AgentId | null
  /** Only what this one wrote. */
  readonly author: AgentId | 'user' | null
  /** From then on, and until before then; in ms. */
  readonly after: number | null
  readonly before: number | null
  /** Turns of which nothing is found, as of those whose words are under seal. */
  readonly notIn: readonly TurnId[]
  /** What people and agents said, the work behind it (tools, results, thoughts, notes), or first the one, then the other. */
  readonly of: SearchedOf
}

/** Which half of what was kept is searched. */
type SearchedOf = 'words' | 'work' | 'all'

/** Both halves in their order, or the one that is asked for. */
export const halvesOf = ({ of }: SearchQuery): readonly ('words' | 'work')[] =>
  of === 'all' ? ['words', 'work'] : [of]

/** Is it something that a user or an agent said? What a subagent says is work behind it. */
export const isWords = ({ kind, agent }: Pick<Entry, 'kind' | 'agent'>): boolean =>
  (kind === 'user' || kind === 'peer' || kind === 'text') && !isSubagentLog(agent)

/**
 * So many results of each half are ranked, the newest: more are found by narrowing the search. Among them a result counts the
 * more the seldomer its words are and the more of the row they make up, and one that is a month older than the newest
 * three quarters of that; none less than half.
 */
export const rankedResults = 2000
/** Over such a span, in ms, what age takes of a result's weight comes to half of its most. */
export const ageSpan = 30 * 24 * 60 * 60 * 1000

/** Searches everything for some words. */
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

/** A row in which something was found, with the words around it. */
export interface FoundRow {
  readonly entry: Entry
  readonly parts: SearchResult['parts']
}

/** What can be searched. Odd queries find nothing; none throws. */
export interface Searchable {
  /** Full-text search over what was said, best first, from the `offset`-th. */
  search(query: SearchQuery, limit: number, offset: number): readonly FoundRow[]
  /** How many rows a search would find, counted up to `most`. */
  searchCount(query: SearchQuery, most: number): number
  /** The places of what a search in one transcript finds, of a subagent's words that of its call, in their order; the newest `limit`. */
  places(query: SearchQuery, limit: number): readonly number[]
}
