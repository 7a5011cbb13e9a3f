import type { LinkId } from '../links/links.ts'
import type { UtteranceView } from '../gatherings/gathering-views.ts'
import type { GatheringId } from '../gatherings/gatherings.ts'
import type { CrossingView } from '../links/link-views.ts'
import type { ThreadRow } from '../mail/mail-views.ts'
import type { AgentId, Entry, MessageId } from './model.ts'

/**
 * What keeps a log, and what its rows are: an agent's conversation, what crossed a link, what happened in a gathering, messages that go
 * on from each other (named by the first). */
export interface Channels {
  readonly agent: { readonly id: AgentId; readonly row: Entry }
  readonly link: { readonly id: LinkId; readonly row: CrossingView }
  readonly gathering: { readonly id: GatheringId; readonly row: UtteranceView }
  readonly thread: { readonly id: MessageId; readonly row: ThreadRow }
}

/** The kinds of logs. */
export type ChannelKind = keyof Channels

/** Names one log of a kind. */
export interface ChannelOf<K extends ChannelKind> {
  readonly kind: K
  readonly id: Channels[K]['id']
}

/** Names one log. */
export type Channel = { readonly [K in ChannelKind]: ChannelOf<K> }[ChannelKind]

/** A row of a log of that kind. Its `n` is its place there, from 1, without gaps. */
export type RowOf<K extends ChannelKind> = Channels[K]['row']

/** A row of any log. */
export type LogRow = RowOf<ChannelKind>

/** Rows of one log: new ones, and such as have changed (a sealed one that was opened). */
export type RowsUpdate = {
  readonly [K in ChannelKind]: {
    readonly kind: 'rows'
    readonly channel: ChannelOf<K>
    readonly rows: readonly RowOf<K>[]
  }
}[ChannelKind]
