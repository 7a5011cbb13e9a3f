import type { AgentId, Entry } from './model.ts'
import type { AgentView } from './views.ts'
import type { WindowView } from './requests.ts'

/** A piece of a streaming answer: text to append to the block that is being written. Never stored. */
export interface Delta {
  readonly kind: 'delta'
  readonly agent: AgentId
  /** Names the block; a new value begins a new block. */
  readonly block: string
  readonly of: 'text' | 'thinking'
  readonly text: string
}

/** What main tells every window: first one `snapshot`, then what changes, in order. */
export type FeedEvent =
  | { readonly kind: 'snapshot'; readonly view: WindowView }
  | { readonly kind: 'agent'; readonly agent: AgentView }
  | { readonly kind: 'gone'; readonly agent: AgentId }
  /** Rows appended to a transcript; they replace whatever of that block was streamed. */
  | { readonly kind: 'entries'; readonly agent: AgentId; readonly entries: readonly Entry[] }
  | Delta
