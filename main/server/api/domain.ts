import { randomUUID } from 'node:crypto'
import { createNameRules } from '../../adapters/names/name-rules.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import type { Report } from '../../contract/api/answers.ts'
import type { Ask } from '../../contract/api/requests.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { AgentView } from '../../contract/api/views.ts'
import type { Fact } from '../../core/step/events.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { Engine } from '../../engine/engine.ts'
import { usualPace } from '../../engine/pace.ts'
import type {
  AnswerFiles,
  Backend,
  BackendSink,
  Clock,
  Identities,
  FindProgram,
  Installations,
  NameRules,
  ProgramDownloads,
  SettingsBook,
  Store,
  TrustBook,
  BackupBook,
  BuildBook,
} from '../../ports/ports.ts'
import type { AgentRegistry } from '../../ports/agent-registry.ts'
import type { AttachmentFiles, FolderFiles } from '../../ports/attachments.ts'
import type { DenialLog } from '../../ports/denials.ts'
import type { HarvestFiles, RhythmBook } from '../../ports/gatherings.ts'
import type { FleetActs, FleetTransport } from '../../ports/transport.ts'
import type { ProcessMonitor } from '../../ports/processes.ts'
import { shownLinks } from '../links/links-requests.ts'
import { entryView, messageFinder, threadRow } from '../history/log-pages.ts'
import { shownGatherings } from '../gatherings/gatherings-requests.ts'
import { AppStatusTracker } from '../app/app-status.ts'
import { GatheringArchive } from '../gatherings/gathering-archive.ts'
import { Beginnings } from '../agents/beginnings.ts'
import { LongPoll } from '../mail/long-poll.ts'
import type { DiskWatch } from '../app/disk-watch.ts'
import type { MemoryWatch } from '../app/memory-watch.ts'
import { dayView } from '../budget/budget-views.ts'
import { Feed } from './feed.ts'
import { Fleet, type FleetParts } from '../../fleet/server/fleet.ts'
import type { Host } from '../app/host.ts'
import { limitsOf } from '../app/limits.ts'
import type { Incidents } from '../app/incidents.ts'
import { sealedTurns, utteranceView } from '../gatherings/gathering-views.ts'
import { crossingView } from '../links/link-views.ts'
import { turnNumbers, type RequestContext } from './request-context.ts'
import { notingStale, createAsk } from './requests.ts'
import { createReport } from './reports.ts'
import type { FileWatch } from '../../ports/file-watch.ts'
import { FileTriggers } from '../timers/file-triggers.ts'
import { WorktreeRunner } from '../folders/worktrees/worktree-runs.ts'
import { EditWatch } from '../edits/edit-watch.ts'
import { FollowBranches } from '../folders/follow-branches.ts'
import { StreamKeeper } from '../app/stream-keeper.ts'
import type { Workspace } from '../folders/workspace.ts'
import { agentView } from '../agents/views.ts'

/** The ports, and other inputs of the domain. */
export interface DomainParts {
  readonly store: Store
  readonly backend: Backend
  readonly identities: Pick<Identities, 'revoke'>
  readonly settings: SettingsBook
  readonly trust: TrustBook
  readonly harvests: HarvestFiles
  readonly answerFiles: AnswerFiles
  readonly rhythms: RhythmBook
  readonly processMonitor: ProcessMonitor
  readonly denials: DenialLog
  readonly disk: DiskWatch
  /** Absent: memory is never short. */
  readonly memory?: MemoryWatch
  readonly attachments: AttachmentFiles
  readonly folderFiles: FolderFiles
  readonly backups: BackupBook
  /** Absent: there is no fleet. */
  readonly transport?: FleetTransport
  /** Absent: the fleet cannot be changed. */
  readonly fleetActs?: FleetActs
  readonly workspace: Workspace
  /** Absent: timers cannot watch files. */
  readonly fileWatch?: FileWatch
  readonly installations: Installations
  /** Absent: Janus cannot download programs. */
  readonly downloads?: ProgramDownloads
  /** Absent: only the known kinds are offered. */
  readonly agentRegistry?: AgentRegistry
  readonly findProgram: FindProgram
  readonly build: BuildBook
  readonly host: Host
  readonly incidents: Incidents
  /** The state folder. */
  readonly folder: string
  readonly rehearsal: boolean
  /** Default folder of new agents; null: the home folder. */
  readonly usualFolder: string | null
  /** For diagnosis; must never contain texts of conversations. */
  readonly log: (line: string) => void
  readonly crashed: (error: unknown) => void
  /** Default: the system's. */
  readonly clock?: Clock
  readonly randomSeed?: () => string
}

