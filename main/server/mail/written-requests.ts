import type { WrittenView } from '../../contract/mail/mail-views.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { messageView, replyView } from './mail-views.ts'
import { findPeer } from '../fleet/peers.ts'
import { awaySeatView } from '../agents/views.ts'
import { findAgent, mustFind, refused, turnNumbers, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

const usualPage = 30

/** What the person has written to one agent, of this house or of another, and that they have seen what came of it. */
export function writtenHandlers(parts: RequestContext) {
  const { engine, store } = parts
  const written = (message: Message): WrittenView => ({
    ...messageView(engine.state, message, turnNumbers(parts)),
    reply: replyView(message),
  })
  return {
    'messages.written': (_, { agent, limit = usualPage, cursor }) => {
      const id = findPeer(parts, agent) ?? findAgent(parts, agent).state.agent.id
      const found = store.written(id, cursor ?? null, limit + 1)
      const items = found.slice(0, limit)
      return {
        items: items.map(written),
        next: found.length > limit ? (items.at(-1)?.seq ?? null) : null,
      }
    },
    'seats.decide': async (_, { agent, take }) => {
      const { id } = findAgent(parts, agent).state.agent
      await engine.command({ type: 'seat.decided', agent: id, take })
      const { seat } = mustFind(engine, id).agent
      return { seat: seat ? awaySeatView(seat) : null }
    },
    'peers.seen': async (_, { agent }) => {
      const peer = findPeer(parts, agent)
      if (peer === null) throw refused('unknown_agent', 'That is no agent of another house.')
      await engine.command({ type: 'peer.seen', peer })
      return { seen: true as const }
    },
  } satisfies Partial<Handlers>
}
