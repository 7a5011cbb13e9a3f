import type { LinkId } from '../../contract/links/links.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { UtteranceView } from '../../contract/gatherings/gathering-views.ts'
import type { CrossingView } from '../../contract/links/link-views.ts'
import type { AgentId, Entry, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { ThreadRow } from '../../contract/mail/mail-views.ts'
import type { State } from '../../core/step/state.ts'
import { messageView, type TurnNumber } from '../mail/mail-views.ts'
import type { Page } from '../../contract/api/views.ts'
import { utteranceView } from '../gatherings/gathering-views.ts'
import { crossingView } from '../links/link-views.ts'
import { turnNumbers, type RequestContext } from '../api/request-context.ts'

/** The newest page, or the one that ends before another page's `next`. */
interface PageWanted {
  readonly before: number | null
  readonly limit: number
}

export function entriesOf(parts: RequestContext, agent: AgentId, { before, limit }: PageWanted): Page<Entry> {
  const numbers = eachOnce(turnNumbers(parts))
  const items = parts.store.entries(agent, before, limit).map((entry) => entryView(entry, numbers))
  const first = items[0]?.n ?? 1
  return { items, next: first > 1 ? first : null }
}

/** Adds the turn's number, for windows. */
export function entryView(entry: Entry, numbers: TurnNumber): Entry {
  const turnNumber = entry.turn === null ? null : numbers(entry.turn)
  return turnNumber === null ? entry : { ...entry, turnNumber }
}

/** Caches, since a page has many rows of few turns. */
function eachOnce(numbers: TurnNumber): TurnNumber {
  const known = new Map<TurnId, number | null>()
  return (turn) => {
    if (!known.has(turn)) known.set(turn, numbers(turn))
    return known.get(turn) ?? null
  }
}

export function crossingsOf(
  parts: RequestContext,
  link: LinkId,
  { before, limit }: PageWanted,
): Page<CrossingView> {
  const { engine, store } = parts
  const found = store.crossings(link, before, limit + 1)
  const page = found.length > limit ? found.slice(1) : found
  const items = page.map((one) => crossingView(engine.state, one, messageFinder(parts), turnNumbers(parts)))
  return { items, next: found.length > limit ? (page[0]?.place ?? null) : null }
}

/** In order; sealed texts are left out. */
export function utterancesOf(
  parts: RequestContext,
  g: Gathering,
  { before, limit }: PageWanted,
): Page<UtteranceView> {
  const found = parts.store.utterances(g.id, before, limit + 1)
  const page = found.length > limit ? found.slice(1) : found
  const items = page.map((row) => utteranceView(g, row, messageFinder(parts)))
  return { items, next: found.length > limit ? (page[0]?.n ?? null) : null }
}

/** In order. */
export function threadOf(
  parts: RequestContext,
  thread: MessageId,
  { before, limit }: PageWanted,
): Page<ThreadRow> {
  const end = before === null ? parts.store.threadLength(thread, null) : before - 1
  const begin = Math.max(0, end - limit)
  const found = parts.store.thread(thread, begin, end - begin)
  return {
    items: found.map((one, at) => threadRow(parts, parts.engine.state, one, begin + at + 1)),
    next: begin > 0 ? begin + 1 : null,
  }
}

/** With its present state; `n`: position in its thread. */
export function threadRow(
  parts: Pick<RequestContext, 'engine' | 'store'>,
  state: State,
  message: Message,
  n: number = parts.store.threadLength(message.thread, message.seq),
): ThreadRow {
  const now = state.agents.get(message.to)?.mailbox.find((open) => open.id === message.id) ?? message
  return { ...messageView(state, now, turnNumbers(parts)), n }
}

/** Open messages are newer in the state than in the store. */
export function messageFinder({ engine, store }: Pick<RequestContext, 'engine' | 'store'>) {
  return (id: MessageId): Message | null => {
    for (const { mailbox } of engine.state.agents.values()) {
      const open = mailbox.find((message) => message.id === id)
      if (open) return open
    }
    return store.message(id)
  }
}