/** Janus without its surroundings. */
export interface Domain {
  readonly engine: Engine
  /** For windows. */
  readonly ask: Ask
  /** For callers of the HTTP API: answers with reports. */
  readonly report: Report
  readonly feed: Feed
  readonly edits: Pick<EditWatch, 'before' | 'explain'>
  readonly appStatus: AppStatusTracker
  /** Null: this machine is in no fleet. */
  readonly fleet: Fleet | null
  /** Saves partial streamed texts now. */
  readonly keepStreams: () => void
}

/** 32 hexadecimal digits, 122 random bits; Node buffers random UUIDs, so this seldom asks the system. */
const newSeed = (): string => randomUUID().replaceAll('-', '')

/** Connects engine, feed and requests with the ports. Does not start the engine. */
export function createDomain(parts: DomainParts): Domain {
  const { store, backend, identities, settings, installations, host } = parts
  const clock = parts.clock ?? systemClock
  const appStatus = new AppStatusTracker({
    rehearsal: parts.rehearsal,
    host,
    usualFolder: parts.usualFolder,
    stateFolder: parts.folder,
    settings,
    installations,
    ...(parts.downloads ? { downloads: parts.downloads } : {}),
    incidents: parts.incidents,
    fleet: () => fleet?.view() ?? null,
    disk: parts.disk,
    changed: () => feed.status(appStatus.status()),
  })
  const limits = () => limitsOf(settings.values(), parts.memory?.isShort ?? false)
  parts.disk.connect(() => appStatus.changed())
  parts.memory?.connect(() => engine.fact({ type: 'limits.changed', limits: limits() }))
  const [changes, beginnings] = [new LongPoll(clock), new Beginnings(clock)]
  const archive = createArchive(parts, () => engine.state)
  const engine: Engine = new Engine({
    limits: limits(),
    // With a test's clock every event is saved at once.
    ...(parts.clock ? {} : { pace: usualPace }),
    clock,
    store,
    backend,
    archive,
    identities,
    log: parts.log,
    crashed: parts.crashed,
    ...(parts.transport ? { transport: parts.transport } : {}),
    answerFiles: parts.answerFiles,
    saved: (took) => parts.disk.saved(took),
    randomSeed: parts.randomSeed ?? newSeed,
    published: (before, after, rows) => {
      feed.published(before, after, rows)
      changes.published(before, after, rows)
      branches.published(before, after)
      worktreeRuns.published(before, after)
      fileTriggers?.published(before, after)
      edits.published(before, after, rows)
      fleet?.published(before, after)
      for (const kind of kindsToCheck(before, after, appStatus)) void appStatus.kinds.check(kind)
    },
  })
  const names = createUserNameRules(() => appStatus.status().user)
  const fleet = createFleet(parts, { engine, clock, names, appStatus })
  const feed = createFeed(
    parts,
    engine,
    appStatus,
    clock,
    (now) => branches.look(now),
    (of) => branches.branchOf(of),
  )
  const branches = new FollowBranches(
    parts.workspace.branches,
    () => engine.state,
    (all, one) => feed.agent(all, one),
  )
  const worktreeRuns = new WorktreeRunner(() => engine, parts.workspace, settings)
  const fileTriggers = parts.fileWatch ? new FileTriggers(parts.fileWatch, engine) : null
  const { git } = parts.workspace
  const edits = new EditWatch({ engine, git, asks: () => settings.values().askSharedEdits, log: parts.log })
  archive.connect((finding) => engine.fact(finding))
  parts.answerFiles.connect((read) => engine.fact(read))
  const streams = createStreamKeeper(engine, clock)
  backend.connect(
    createBackendSink(engine, feed, appStatus, [streams, beginnings], (fact) => edits.explain(fact)),
  )
  const requestParts: RequestContext = {
    ...parts,
    fleetActs: parts.fleetActs ?? null,
    engine,
    names,
    clock,
    appStatus,
    limits,
    changes,
    beginnings,
    worktreeRuns,
    status: () => appStatus.status(),
  }
  const ask = notingStale(createAsk(requestParts), parts.denials)
  return {
    engine,
    fleet,
    ask,
    feed,
    edits,
    appStatus,
    report: createReport(ask, requestParts),
    keepStreams: () => streams.flush(),
  }
}

