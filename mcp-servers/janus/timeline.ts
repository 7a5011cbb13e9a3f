import { momentKinds } from '../../main/contract/moments.ts'
import type { TimelineReport } from '../../main/contract/timeline-report.ts'
import { useWords } from '../../main/contract/timeline-words.ts'
import type { TimelineExport } from '../../main/contract/timeline.ts'
import type { Page } from '../../main/contract/views.ts'
import type { ApiRequest } from '../shared/ask.ts'
import { clean, cleanLines } from './clean.ts'
import { EndingError } from './ending.ts'

/** Which rows of the timeline are asked for, and whether as a file. Times: a span back from now in ms, or ISO 8601. */
export interface TimelineCommand {
  readonly agent: string | null
  readonly kinds: string | null
  readonly since: number | string | null
  readonly until: number | string | null
  readonly words: string | null
  readonly limit: string | null
  readonly export: 'md' | 'json' | null
}

/** The flags that belong to the timeline, as they were written. */
export interface TimelineFlags {
  readonly agent?: string
  readonly kind?: string
  readonly since?: string
  readonly until?: string
  readonly words?: string
  readonly limit?: string
  readonly export?: string
}

/** Reads the flags behind `janus timeline`. Throws `EndingError` that says how they are written. */
export function readTimeline(flags: TimelineFlags): TimelineCommand {
  const { agent = null, kind = null, since, until, words = null, limit = null, export: format = null } = flags
  const odd = kind?.split(',').find((one) => !momentKinds.some((known) => known === one.trim()))
  if (odd !== undefined) throw usage(`--kind is one of ${momentKinds.join(', ')}, or several with commas.`)
  if (limit !== null && !/^([1-9]\d?|100)$/.test(limit))
    throw usage('--limit is a number of rows, 100 at most.')
  if (format !== null && format !== 'md' && format !== 'json') throw usage('--export is md or json.')
  return {
    ...{ agent, kinds: kind, words, limit, export: format },
    since: timeOf('--since', since),
    until: timeOf('--until', until),
  }
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `2h` is a span, everything else a time that the app reads. */
function timeOf(flag: string, written: string | undefined): number | string | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(written ?? '') ?? []
  if (written !== undefined && count === undefined && !/^\d{4}-/.test(written))
    throw usage(
      `${flag} is a span back from now, such as 30m, 2h or 3d, or a time in ISO 8601, such as 2026-11-24T08:00:00Z.`,
    )
  return count === undefined ? (written ?? null) : Number(count) * (units[unit] ?? 0)
}

/** The question to the API; `now` in ms. */
export function timelineRequest(command: TimelineCommand, now: number): ApiRequest {
  const { agent, kinds, words, limit, export: format } = command
  const at = (time: number | string | null) =>
    typeof time === 'number' ? new Date(now - time).toISOString() : time
  const query = { agent, kinds, q: words, since: at(command.since), until: at(command.until) }
  const more = format === null ? { limit } : { format }
  const said = Object.entries({ ...query, ...more }).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  const path = format === null ? '/timeline' : '/timeline/export'
  return { method: 'GET', path: said.length === 0 ? path : `${path}?${said.join('&')}`, repeatable: true }
}

/** The rows, oldest first: when, who, what to whom, the words; below them why, and what became of it. */
export function timelineWords(command: TimelineCommand, answer: unknown): string {
  if (command.export !== null) return cleanLines((answer as TimelineExport).text.trimEnd())
  const { items, next } = answer as Page<TimelineReport>
  if (items.length === 0) return 'Nothing has passed that fits.'
  const lines = items.toReversed().flatMap(lineOf)
  return next === null
    ? lines.join('\n')
    : `There is more before: --until ${items.at(-1)?.at ?? ''}\n${lines.join('\n')}`
}

function lineOf({
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
}: TimelineReport): string[] {
  const who = [fromName ?? '', what, toNames.join(', ')].filter((part) => part !== '').join(' ')
  const words = sealed ? '(under seal)' : text
  const cost = useWords({ costUsd, tokens }, (usd) => `$${usd.toFixed(4)}`)
  const more = [why, became, cost].filter((part) => part !== '').join('; ')
  const first = `${at}  ${clean(who)}${words === '' ? '' : `: ${clean(words)}`}`
  return more === '' ? [first] : [first, `${' '.repeat(26)}${clean(more)}`]
}

function usage(message: string): EndingError {
  return new EndingError('usage', `${message}\nSee janus --help.`)
}
