import type { HeartbeatView } from '../../contract/timers/heartbeats.ts'
import type { Report, ReportAnswers, ReportedKind, RequestAnswers } from '../../contract/api/answers.ts'
import type { GatheringLine, GatheringView } from '../../contract/gatherings/gathering-views.ts'
import {
  handlerReport,
  trialReport,
  crossingReport,
  gatheringReport,
  gatheringSummary,
  replayReport,
  heartbeatReport,
  searchResultReport,
  linkReport,
  messageReport,
  threadReport,
  ticketReport,
  writtenReport,
  type Reader,
  statusReport,
  timelineReport,
} from '../../contract/api/reports.ts'
import type { LinkView } from '../../contract/links/link-views.ts'
import type { Ask, Caller, RequestKind } from '../../contract/api/requests.ts'
import { standsBy } from '../links/link-views.ts'
import { crossingsOf, utterancesOf } from '../history/log-pages.ts'
import { unpaid } from '../history/timeline-export.ts'
import type { RequestContext } from './request-context.ts'
import { audienceOf } from '../mail/mail-views.ts'

const utterancesShown = 100
const crossingsShown = 3

type Reports = {
  readonly [K in ReportedKind]: (answer: RequestAnswers[K], reader: Reader) => ReportAnswers[K]
}

/** Answers like `ask`, but with reports instead of window views. */
export function createReport(ask: Ask, parts: RequestContext): Report {
  const reports: Partial<Record<RequestKind, unknown>> = createReports(parts)
  return async (caller, kind, input, gone) => {
    const answer = await ask(caller, kind, input, gone)
    // The table ties each kind to its answer; TypeScript cannot follow that through an index.
    const report = reports[kind] as ((answer: unknown, reader: Reader) => unknown) | undefined
    return (report ? report(answer, readerFor(parts, caller)) : answer) as never
  }
}

export function readerFor({ engine }: RequestContext, caller: Caller): Reader {
  return {
    audience: audienceOf(caller),
    nameOf: (id) => engine.state.agents.get(id)?.agent.name ?? id,
  }
}

function createReports(parts: RequestContext): Reports {
  const { engine, clock } = parts
  const link = (view: LinkView, reader: Reader) => {
    const { items } = crossingsOf(parts, view.id, { before: null, limit: crossingsShown })
    return linkReport(view, items.toReversed(), reader)
  }
  const timer = (view: HeartbeatView, reader: Reader) =>
    heartbeatReport(view, standsBy(engine.state, view), clock.now(), reader)
  const line = (view: GatheringLine) => gatheringSummary(withoutDemoCost(parts, view))
  const gathering = (view: GatheringView) => {
    const g = engine.state.gatherings.get(view.id) ?? parts.store.gathering(view.id)
    const rows = g ? utterancesOf(parts, g, { before: null, limit: utterancesShown }).items : []
    return gatheringReport(
      withoutDemoCost(parts, view),
      rows.map((row) => withoutDemoCost(parts, row)),
    )
  }
  return {
    'handlers.list': (items) => items.map(handlerReport),
    'handlers.make': handlerReport,
    'handlers.change': handlerReport,
    'handlers.try': trialReport,
    'app.status': statusReport,
    'programs.install': statusReport,
    'programs.remove': statusReport,
    'messages.get': messageReport,
    'messages.deliverAnyway': messageReport,
    'tickets.get': ticketReport,
    'tickets.list': (page, reader) => pageOf(page, (one) => ticketReport(one, reader)),
    'messages.written': (page, reader) => pageOf(page, (one) => writtenReport(one, reader)),
    'threads.get': threadReport,
    'links.open': link,
    'links.change': link,
    'links.close': link,
    'links.list': (page, reader) => pageOf(page, (one) => link(one, reader)),
    'links.crossed': (page, reader) => pageOf(page, (one) => crossingReport(one, reader)),
    'heartbeats.set': timer,
    'heartbeats.list': (items, reader) => items.map((one) => timer(one, reader)),
    'heartbeats.change': timer,
    'heartbeats.cancel': timer,
    'history.search': (page) => pageOf(page, searchResultReport),
    'gatherings.convene': gathering,
    'gatherings.get': gathering,
    'gatherings.fork': gathering,
    'gatherings.replay': (replay) =>
      replayReport({
        ...withoutDemoCost(parts, replay),
        rows: replay.rows.map((row) => withoutDemoCost(parts, row)),
      }),
    'gatherings.list': (page) => pageOf(page, line),
    'gatherings.say': gathering,
    'gatherings.pass': (view) => ('machine' in view ? view : gathering(view)),
    'gatherings.steer': gathering,
    'gatherings.join': gathering,
    'gatherings.harvester': gathering,
    'gatherings.file': gathering,
    'timeline.page': ({ items, ...rest }, { audience }) => ({
      ...rest,
      items: items.map((one) => unpaid(timelineReport(one, audience), !parts.status().rehearsal)),
    }),
  }
}

/** Other fields, such as totals, stay. */
function pageOf<T, R, More>(
  { items, ...rest }: { readonly items: readonly T[] } & More,
  report: (one: T) => R,
) {
  return { items: items.map(report), ...rest }
}

/** In the demo nothing is paid. */
export function withoutDemoCost<T extends { readonly costUsd: number }>(
  { status }: RequestContext,
  of: T,
): T {
  return status().rehearsal ? { ...of, costUsd: 0 } : of
}
