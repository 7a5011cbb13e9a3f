import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { LinkId } from '../../contract/links/links.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import {
  countedRows,
  exportedRows,
  type TimelineExport,
  type TimelinePage,
} from '../../contract/history/timeline.ts'
import type { TimelineQuery, PlacedTimelineEntry } from '../../ports/ports.ts'
import { agentIdOf, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { timelineJson, timelineMarkdown } from './timeline-export.ts'
import { timelineRow } from './timeline-views.ts'
import { isoDay } from '../../contract/words/times.ts'

const usualPage = 50
const exportPage = 500

export function timelineHandlers(parts: RequestContext) {
  return {
    'timeline.page': (_, input) => page(parts, input),
    'timeline.export': (_, input) => exported(parts, input),
  } satisfies Partial<Handlers>
}

type Filter = Omit<RequestInput<'timeline.page'>, 'cursor' | 'limit'>

function queryOf(
  parts: RequestContext,
  { kinds, agent, link, gathering, q, since, until }: Filter,
): TimelineQuery {
  return {
    kinds: kinds ?? [],
    agents: (agent ?? []).map((ref) => agentIdOf(parts, ref)),
    link: (link ?? null) as LinkId | null,
    gathering: (gathering ?? null) as GatheringId | null,
    text: q ?? '',
    since: since ?? null,
    until: until ?? null,
  }
}

function page(
  parts: RequestContext,
  { cursor, limit = usualPage, ...filter }: RequestInput<'timeline.page'>,
): TimelinePage {
  const query = queryOf(parts, filter)
  const found = parts.store.timeline(query, cursor ?? null, limit + 1)
  const shown = found.length > limit ? found.slice(1) : found
  return {
    items: shown.map((one) => timelineRow(parts, one)).reverse(),
    next: found.length > limit ? (shown[0]?.n ?? null) : null,
    total: cursor === undefined ? parts.store.timelineCount(query, countedRows) : null,
  }
}

function exported(
  parts: RequestContext,
  { format = 'md', ...filter }: RequestInput<'timeline.export'>,
): TimelineExport {
  const query = queryOf(parts, filter)
  const found: PlacedTimelineEntry[] = []
  let isWhole = false
  while (!isWhole && found.length < exportedRows) {
    const older = parts.store.timeline(query, found[0]?.n ?? null, exportPage)
    found.unshift(...older)
    isWhole = older.length < exportPage
  }
  const rows = found.map((one) => timelineRow(parts, one))
  const isCut = !isWhole && parts.store.timeline(query, found[0]?.n ?? null, 1).length > 0
  const day = isoDay(parts.clock.now())
  const isPaid = !parts.status().rehearsal
  const text = (format === 'md' ? timelineMarkdown : timelineJson)(rows, { isCut, isPaid })
  return { name: `${day}-timeline.${format}`, text, rows: rows.length, isCut }
}
