import type { AgentId, Entry, TurnId } from './contract/model.ts'
import type { SearchHit } from './contract/views.ts'

/** What is searched for, and where. */
export interface SearchQuery {
  readonly words: string
  /**
   * Who reads: all of its own conversation but thoughts; of those that it may look at (`looks`) what they were asked,
   * said and did, of peers' words only those that are its own or of others that it may look at. Null: everything.
   */
  readonly reader: { readonly agent: AgentId; readonly looks: readonly AgentId[] } | null
  /** Only in this conversation. */
  readonly agent: AgentId | null
  /** Only what this one wrote. */
  readonly author: AgentId | 'human' | null
  /** From then on, and until before then; in ms. */
  readonly after: number | null
  readonly before: number | null
  /** Turns of which nothing is found, as of those whose words are under seal. */
  readonly notIn: readonly TurnId[]
}

/** Searches everything for some words. */
export const everything = (words: string): SearchQuery => ({
  ...{ words, reader: null, agent: null, author: null, after: null, before: null, notIn: [] },
})

/** A row in which something was found, with the words around it. */
export interface Found {
  readonly entry: Entry
  readonly parts: SearchHit['parts']
}
