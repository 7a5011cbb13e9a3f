import type { WindowView } from '../../main/contract/answers.ts'
import { idOf } from './make.ts'
import { heartbeat, link } from './make-link.ts'
import type { Answers } from './play.ts'

/** The answers about links and timers: all are as the view has them, and nothing changes. */
export function linkAnswers(view: WindowView | null) {
  const agents = view?.agents ?? []
  const links = view?.links ?? []
  const timers = agents.flatMap((one) => one.heartbeats)
  const aLink = (id?: string) => links.find((one) => one.id === id) ?? links[0] ?? link(1, agents.slice(0, 2))
  const anybody = agents[0] ?? { id: idOf(0), name: '' }
  const aTimer = (id?: string) =>
    timers.find((one) => one.id === id) ?? heartbeat(1, anybody, 'anchor', 'back to work', 300_000)
  return {
    'links.open': () => aLink(),
    'links.change': ({ id }) => aLink(id),
    'links.close': ({ id }) => aLink(id),
    'links.list': () => ({ items: links, next: null }),
    'heartbeats.set': () => aTimer(),
    'heartbeats.list': () => timers,
    'heartbeats.change': ({ id }) => aTimer(id),
    'heartbeats.cancel': ({ id }) => aTimer(id),
  } satisfies Partial<Answers>
}
