import type { CircleWordsView } from '../../../contract/fleet/fleet-views.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { PersonSeat } from '../../../core/step/houses.ts'
import { houseOf } from '../../../core/step/peer-ids.ts'
import { circleWordsView } from '../../fleet/circle-words.ts'
import { oneLine, quoted } from '../../gatherings/markdown.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { exportPage, timeOf, type ExportRow, type LogSource } from './log-source.ts'

/** What the person heard and said in a circle of another house as a file. */
export function circleSource(
  { store, status }: RequestContext,
  { gathering, topic, by, thread }: PersonSeat,
): LogSource {
  const house = houseOf(gathering) ?? ''
  const read = (from: number, limit: number) => (thread === null ? [] : store.thread(thread, from, limit))
  const person = status().person
  return {
    title: topic,
    about: { id: gathering, topic, house, by },
    head: [`- A circle of the house ${oneLine(house)}, convened by ${oneLine(by)}`],
    rows: (cursor) => {
      const found = read(cursor, exportPage + 1)
      const rows = found.slice(0, exportPage).map((one, at) => rowOf(one, person, cursor + at + 1))
      const before = cursor === 0 ? null : (read(cursor - 1, 1)[0]?.acceptedAt ?? null)
      return { rows, before, next: found.length > exportPage ? cursor + exportPage : null }
    },
  }
}

function rowOf(message: Message, person: string, n: number): ExportRow {
  const { id, at, from: name, number, isTurn, text, answer } = circleWordsView(message)
  const seat = number === null ? '' : ` (${String(number)})`
  return {
    at: message.acceptedAt,
    json: { n, id, at, name, number, isTurn, text, answer },
    markdown: [
      `**${oneLine(name)}**${seat} ${timeOf(message.acceptedAt)}`,
      quoted(text),
      ...answerLines(answer, person),
    ],
  }
}

function answerLines(answer: CircleWordsView['answer'], person: string): readonly string[] {
  if (answer === null) return []
  const at = timeOf(Date.parse(answer.at))
  const name = oneLine(person)
  if (answer.text !== '') return [`**${name}** ${at}`, quoted(answer.text)]
  return [`*${name} ${answer.isSilence ? 'kept silence' : 'passed'}* ${at}`]
}
