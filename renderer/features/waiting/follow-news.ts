import { createStore } from 'zustand/vanilla'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'
import { isInView } from '../../state/selectors.ts'
import { followMainChanges, mirror, openAgents } from '../../state/store.ts'
import {
  canNotify,
  isWindowSeen,
  mayNotify,
  showNotification,
  ringIfWished,
  toFront,
} from '../../state/system-news.ts'
import { jumpTo, select, showGathering } from '../../state/view-store.ts'
import { claimNotification } from './notifier.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { NewsKind } from '../../state/sounds.ts'

/** After an unseen turn longer than this, the user is offered notifications; ms. */
const longTurn = 30_000

/** Grace period in which another window can report the news as seen; ms. */
const settleMs = 400

/** The news that triggers the offer; null: none yet, or answered. */
export const offer = createStore<{ readonly after: News | null }>(() => ({ after: null }))

/** Notifies the user of finished work. Returns the unsubscribe function. */
export function followNews(): () => void {
  const reader = new NewsReader()
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const stop = followMainChanges((now, before) => {
    if (now.agents === before.agents && now.gatherings === before.gatherings) return
    const gatherings = Object.values<GatheringView>(now.gatherings)
    for (const news of reader.read(openAgents(now), gatherings, Date.now())) {
      if (isSeen(news)) continue
      offerAfter(news)
      // Decided now: a user who accepts the offer has already seen the news that it names.
      const isWished = mayNotify(news.kind)
      const timer = setTimeout(() => {
        waiting.delete(timer)
        tell(news, isWished)
      }, settleMs)
      waiting.add(timer)
    }
  })
  return () => {
    stop()
    for (const timer of waiting) clearTimeout(timer)
  }
}

/** Offers notifications once, after a long turn whose end was not seen. */
function offerAfter(news: News) {
  const { status } = mirror.getState()
  const isAsked = status?.settings.notifyOffered !== false
  const canBe = canNotify && Notification.permission !== 'denied'
  if (isAsked || !canBe || isWindowSeen() || news.worked === null || news.worked <= longTurn) return
  if (offer.getState().after === null) offer.setState({ after: news })
}

/** Skipped if the news was read meanwhile, in any window. */
function tell(news: News, isWished: boolean) {
  if (isSeen(news) || isRead(news) || !claimNotification(news.key)) return
  ringIfWished(news.kind)
  if (!isWished || !mayNotify(news.kind)) return
  const shown = showNotification(visible(news.title), { body: visible(plainLine(news.body)), tag: news.key })
  shown.onclick = () => {
    shown.close()
    toFront()
    goToNews(news)
  }
}

function isRead({ place }: News): boolean {
  if ('gathering' in place || place.row === null) return false
  return mirror.getState().agents[place.agent]?.unread.includes(place.row) !== true
}

function isSeen({ place }: News): boolean {
  if (!isWindowSeen()) return false
  return 'gathering' in place ? isInView('gathering', place.gathering) : isInView('agent', place.agent)
}

export function goToNews({ place }: News): void {
  if ('gathering' in place) return showGathering(place.gathering)
  select(place.agent)
  if (place.row !== null) jumpTo({ agent: place.agent, n: place.row, words: '', isLanding: true })
}

/** A finished turn or gathering; asks nothing of the user. */
interface News {
  readonly kind: Exclude<NewsKind, 'needs'>
  /** Equal for the same news. */
  readonly key: string
  readonly title: string
  /** The last text, or the first decision; Markdown. */
  readonly body: string
  readonly place:
    | { readonly agent: AgentId; readonly row: number | null }
    | { readonly gathering: GatheringId }
  /** How long the agent worked, in ms; null if unknown. */
  readonly worked: number | null
}

/** Detects finished work. The first call only records the state. */
export class NewsReader {
  #ends: ReadonlyMap<AgentId, string> | null = null
  #harvests: ReadonlySet<GatheringId> | null = null
  readonly #since = new Map<AgentId, number>()

  /** Takes all open tabs and gatherings; `now` in ms. */
  read(agents: readonly AgentView[], gatherings: readonly GatheringView[], now: number): readonly News[] {
    return [...this.#turns(agents, now), ...this.#harvested(gatherings)]
  }

  #turns(agents: readonly AgentView[], now: number): readonly News[] {
    const known = this.#ends
    this.#ends = new Map(
      agents.map((one) => [one.id, isAtWork(one) ? (known?.get(one.id) ?? '') : endOf(one)]),
    )
    const news = agents.filter(
      (one) => known?.has(one.id) && !isAtWork(one) && endOf(one) !== '' && endOf(one) !== known.get(one.id),
    )
    const told = news.map((one): News => {
      const since = this.#since.get(one.id)
      return { ...finished(one), worked: since === undefined ? null : now - since }
    })
    for (const one of agents) {
      if (!isAtWork(one)) this.#since.delete(one.id)
      else if (!this.#since.has(one.id)) this.#since.set(one.id, now)
    }
    return told
  }

  #harvested(gatherings: readonly GatheringView[]): readonly News[] {
    const known = this.#harvests
    const all = gatherings.filter(({ state, harvest }) => state === 'closed' && harvest !== null)
    this.#harvests = new Set(all.map(({ id }) => id))
    return known === null ? [] : all.filter(({ id }) => !known.has(id)).map(harvested)
  }
}

const isAtWork = ({ status }: AgentView): boolean => status === 'working' || status === 'starting'

/** Identifies the end state of an agent; empty if there is none or it was seen. */
function endOf({ unread, notices, broken, status, reason }: AgentView): string {
  if (broken) return `broke ${broken.detail}`
  if (status === 'failed') return `failed ${JSON.stringify(reason)}`
  // A notice in the middle of a turn is news of its own.
  const row = unread.at(-1)
  return row === undefined || row === notices?.row ? '' : `row ${row}`
}

function finished(one: AgentView): Omit<News, 'worked'> {
  const { id: agent, name, lastLine, broken, status, unread } = one
  const row = unread.at(-1) ?? null
  const of = { kind: 'finished', key: `${agent} ${endOf(one)}`, place: { agent, row } } as const
  if (broken) return { ...of, title: `${name}’s turn failed`, body: broken.detail }
  return { ...of, title: status === 'failed' ? `${name} failed` : `${name} finished`, body: lastLine }
}

function harvested({ id, topic, harvest }: GatheringView): News {
  const lines = harvest ? [...harvest.decided, ...harvest.open, ...harvest.next] : []
  const body = lines[0]?.text ?? harvest?.more ?? ''
  const of = { kind: 'harvest', key: `harvest ${id}`, place: { gathering: id }, worked: null } as const
  return { ...of, title: `The harvest of “${topic}” is in`, body }
}
