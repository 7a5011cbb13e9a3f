import type { LinkId, LinkMode } from '../../../main/contract/links/links.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { recall, remember } from '../../state/local-storage.ts'

/** What this browser remembers of a link it has shown. */
interface KnownLink {
  /** Members with their last names, in order. */
  readonly members: readonly (readonly [AgentId, string])[]
  /** The last mode other than `paused`. */
  readonly mode: Exclude<LinkMode, 'paused'>
}

type KnownLinks = Readonly<Record<LinkId, KnownLink>>

/** Bound on remembered links; the one changed or seen longest ago is dropped. */
const most = 200

const unknown: KnownLink = { members: [], mode: 'answers' }

export const knownLink = (link: LinkId): KnownLink => recall<KnownLinks>('links-known', {})[link] ?? unknown

export function keepKnown(link: LinkId, seen: KnownLink): void {
  const { [link]: before, ...others } = recall<KnownLinks>('links-known', {})
  if (JSON.stringify(before) === JSON.stringify(seen)) return
  const kept = Object.entries({ ...others, [link]: seen }).slice(-most)
  remember('links-known', Object.fromEntries(kept))
}

type Seen = Readonly<Record<LinkId, number>>

/** Milliseconds; null if never. */
export const lastSeenAt = (link: LinkId): number | null => recall<Seen>('links-seen', {})[link] ?? null

export function keepSeen(link: LinkId, at: number): void {
  const kept = Object.entries<number>({ ...recall<Seen>('links-seen', {}), [link]: at })
  remember('links-seen', Object.fromEntries(kept.sort(([, a], [, b]) => b - a).slice(0, most)))
}

type Counts = Readonly<Record<LinkId, number>>

/** How many messages of a link the user has seen in this browser. */
export const seenCount = (link: LinkId): number => recall<Counts>('rooms-seen', {})[link] ?? 0

export function keepSeenCount(link: LinkId, count: number): void {
  const { [link]: before, ...others } = recall<Counts>('rooms-seen', {})
  if (before === count) return
  remember('rooms-seen', Object.fromEntries(Object.entries({ ...others, [link]: count }).slice(-most)))
}

/** Receiver of what is written in a link's composer. */
export type LinkTarget = 'all' | AgentId

type Targets = Readonly<Record<LinkId, LinkTarget>>

export const lastTo = (link: LinkId): LinkTarget => recall<Targets>('link-targets', {})[link] ?? 'all'

export function keepTo(link: LinkId, to: LinkTarget): void {
  const { [link]: _, ...others } = recall<Targets>('link-targets', {})
  remember('link-targets', Object.fromEntries(Object.entries({ ...others, [link]: to }).slice(-most)))
}
