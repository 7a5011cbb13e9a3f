import { createStore } from 'zustand/vanilla'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'
import { isInView } from '../../state/selectors.ts'
import { mirror, openAgents } from '../../state/store.ts'
import { canNotify, isWindowSeen, mayNotify, notify, ringIfWished, toFront } from '../../state/system-news.ts'
import { jumpTo, select, showGathering } from '../../state/view-store.ts'
import { claim } from './notifier.ts'
import { NewsReader, type News } from './news.ts'

/** After a turn that was longer, in ms, and that nobody saw end, the person is asked whether they want to be told. */
export const longTurn = 30_000

/** What is held back so long, in ms, another window in which it is seen has told main. */
const settleMs = 400

/** The news after which the person is asked; null: none yet, or they have answered. */
export const offer = createStore<{ readonly after: News | null }>(() => ({ after: null }))

/** Begins to tell of what has come to its end; the answer ends it. */
export function followNews(): () => void {
  const reader = new NewsReader()
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  const stop = mirror.subscribe((now, before) => {
    if (now.status === null || (now.agents === before.agents && now.gatherings === before.gatherings)) return
    const gatherings = Object.values<GatheringView>(now.gatherings)
    for (const news of reader.read(openAgents(now), gatherings, Date.now())) {
      if (isSeen(news)) continue
      offerAfter(news)
      // Asked now: who says yes on the offer has read the news that it names.
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

/** Once, after a long turn of which the end was not seen. */
function offerAfter(news: News) {
  const { status } = mirror.getState()
  const isAsked = status?.settings.notifyOffered !== false
  const canBe = canNotify && Notification.permission !== 'denied'
  if (isAsked || !canBe || isWindowSeen() || news.worked === null || news.worked <= longTurn) return
  if (offer.getState().after === null) offer.setState({ after: news })
}

/** Tells of it, unless it was read meanwhile, in whatever window. */
function tell(news: News, isWished: boolean) {
  if (isSeen(news) || isRead(news) || !claim(news.key)) return
  ringIfWished(news.kind)
  if (!isWished || !mayNotify(news.kind)) return
  const shown = notify(visible(news.title), { body: visible(plainLine(news.body)), tag: news.key })
  shown.onclick = () => {
    shown.close()
    toFront()
    goToNews(news)
  }
}

/** Words that were seen are no news any more. */
function isRead({ place }: News): boolean {
  if ('gathering' in place || place.row === null) return false
  return mirror.getState().agents[place.agent]?.unread.includes(place.row) !== true
}

/** Whether the person sees it just now. */
function isSeen({ place }: News): boolean {
  if (!isWindowSeen()) return false
  return 'gathering' in place ? isInView('gathering', place.gathering) : isInView('agent', place.agent)
}

/** Shows where it is to be read. */
export function goToNews({ place }: News): void {
  if ('gathering' in place) return showGathering(place.gathering)
  select(place.agent)
  if (place.row !== null) jumpTo({ agent: place.agent, n: place.row, words: '', isLanding: true })
}
