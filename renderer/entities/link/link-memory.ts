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

/** Bound on remembered links; the one changed or seen longest ago is dropped. */
const most = 200

const recallOf = <T>(name: string, link: LinkId): T | undefined =>
  recall<Readonly<Record<LinkId, T>>>(name, {})[link]

/** Moves a changed value to the end, so that it is dropped last. */
function keep(name: string, link: LinkId, value: unknown): void {
  const { [link]: before, ...others } = recall<Readonly<Record<LinkId, unknown>>>(name, {})
  if (JSON.stringify(before) === JSON.stringify(value)) return
  remember(name, Object.fromEntries(Object.entries({ ...others, [link]: value }).slice(-most)))
}

const unknown: KnownLink = { members: [], mode: 'answers' }

export const knownLink = (link: LinkId): KnownLink => recallOf<KnownLink>('links-known', link) ?? unknown
export const keepKnown = (link: LinkId, seen: KnownLink): void => keep('links-known', link, seen)

/** Milliseconds; null if never. */
export const lastSeenAt = (link: LinkId): number | null => recallOf<number>('links-seen', link) ?? null

export function keepSeen(link: LinkId, at: number): void {
  const kept = Object.entries<number>({ ...recall<Record<LinkId, number>>('links-seen', {}), [link]: at })
  remember('links-seen', Object.fromEntries(kept.sort(([, a], [, b]) => b - a).slice(0, most)))
}

/** How many messages of a link the user has seen in this browser. */
export const seenCount = (link: LinkId): number => recallOf<number>('rooms-seen', link) ?? 0
export const keepSeenCount = (link: LinkId, count: number): void => keep('rooms-seen', link, count)

/** Receiver of what is written in a link's composer. */
export type LinkTarget = 'all' | AgentId

export const lastTo = (link: LinkId): LinkTarget => recallOf<LinkTarget>('link-targets', link) ?? 'all'
export const keepTo = (link: LinkId, to: LinkTarget): void => keep('link-targets', link, to)
