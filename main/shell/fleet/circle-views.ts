import type { CircleSeatView, CircleWordsView } from '../../contract/fleet-views.ts'
import type { Message } from '../../contract/messages.ts'
import type { PersonSeat } from '../../core/away/houses.ts'

/** A seat of the person in a circle of another house, as it is shown. */
export function circleView({ gathering, topic, by, stands, isNew, ask }: PersonSeat): CircleSeatView {
  const turn = ask && { id: ask.id, since: new Date(ask.acceptedAt).toISOString() }
  return { circle: gathering, topic, by, stands, isNew, turn }
}

/** Words of such a circle, as they are shown. */
export function circleWordsView(message: Message): CircleWordsView {
  const { id, seq, fromName: from, spoken, body: text, acceptedAt, asks, reply } = message
  return {
    ...{ id, seq, from, number: spoken?.number ?? null, text, at: new Date(acceptedAt).toISOString() },
    isTurn: asks !== undefined,
    answer: reply && { text: saidIn(reply.text), at: new Date(reply.at).toISOString() },
  }
}

/** What was said, without the line that passes the piece. */
function saidIn(text: string): string {
  return text === 'SILENT' ? '' : text.replace(/\n+PASS$/u, '')
}
