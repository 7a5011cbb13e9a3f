import type { RequestAnswers } from './answers.ts'
import type { PassingThere } from '../gatherings/gathering-views.ts'
import type { HandlerReport, TrialReport } from '../handlers/handler-reports.ts'
import type {
  CrossingReport,
  GatheringReport,
  GatheringSummary,
  HeartbeatReport,
  HitReport,
  LinkReport,
  MessageReport,
  ReplayReport,
  ThreadReport,
  TicketReport,
  WrittenReport,
} from './reports.ts'
import type { Caller, Gone, RequestKind } from './requests.ts'
import type { StatusReport } from '../app/status-report.ts'
import type { TimelineReport } from '../history/timeline-report.ts'
import type { Page } from './views.ts'

/** For the kinds of requests whose answers are shaped anew: what callers of the HTTP API get. */
export interface Reported {
  'app.status': StatusReport
  'messages.get': MessageReport
  'messages.withdraw': MessageReport
  'messages.release': MessageReport
  'messages.drop': MessageReport
  'messages.move': MessageReport
  'messages.hasten': MessageReport
  'messages.decide': MessageReport
  'messages.nudge': MessageReport
  'messages.retry': MessageReport
  'messages.handOver': MessageReport
  'handlers.list': readonly HandlerReport[]
  'handlers.make': HandlerReport
  'handlers.change': HandlerReport
  'handlers.try': TrialReport
  'tickets.get': TicketReport
  'tickets.list': Page<TicketReport>
  'messages.written': Page<WrittenReport>
  'threads.get': ThreadReport
  'links.open': LinkReport
  'links.change': LinkReport
  'links.close': LinkReport
  'links.list': Page<LinkReport>
  'links.crossed': Page<CrossingReport>
  'heartbeats.set': HeartbeatReport
  'heartbeats.list': readonly HeartbeatReport[]
  'heartbeats.change': HeartbeatReport
  'heartbeats.cancel': HeartbeatReport
  'history.search': Page<HitReport> & { readonly total: number | null }
  'gatherings.convene': GatheringReport
  'gatherings.get': GatheringReport
  'gatherings.fork': GatheringReport
  'gatherings.replay': ReplayReport
  'gatherings.list': Page<GatheringSummary>
  'gatherings.say': GatheringReport
  'gatherings.pass': GatheringReport | PassingThere
  'gatherings.steer': GatheringReport
  'gatherings.join': GatheringReport
  'gatherings.harvester': GatheringReport
  'gatherings.file': GatheringReport
  'timeline.page': Page<TimelineReport> & { readonly total: number | null }
}

/** What each kind answers with over the HTTP API. */
export type ReportAnswers = Omit<RequestAnswers, keyof Reported> & Reported

/** Asks one thing of Janus as a caller of the HTTP API; `gone`: it waits no more. Rejects with `RefusedError`. */
export type Report = <K extends RequestKind>(
  caller: Caller,
  kind: K,
  input: unknown,
  gone?: Gone,
) => Promise<ReportAnswers[K]>
