import type { FeedEvent } from '../main/contract/feed.ts'
import type { CrossingView, LinkView } from '../main/contract/link-views.ts'
import type { LinkId } from '../main/contract/ties.ts'
import type { Page } from '../main/contract/views.ts'
import { sharing } from './sharing.ts'

/** The part of what crossed one link that this window holds: a stretch without gaps, up to the newest. */
export interface Crossed {
  /** Oldest first, silences among them. */
  readonly items: readonly CrossingView[]
  /** Where the next older page ends, or null when the beginning is here. */
  readonly older: number | null
  /** `stale`: the newest page has to be read; `failed`: reading it went wrong. */
  readonly phase: 'stale' | 'loading' | 'ready' | 'failed'
}

/** Links that this window knows, in order of opening. */
export type Links = Readonly<Record<LinkId, LinkView>>
/** What crossed, of those links that were looked at. */
export type Crossings = Readonly<Record<LinkId, Crossed>>

/** The answers to this window's own reading of what crossed a link. */
export type LinkReading =
  | { readonly kind: 'linkOpened'; readonly link: LinkId }
  | { readonly kind: 'linkLoading'; readonly link: LinkId }
  | {
      readonly kind: 'linkPage'
      readonly link: LinkId
      readonly page: Page<CrossingView>
      readonly before: number | null
    }
  | { readonly kind: 'linkUnread'; readonly link: LinkId }

/** The links after one was told. */
export function withLink(links: Links, told: LinkView): Links {
  const link = sharing(links[told.id], told)
  return link === links[told.id] ? links : { ...links, [told.id]: link }
}

/** A snapshot's links, made of what was known wherever that is the same. */
export const linksOf = (before: Links, told: readonly LinkView[]): Links =>
  sharing(before, Object.fromEntries(told.map((link) => [link.id, link])) as Links)

/** Something may have crossed unheard: the newest page of each has to be read. */
export const staleCrossings = (crossings: Crossings): Crossings =>
  Object.fromEntries(
    Object.entries(crossings).map(([id, held]) => [id, { ...held, phase: 'stale' }]),
  ) as Crossings

/** What crossed, after one more; of links that nobody looked at nothing is held. */
export function withCrossing(crossings: Crossings, crossing: CrossingView): Crossings {
  const held = crossings[crossing.link]
  if (!held) return crossings
  const isKnown = held.items.some((one) => one.id === crossing.id)
  const items = isKnown
    ? held.items.map((one) => (one.id === crossing.id ? sharing(one, crossing) : one))
    : [...held.items, crossing]
  return { ...crossings, [crossing.link]: { ...held, items } }
}

/** What crossed, after one of its messages reached another state. */
export function withSentFate(crossings: Crossings, told: Extract<FeedEvent, { kind: 'message' }>): Crossings {
  const carries = (one: CrossingView) => one.sent.some((sent) => sent.message === told.message)
  const found = Object.entries(crossings).find(([, held]) => held.items.some(carries))
  if (!found) return crossings
  const [id, held] = found
  const items = held.items.map((one) => (carries(one) ? fated(one, told) : one))
  return { ...crossings, [id]: { ...held, items } }
}

function fated(crossing: CrossingView, told: Extract<FeedEvent, { kind: 'message' }>): CrossingView {
  const { message, state, stateAt, reason, inInput, carriage } = told
  const sent = crossing.sent.map((one) =>
    one.message === message
      ? // Which turn read it is told while that turn is known; it stays so until another reads it.
        {
          ...one,
          ...{ state, stateAt, reason, waits: null, inInput, carriage: carriage ?? one.carriage },
          turn: told.turn ?? one.turn,
        }
      : one,
  )
  return { ...crossing, sent }
}

/** The events of reading what crossed page by page. */
export function reflectLink(crossings: Crossings, event: LinkReading): Crossings {
  const now = crossings[event.link]
  const next = (held: Crossed): Crossings => ({ ...crossings, [event.link]: held })
  switch (event.kind) {
    case 'linkOpened':
      return now ? crossings : next({ items: [], older: null, phase: 'stale' })
    case 'linkLoading':
      return now ? next({ ...now, phase: 'loading' }) : crossings
    case 'linkUnread':
      return now ? next({ ...now, phase: 'failed' }) : crossings
    case 'linkPage':
      return now ? next(joined(now, event.page, event.before)) : crossings
  }
}

/**
 * A page joined to what is held. Crossings have no numbers without gaps, so a newest page that does not reach what
 * is held replaces it.
 */
function joined(now: Crossed, page: Page<CrossingView>, before: number | null): Crossed {
  const ids = new Set(page.items.map((one) => one.id))
  const others = now.items.filter((one) => !ids.has(one.id))
  if (before !== null) return { items: [...page.items, ...others], older: page.next, phase: 'ready' }
  const touches = others.length < now.items.length
  const first = page.items[0]?.at ?? Infinity
  const last = page.items.at(-1)?.at ?? -Infinity
  const earlier = touches || page.next === null ? others.filter((one) => one.at < first) : []
  return {
    items: [...earlier, ...page.items, ...others.filter((one) => one.at >= last)],
    older: touches ? now.older : page.next,
    phase: 'ready',
  }
}
