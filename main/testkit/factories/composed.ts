import type { Caller, CallerSignal, RequestInput, RequestKind } from '../../contract/api/requests.ts'
import type { ReportAnswers, RequestAnswers } from '../../contract/api/answers.ts'
import type { ChannelKind, RowOf } from '../../contract/api/log.ts'
import type { Page } from '../../contract/api/views.ts'
import type { Abilities } from '../../contract/agents/abilities.ts'
import { agentKinds, usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Identities, Store } from '../../ports/ports.ts'
import { createDomain, type Domain } from '../../server/api/domain.ts'
import type { Feed } from '../../server/api/feed.ts'
import { memoryUpdates } from '../memory/updates.ts'
import { MemoryBackend, type Model, type Transcripts } from '../memory/backend.ts'
import { MemoryAnswerFiles } from '../memory/answers.ts'
import { DiskWatch } from '../../server/app/disk-watch.ts'
import { MemoryDiskMonitor, MemoryProcessMonitor } from '../memory/monitors.ts'
import { MemoryHarvestFiles } from '../memory/store/harvests.ts'
import { MemoryInstallation, MemoryRhythms, MemorySettings, MemoryTrust } from '../memory/store/books.ts'
import { MemoryStore } from '../memory/store/store.ts'
import { memoryBuild } from '../memory/build.ts'
import { MemoryDownloads } from '../memory/downloads.ts'
import { MemoryAttachments, MemoryFolderFiles } from '../memory/store/attachments.ts'
import { MemoryFileWatch } from '../memory/file-watch.ts'
import { MemoryDenials } from '../memory/store/denials.ts'
import { MemoryBackups } from '../memory/store/backups.ts'
import { memoryFleetActs } from '../memory/fleet-acts.ts'
import { memoryWorkspace } from '../memory/workspace.ts'
import type { Workspace } from '../../server/folders/workspace.ts'
import { Random } from '../random.ts'
import { VirtualClock } from '../virtual-clock.ts'

/** The whole domain in virtual time: real requests, core, engine, names and feed; the rest in memory. */
export class ComposedJanus {
  readonly clock: VirtualClock
  readonly store = new MemoryStore()
  readonly settings = new MemorySettings({ user: 'mo' })
  readonly trust = new MemoryTrust()
  readonly installation = new MemoryInstallation()
  /** All kinds but the default one. */
  readonly others = Object.fromEntries(
    agentKinds.filter((kind) => kind !== usualKind).map((kind) => [kind, new MemoryInstallation()]),
  ) as Record<Exclude<AgentKind, typeof usualKind>, MemoryInstallation>
  readonly found = new Set(['goose'])
  readonly harvests = new MemoryHarvestFiles()
  readonly answerFiles = new MemoryAnswerFiles()
  readonly rhythms = new MemoryRhythms()
  readonly processMonitor = new MemoryProcessMonitor()
  readonly downloads = new MemoryDownloads()
  readonly backups: MemoryBackups
  readonly denials: MemoryDenials
  readonly room = new MemoryDiskMonitor()
  readonly diskLog: string[] = []
  readonly disk: DiskWatch
  readonly attachments = new MemoryAttachments()
  readonly folderFiles = new MemoryFolderFiles()
  readonly fileWatch = new MemoryFileWatch()
  readonly transcripts: Transcripts = new Map()
  readonly backend: MemoryBackend
  readonly engine: Engine
  readonly feed: Feed
  readonly edits: Domain['edits']
  readonly #ask: Domain['ask']
  readonly #report: Domain['report']

  constructor(
    model: Model = () => [{ do: 'say', text: 'Done.' }],
    identities: Pick<Identities, 'revoke'> = { revoke: () => undefined },
    workspace: Workspace = memoryWorkspace(),
    abilitiesOf?: (kind: AgentKind) => Abilities,
    /** An existing store, and the time at which it is opened (ms). */
    kept?: { readonly store: Store; readonly now: number },
  ) {
    this.clock = new VirtualClock(kept?.now)
    this.backups = new MemoryBackups(this.clock)
    this.denials = new MemoryDenials(this.clock)
    this.disk = new DiskWatch({
      monitor: this.room,
      clock: this.clock,
      log: (line) => this.diskLog.push(line),
    })
    const { clock, store, settings, trust, installation, others, harvests, rhythms, answerFiles } = this
    const random = new Random(1)
    this.backend = new MemoryBackend(clock, this.transcripts, model, abilitiesOf)
    const { engine, feed, edits, ask, report } = createDomain({
      clock,
      store: kept?.store ?? store,
      backend: this.backend,
      settings,
      trust,
      installations: { [usualKind]: installation, ...others },
      downloads: this.downloads,
      build: memoryBuild,
      findProgram: (name) => (this.found.has(name) ? `/usr/bin/${name}` : null),
      harvests,
      answerFiles,
      rhythms,
      processMonitor: this.processMonitor,
      denials: this.denials,
      disk: this.disk,
      attachments: this.attachments,
      folderFiles: this.folderFiles,
      fileWatch: this.fileWatch,
      backups: this.backups,
      fleetActs: memoryFleetActs,
      workspace,
      identities,
      host: { kind: 'web', updates: memoryUpdates() },
      incidents: { all: () => [], offered: () => null, tell: () => undefined, putAway: () => undefined },
      rehearsal: true,
      folder: '/state',
      usualFolder: '/',
      randomSeed: () => random.hex(),
      log: () => undefined,
      crashed: (error) => {
        throw error
      },
    })
    this.engine = engine
    this.feed = feed
    this.edits = edits
    this.#ask = ask
    this.#report = report
    engine.start()
  }

  window<K extends RequestKind>(kind: K, input: RequestInput<K>): Promise<RequestAnswers[K]> {
    return this.#ask({ kind: 'window' }, kind, input)
  }

  /** The latest page of a log, as the window reads it. */
  async log<K extends ChannelKind>(kind: K, id: string): Promise<Page<RowOf<K>>> {
    return (await this.window('log.page', { channel: { kind, id }, limit: 200 })) as Page<RowOf<K>>
  }

  /** Sends a request as a caller of the HTTP API. */
  as<K extends RequestKind>(
    caller: Caller,
    kind: K,
    input: RequestInput<K>,
    gone?: CallerSignal,
  ): Promise<ReportAnswers[K]> {
    return this.#report(caller, kind, input, gone)
  }
}
