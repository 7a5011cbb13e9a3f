import type { CircleWordsView } from '../../contract/fleet/fleet-views.ts'
import { circleLabel, circleName } from '../../contract/mail/authors.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { UserSeat } from '../../core/step/machines.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import { iso } from '../../contract/words/times.ts'

/** The user's seat in another machine's gathering. */
export function findSeat({ engine }: Pick<RequestContext, 'engine'>, circle: string): UserSeat | undefined {
  const { circles = [] } = engine.state.machines.get(machineOf(circle) ?? '')?.machine ?? {}
  return circles.find(({ gathering }) => gathering === circle)
}

export function mustFindSeat(parts: Pick<RequestContext, 'engine'>, circle: string): UserSeat {
  const seat = findSeat(parts, circle)
  if (!seat) throw refused('not_found', 'No circle of another machine has a seat for you under that id.')
  return seat
}

export function circleWordsView(message: Message): CircleWordsView {
  const { id, seq, from: author, fromName, spoken, body: text, acceptedAt, asks, reply } = message
  return {
    id,
    seq,
    from:
      author.kind === 'guest' && author.name === circleName && !spoken?.number
        ? circleLabel(author.machine)
        : fromName,
    number: spoken?.number ?? null,
    text,
    at: iso(acceptedAt),
    isTurn: asks !== undefined,
    answer: reply && { ...saidIn(reply.text), at: iso(reply.at) },
  }
}

/** Strips the line that passes the piece. */
function saidIn(text: string): { readonly text: string; readonly isSilence: boolean } {
  const isSilence = text === 'SILENT'
  return { text: isSilence ? '' : text.replace(/(?:^|\n+)PASS(?:: \d+)?$/u, ''), isSilence }
}
