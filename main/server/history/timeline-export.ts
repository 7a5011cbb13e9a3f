import { timelineReport, type TimelineReport } from '../../contract/api/reports.ts'
import { useWords } from '../../contract/history/timeline-words.ts'
import type { TimelineRow } from '../../contract/history/timeline.ts'

interface About {
  /** Older rows were cut. */
  readonly isCut: boolean
  /** False in the demo. */
  readonly isPaid: boolean
}

/** For readers: one table per day. */
export function timelineMarkdown(rows: readonly TimelineRow[], { isCut, isPaid }: About): string {
  const reports = rows.map((row) => unpaid(timelineReport(row, 'user'), isPaid))
  const days = Map.groupBy(reports, ({ at }) => at.slice(0, 10))
  const parts = [
    '# Timeline',
    `${String(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}, times in UTC${isCut ? '; older ones are left out' : ''}.`,
    ...[...days].flatMap(([day, list]) => [`## ${day}`, [...head, ...list.map(line)].join('\n')]),
  ]
  return `${parts.join('\n\n')}\n`
}

const head = [
  '| when | who | what | words | why | cost, or tokens |',
  '| --- | --- | --- | --- | --- | --- |',
]

function line({
  at,
  fromName,
  what,
  toNames,
  text,
  sealed,
  why,
  became,
  costUsd,
  tokens,
}: TimelineReport): string {
  const cells = [
    at.slice(11, 23),
    fromName ?? '',
    [what, toNames.join(', ')].filter((part) => part !== '').join(' '),
    sealed ? '(under seal)' : text,
    [why, became].filter((part) => part !== '').join('; '),
    useWords({ costUsd, tokens }, (usd) => `$${usd.toFixed(4)}`),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** One line, with Markdown and HTML escaped. */
function cell(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/[\\`*_[\]<>#|~!&]/g, '\\$&')
    .trim()
}

/** For programs: rows as in the API. */
export function timelineJson(rows: readonly TimelineRow[], { isCut, isPaid }: About): string {
  const list = rows.map((row) => unpaid(timelineReport(row, 'user'), isPaid))
  return `${JSON.stringify({ isCut, rows: list }, null, 2)}\n`
}

/** In the demo nothing is paid. */
export function unpaid(report: TimelineReport, isPaid: boolean): TimelineReport {
  if (isPaid || report.costUsd === null) return report
  const { fact, turns } = report
  return {
    ...report,
    costUsd: 0,
    turns: turns.map((turn) => ({ ...turn, costUsd: turn.costUsd && 0 })),
    fact: 'costUsd' in fact ? { ...fact, costUsd: 0 } : fact,
  }
}
