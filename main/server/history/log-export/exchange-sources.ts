import type { Crossing, Link } from '../../../contract/links/links.ts'
import { pick } from '../../../contract/api/pick.ts'
import { markdownLine, blockQuote } from '../../gatherings/markdown.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { exportPage, utcTime, type ExportRow, type LogSource } from './log-source.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { MessageId } from '../../../contract/api/model.ts'
import type { CircleWordsView } from '../../../contract/fleet/fleet-views.ts'
import type { UserSeat } from '../../../core/step/machines.ts'
import { machineOf } from '../../../core/step/peer-ids.ts'
import { circleWordsView } from '../../fleet/circle-words.ts'
import { iso } from '../../../contract/words/times.ts'

export function linkSource({ store, engine }: RequestContext, link: Link): LogSource {
  const names = link.members.map((id) => engine.state.agents.get(id)?.agent.name ?? id)
  return {
    title: names.join(', '),
    about: { id: link.id, members: names, mode: link.mode, purpose: link.purpose?.text ?? null },
    head: [
      `- A link, opened ${iso(link.opened.at)}${link.closed ? `, closed ${iso(link.closed.at)}` : ''}`,
      ...(link.purpose === null ? [] : [`- ${markdownLine(link.purpose.text)}`]),
    ],
    rows: (cursor) => {
      const found = store.crossingsAfter(link.id, cursor, exportPage + 1)
      const page = found.slice(0, exportPage)
      const before = store.crossings(link.id, cursor + 1, 1)[0]?.at ?? null
      const next = found.length > exportPage ? (page.at(-1)?.place ?? null) : null
      return { rows: page.map(crossingRow), before, next }
    },
  }
}

function crossingRow({ id, n, at, fromName, kind, text, sent, turnNumber }: Crossing): ExportRow {
  const to = sent.map(({ toName, carriage, message }) => ({ name: toName, carriage, message }))
  const names = to.map(({ name }) => markdownLine(name)).join(', ')
  return {
    at,
    json: { n, id, at: iso(at), from: fromName, kind, turn: turnNumber, to, text },
    markdown:
      kind === 'silent'
        ? [`*${markdownLine(fromName)} had nothing to add* ${utcTime(at)}`]
        : [
            `**${markdownLine(fromName)}**${names === '' ? '' : ` → ${names}`} ${utcTime(at)}`,
            blockQuote(text),
          ],
  }
}

export function threadSource({ store, engine }: RequestContext, thread: MessageId): LogSource {
  const nameOf = ({ to }: Message) => engine.state.agents.get(to)?.agent.name ?? to
  const first = store.thread(thread, 0, exportPage)
  const names = [...new Set(first.flatMap((one) => [one.fromName, nameOf(one)]))]
  return {
    title: names.join(', '),
    about: { id: thread, members: names },
    head: ['- An exchange of messages'],
    rows: (cursor) => {
      const found = store.thread(thread, cursor, exportPage + 1)
      const rows = found.slice(0, exportPage).map((one, at) => messageRow(one, nameOf(one), cursor + at + 1))
      const before = cursor === 0 ? null : (store.thread(thread, cursor - 1, 1)[0]?.acceptedAt ?? null)
      return { rows, before, next: found.length > exportPage ? cursor + exportPage : null }
    },
  }
}

function messageRow(message: Message, to: string, n: number): ExportRow {
  const { id, acceptedAt, from, fromName, body, isReply, expectsReply } = message
  const what = isReply ? ', an answer' : expectsReply ? ', asks for an answer' : ''
  const head = { n, id, at: iso(acceptedAt), from: from.kind, name: fromName, to, text: body }
  const more = pick(message, ['replyTo', 'isReply', 'expectsReply', 'priority', 'state'])
  return {
    at: acceptedAt,
    json: { ...head, ...more },
    markdown: [
      `**${markdownLine(fromName)}** to **${markdownLine(to)}**${what} ${utcTime(acceptedAt)}`,
      blockQuote(body),
    ],
  }
}

/** What the user received and said in another machine's circle. */
export function circleSource(
  { store, status }: RequestContext,
  { gathering, topic, by, thread }: UserSeat,
): LogSource {
  const machine = machineOf(gathering) ?? ''
  const read = (from: number, limit: number) => (thread === null ? [] : store.thread(thread, from, limit))
  const user = status().user
  return {
    title: topic,
    about: { id: gathering, topic, machine, by },
    head: [`- A gathering on ${markdownLine(machine)}, convened by ${markdownLine(by)}`],
    rows: (cursor) => {
      const found = read(cursor, exportPage + 1)
      const rows = found.slice(0, exportPage).map((one, at) => circleRow(one, user, cursor + at + 1))
      const before = cursor === 0 ? null : (read(cursor - 1, 1)[0]?.acceptedAt ?? null)
      return { rows, before, next: found.length > exportPage ? cursor + exportPage : null }
    },
  }
}

function circleRow(message: Message, user: string, n: number): ExportRow {
  const { id, at, from: name, number, isTurn, text, answer } = circleWordsView(message)
  const seat = number === null ? '' : ` (${String(number)})`
  return {
    at: message.acceptedAt,
    json: { n, id, at, name, number, isTurn, text, answer },
    markdown: [
      `**${markdownLine(name)}**${seat} ${utcTime(message.acceptedAt)}`,
      blockQuote(text),
      ...answerLines(answer, user),
    ],
  }
}

function answerLines(answer: CircleWordsView['answer'], user: string): readonly string[] {
  if (answer === null) return []
  const at = utcTime(Date.parse(answer.at))
  const name = markdownLine(user)
  if (answer.text !== '') return [`**${name}** ${at}`, blockQuote(answer.text)]
  return [`*${name} ${answer.isSilence ? 'kept silence' : 'passed'}* ${at}`]
}
