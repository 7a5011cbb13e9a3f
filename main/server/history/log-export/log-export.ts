import { exportVersion, type LogChunk } from '../../../contract/api/log-export.ts'
import type { Caller, RequestInput } from '../../../contract/api/requests.ts'
import { mustFindSeat } from '../../fleet/circle-words.ts'
import { findLink } from '../../links/links-requests.ts'
import { markdownLine, fileNameOf } from '../../gatherings/markdown.ts'
import { findAgent, findReadable, type RequestContext } from '../../api/request-context.ts'
import { agentSource } from './agent-source.ts'
import { circleSource, linkSource, threadSource } from './exchange-sources.ts'
import type { ExportedRows, ExportRow, LogSource } from './log-source.ts'
import { iso, isoDay, minuteWords } from '../../../contract/words/times.ts'

type Exported = RequestInput<'log.save'>

/**
 * One chunk of an exported log: `cursor` 0, then each chunk's `next`. Only one chunk is in memory at a time.
 */
export function logChunk(
  parts: RequestContext,
  caller: Caller,
  exported: Exported,
  cursor: number,
): LogChunk {
  const { kind, format = 'md' } = exported
  const source = sourceOf(parts, caller, exported)
  const page = source.rows(cursor)
  const { rows, next } = page
  const now = parts.clock.now()
  const at = { isFirst: cursor === 0, isLast: next === null, now }
  const text = format === 'md' ? markdownPart(source, page, at) : jsonPart({ kind, ...source }, rows, at)
  const day = isoDay(now)
  return { name: `${day}-${fileNameOf(source.title, 'janus')}.${format}`, text, rows: rows.length, next }
}

export function* logChunks(parts: RequestContext, caller: Caller, exported: Exported): Generator<string> {
  for (let cursor: number | null = 0; cursor !== null;) {
    const part: LogChunk = logChunk(parts, caller, exported, cursor)
    yield part.text
    cursor = part.next
  }
}

function sourceOf(parts: RequestContext, caller: Caller, { kind, id, tools }: Exported): LogSource {
  switch (kind) {
    case 'agent':
      return agentSource(parts, findAgent(parts, id).state, tools === 'whole')
    case 'link':
      return linkSource(parts, findLink(parts, caller, id))
    case 'thread':
      return threadSource(parts, findReadable(parts, caller, id).thread)
    case 'circle':
      return circleSource(parts, mustFindSeat(parts, id))
  }
}

/** `now`: milliseconds. */
interface At {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly now: number
}

/** With a heading per day. */
function markdownPart(
  { title, head }: LogSource,
  { rows, before }: ExportedRows,
  { isFirst, now }: At,
): string {
  const lines = [...head, `- Exported ${minuteWords(now)}; times in UTC`].join('\n')
  const blocks = isFirst ? [`# ${markdownLine(title)}`, lines] : []
  let day = before === null ? '' : isoDay(before)
  for (const { at, markdown } of rows) {
    if (markdown.length > 0 && isoDay(at) !== day) blocks.push(`## ${(day = isoDay(at))}`)
    blocks.push(...markdown)
  }
  return blocks.map((block) => `${block}\n\n`).join('')
}

/** One record per line, so that long files can be read line by line. */
function jsonPart(
  { kind, about }: Pick<LogSource, 'about'> & Pick<Exported, 'kind'>,
  rows: readonly ExportRow[],
  { isFirst, isLast, now }: At,
): string {
  const head = { janus: { version: exportVersion, kind, ...about, takenAt: iso(now) } }
  const top = isFirst ? `${JSON.stringify(head).slice(0, -1)},"rows":[\n` : ''
  const list = rows.map(({ json }) => JSON.stringify(json)).join(',\n')
  const between = !isFirst && rows.length > 0 ? ',\n' : ''
  return `${top}${between}${list}${isLast ? '\n]}\n' : ''}`
}
