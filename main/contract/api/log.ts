import type { LinkId } from '../links/links.ts'
import type { UtteranceView } from '../gatherings/gathering-views.ts'
import type { GatheringId } from '../gatherings/gatherings.ts'
import type { CrossingView } from '../links/link-views.ts'
import type { ThreadRow } from '../mail/mail-views.ts'
import type { AgentId, Entry, MessageId } from './model.ts'

/**
 * The kinds of logs with their rows: an agent's conversation, a link's crossings, a gathering's events, and
 * the messages of a thread, identified by its first.
 */
export interface Channels {
  readonly agent: { readonly id: AgentId; readonly row: Entry }
  readonly link: { readonly id: LinkId; readonly row: CrossingView }
  readonly gathering: { readonly id: GatheringId; readonly row: UtteranceView }
  readonly thread: { readonly id: MessageId; readonly row: ThreadRow }
}

export type ChannelKind = keyof Channels

export interface ChannelOf<K extends ChannelKind> {
  readonly kind: K
  readonly id: Channels[K]['id']
}

export type Channel = { readonly [K in ChannelKind]: ChannelOf<K> }[ChannelKind]

/** Its `n` is its position in the log, from 1, without gaps. */
export type RowOf<K extends ChannelKind> = Channels[K]['row']

export type LogRow = RowOf<ChannelKind>

/** New rows of one log, and changed ones, such as a sealed row that was opened. */
export type RowsUpdate = {
  readonly [K in ChannelKind]: {
    readonly kind: 'rows'
    readonly channel: ChannelOf<K>
    readonly rows: readonly RowOf<K>[]
  }
}[ChannelKind]
