import type { Crossing, Link } from '../../../contract/links/links.ts'
import { oneLine, quoted } from '../../gatherings/markdown.ts'
import type { RequestContext } from '../../api/request-context.ts'
import { exportPage, iso, timeOf, type ExportRow, type LogSource } from './log-source.ts'

/** What crossed a link as a file. */
export function linkSource({ store, engine }: RequestContext, link: Link): LogSource {
  const names = link.members.map((id) => engine.state.agents.get(id)?.agent.name ?? id)
  return {
    title: names.join(', '),
    about: { id: link.id, members: names, mode: link.mode, purpose: link.purpose?.text ?? null },
    head: [
      `- A link, opened ${iso(link.opened.at)}${link.closed ? `, closed ${iso(link.closed.at)}` : ''}`,
      ...(link.purpose === null ? [] : [`- ${oneLine(link.purpose.text)}`]),
    ],
    rows: (cursor) => {
      const found = store.crossingsAfter(link.id, cursor, exportPage + 1)
      const page = found.slice(0, exportPage)
      const before = store.crossings(link.id, cursor + 1, 1)[0]?.at ?? null
      const next = found.length > exportPage ? (page.at(-1)?.place ?? null) : null
      return { rows: page.map(rowOf), before, next }
    },
  }
}

function rowOf({ id, n, at, fromName, kind, text, sent, turnNumber }: Crossing): ExportRow {
  const to = sent.map(({ toName, carriage, message }) => ({ name: toName, carriage, message }))
  const names = to.map(({ name }) => oneLine(name)).join(', ')
  return {
    at,
    json: { n, id, at: iso(at), from: fromName, kind, turn: turnNumber, to, text },
    markdown:
      kind === 'silent'
        ? [`*${oneLine(fromName)} had nothing to add* ${timeOf(at)}`]
        : [`**${oneLine(fromName)}**${names === '' ? '' : ` → ${names}`} ${timeOf(at)}`, quoted(text)],
  }
}
