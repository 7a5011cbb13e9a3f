import type { HitReport, ThreadReport } from '../../main/contract/reports.ts'
import type { Page } from '../../main/contract/views.ts'
import { clean, cleanLines } from './clean.ts'

/** What a search has found, best first: where and when, then the words around it. */
export function hitLines({ items, next }: Page<HitReport>): string {
  if (items.length === 0) return 'Nothing was found. Every word must occur; "in quotes" they are a phrase.'
  const blocks = items.map(({ at, agent, circle, from, message, call, text }) => {
    const id = message === null ? '' : `  ${message}`
    const where = circle === null ? agent : `${circle.topic} · ${circle.house}`
    const by = from === where ? clean(from) : `${clean(from)} in ${clean(where)}`
    const did = call === '' ? '' : `\n  ${clean(call)}`
    return `${at}  ${by}${id}${did}\n${indented(text)}`
  })
  const more =
    next === null
      ? ''
      : `\n\nThere is more: --cursor ${String(next)}, or narrow it with from:, in:, after:, before:.`
  return blocks.join('\n\n') + more
}

/** An exchange in order. */
export function threadLines({ messages, next }: ThreadReport): string {
  const blocks = messages.map(
    ({ acceptedAt, id, from, to, message }) =>
      `${acceptedAt}  ${clean(from)} to ${clean(to)}  ${id}\n${indented(message)}`,
  )
  return blocks.join('\n\n') + (next === null ? '' : '\n\nIt goes on: janus api GET /threads/ID?cursor=100')
}

const indented = (text: string): string => cleanLines(text).replace(/^/gm, '  ')