/** `look` is called when a window connects. */
function createFeed(
  { store }: DomainParts,
  engine: Engine,
  appStatus: AppStatusTracker,
  clock: Clock,
  look: (now: State) => void,
  branchOf: (folder: string) => string | null,
): Feed {
  const numbers = turnNumbers({ engine, store })
  const show = (all: State, one: AgentState): AgentView => agentView(all, one, numbers, branchOf)
  return new Feed({
    agent: show,
    window: () => {
      look(engine.state)
      return {
        agents: [...engine.state.agents.values()].map((one) => show(engine.state, one)),
        status: appStatus.status(),
        drafts: store.drafts(),
        links: shownLinks({ engine }),
        gatherings: shownGatherings({ engine, store }),
        day: dayView(engine.state, clock.now()),
      }
    },
    crossing: (all, crossing) => crossingView(all, crossing, messageFinder({ engine, store }), numbers),
    utterance: (all, row) => {
      const g = all.gatherings.get(row.gathering) ?? store.gathering(row.gathering)
      return utteranceView(g, row, messageFinder({ engine, store }))
    },
    message: (all, message) => threadRow({ engine, store }, all, message),
    entry: (entry) => entryView(entry, numbers),
  })
}

function createFleet(
  { transport, store, disk, log }: DomainParts,
  {
    engine,
    clock,
    names,
    appStatus,
  }: Pick<FleetParts, 'engine' | 'clock' | 'names'> & { readonly appStatus: AppStatusTracker },
): Fleet | null {
  const told = { changed: () => appStatus.changed(), user: () => appStatus.status().user }
  return transport ? new Fleet({ engine, clock, names, ...told, transport, store, disk, log }) : null
}

function createStreamKeeper(engine: Engine, clock: Clock): StreamKeeper {
  return new StreamKeeper(clock, (agent, text) => {
    const run = engine.state.agents.get(agent)?.run
    if (run !== undefined) engine.fact({ type: 'words.streamed', agent, run, text })
  })
}

/**
 * Distributes what agents' processes report: facts to the engine, deltas to the windows, models and limits to
 * the status.
 */
function createBackendSink(
  engine: Engine,
  feed: Feed,
  appStatus: AppStatusTracker,
  [streams, beginnings]: readonly [StreamKeeper, Beginnings],
  explain: (fact: Fact) => Fact,
): BackendSink {
  const kindOf = (agent: AgentId): AgentKind | undefined => engine.state.agents.get(agent)?.agent.kind
  return {
    fact: (fact) => {
      streams.fact(fact)
      engine.fact(explain(fact))
      beginnings.fact(fact)
    },
    delta: (delta) => {
      streams.delta(delta)
      feed.delta(delta)
    },
    offered: (agent, { commands, models }) => {
      const kind = kindOf(agent)
      if (kind) appStatus.kinds.offered(kind, models)
      feed.commands(agent, commands)
    },
    limited: (agent, limits) => {
      const kind = kindOf(agent)
      if (kind) appStatus.kinds.limited(kind, limits)
    },
  }
}

function createArchive(
  { store, harvests, rehearsal, log }: DomainParts,
  state: () => State,
): GatheringArchive {
  return new GatheringArchive({
    store,
    files: harvests,
    rehearsal,
    log,
    nameOf: ({ agent }) => state().agents.get(agent)?.agent.name ?? null,
    sealed: () => sealedTurns(state()),
  })
}

/**
 * Kinds whose program should be checked again: an agent has just failed, or started despite a known problem.
 */
function kindsToCheck(before: State, after: State, appStatus: AppStatusTracker): ReadonlySet<AgentKind> {
  if (before.agents === after.agents) return new Set()
  const inDoubt = [...after.agents].filter(([id, { agent, process }]) => {
    const earlier = before.agents.get(id)
    const hasFailed = agent.status === 'failed' && earlier?.agent.status !== 'failed'
    const hasStarted = process === 'on' && earlier?.process !== 'on'
    return hasFailed
      ? agent.trouble === 'login' || agent.trouble === 'backend'
      : hasStarted && (appStatus.kinds.of(agent.kind)?.problem ?? null) !== null
  })
  return new Set(inDoubt.map(([, { agent }]) => agent.kind))
}

/** The user's own name is reserved, and can change. */
function createUserNameRules(user: () => string): NameRules {
  let known = { user: '', rules: createNameRules('') }
  return {
    read: (written) => {
      const now = user()
      if (now !== known.user) known = { user: now, rules: createNameRules(now) }
      return known.rules.read(written)
    },
  }
}
