import type { Message } from '../../../contract/mail/messages.ts'
import type { MessageId } from '../../../contract/api/model.ts'
import { oneLine, quoted } from '../../gatherings/markdown.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { exportPage, iso, timeOf, type ExportRow, type LogSource } from './log-source.ts'

/** An exchange of messages as a file. */
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
      const rows = found.slice(0, exportPage).map((one, at) => rowOf(one, nameOf(one), cursor + at + 1))
      const before = cursor === 0 ? null : (store.thread(thread, cursor - 1, 1)[0]?.acceptedAt ?? null)
      return { rows, before, next: found.length > exportPage ? cursor + exportPage : null }
    },
  }
}

function rowOf(message: Message, to: string, n: number): ExportRow {
  const { id, acceptedAt, from, fromName, body, replyTo, isReply, expectsReply, priority, state } = message
  const what = isReply ? ', an answer' : expectsReply ? ', asks for an answer' : ''
  return {
    at: acceptedAt,
    json: {
      n,
      id,
      at: iso(acceptedAt),
      from: from.kind,
      name: fromName,
      to,
      text: body,
      replyTo,
      isReply,
      expectsReply,
      priority,
      state,
    },
    markdown: [`**${oneLine(fromName)}** to **${oneLine(to)}**${what} ${timeOf(acceptedAt)}`, quoted(body)],
  }
}
