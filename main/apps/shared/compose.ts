import type { Router } from 'express'
import { removeApiFile, writeApiFile } from '../../adapters/folder/api-file.ts'
import { SystemDiskMonitor } from '../../adapters/folder/disk-monitor.ts'
import { DenialFile } from '../../adapters/folder/denial-file.ts'
import { TokenIdentities } from '../../adapters/http/identities.ts'
import { AskingRate } from '../../adapters/http/gate.ts'
import { type RunningServer, startServer } from '../../adapters/http/server.ts'
import { openAnswerFiles } from '../../adapters/handlers/answer-files.ts'
import { openAttachmentFiles } from '../../adapters/attachments/attachment-files.ts'
import { openBuildBook } from '../../adapters/build-facts.ts'
import { FetchedAgentRegistry } from '../../adapters/downloads/agent-registry.ts'
import { NpmDownloads } from '../../adapters/downloads/program-downloads.ts'
import { openFileWatch } from '../../adapters/files/file-watch.ts'
import { hookCall } from '../../server/timers/hooks.ts'
import { openFolderFiles, walkApart } from '../../adapters/files/folder-files.ts'
import { openHarvestFiles } from '../../adapters/gatherings/harvest-files.ts'
import { openRhythmBook } from '../../adapters/gatherings/rhythm-book.ts'
import { openEditors, openTerminals } from '../../adapters/changes/start-beside.ts'
import { openFileCopies } from '../../adapters/changes/file-copies.ts'
import { openWorkingFiles } from '../../adapters/changes/working-files.ts'
import { CommandRunner } from '../../adapters/worktrees/command-runner.ts'
import { openWorktreeTools } from '../../adapters/worktrees/worktree-tools.ts'
import { openBranchWatch } from '../../adapters/git/branch-watch.ts'
import { openGitPort } from '../../adapters/git/git.ts'
import { openGit } from '../../adapters/git/run-git.ts'
import { processesIn as workingIn } from '../../adapters/processes/folder-processes.ts'
import type { ToolPrograms, ToolsBy } from '../../adapters/processes/agent-family.ts'
import type { ProgramCommand } from '../../adapters/processes/command.ts'
import { SystemProcessMonitor } from '../../adapters/processes/process-monitor.ts'
import { startTime } from '../../adapters/processes/system-processes.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { type AgentKind, usualKind } from '../../contract/agents/kinds.ts'
import type { Ask } from '../../contract/api/requests.ts'
import { introduction } from '../../core/words/prompts.ts'
import type { State } from '../../core/step/state.ts'
import type { DiskStore } from '../../adapters/store/store.ts'
import type { Engine } from '../../engine/engine.ts'
import type { FeedSource, ProcessRecord } from '../../ports/ports.ts'
import { MemoryWatch } from '../../server/app/memory-watch.ts'
import { systemMemory } from '../../adapters/processes/memory-monitor.ts'
import { DiskWatch, type RoomLimits } from '../../server/app/disk-watch.ts'
import { copyLive } from '../../adapters/store/backups/copy-live.ts'
import { forgetRestored, type Restored } from '../../adapters/store/backups/restore.ts'
import type { Incidents } from '../../server/app/incidents.ts'
import { type AppStatusTracker, memoryFilesOf } from '../../server/app/app-status.ts'
import { Backups } from '../../server/app/backups.ts'
import { type Memory, openMemory } from './open-memory.ts'
import { Disposables } from './disposables.ts'
import { createDomain, type DomainParts } from '../../server/api/domain.ts'
import type { Host } from '../../server/app/host.ts'
import type { Fleet } from '../../fleet/server/fleet.ts'
import { forgetLastView } from './last-view.ts'
import { saveAtEnd } from './tell-end.ts'
import { ownTools } from '../../server/agents/own-tools.ts'
import { httpToolFormat, openPrograms, pipeToolFormat } from './programs.ts'
import type { Workspace } from '../../server/folders/workspace.ts'
import { type LockedFolder, lockStateFolder } from './take-place.ts'
import { portsIn } from '../../server/folders/worktrees/readiness.ts'
import { usualFolderOf } from './usual-folder.ts'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openFleetActs } from '../../fleet/transport/fleet-acts.ts'
import type { FleetActs, FleetTransport } from '../../ports/transport.ts'

export interface ComposeOptions {
  readonly folder: string
  /** Or the next free one; 0 for any. */
  readonly port: number
  readonly startedIn?: string | null
  /** Demo: the built-in model answers, without an account. */
  readonly rehearse: boolean
  readonly environment: NodeJS.ProcessEnv
  readonly dist: string
  readonly mcpServers: ToolPrograms
  /** How agents reach their tools; defaults to the best way of each kind. */
  readonly tools?: ToolsBy
  /** `sweep.ts`: ends leftover agent processes if this process dies. */
  readonly sweep: ProgramCommand
  /** `copy-still.ts`: copies the database for a backup. */
  readonly copy: ProgramCommand
  /** `walk-folder.ts`: lists the files of a folder. */
  readonly walk: ProgramCommand
  /** The app's first process, ancestor of all others; defaults to this one. */
  readonly root?: number
  readonly pages?: (parts: { ask: Ask; feed: FeedSource }) => Router
  /** Defaults to a plain browser. */
  readonly host?: Host
  readonly log: (line: string) => void
  readonly room?: RoomLimits
  /** Called on an internal error, after which the app can't continue. */
  readonly crashed: (error: unknown) => void
}

/** `program` returns how to start the program at a path of the build. */
export const builtPrograms = (program: (...path: string[]) => ProgramCommand) => ({
  mcpServers: {
    'janus-agents': program('mcp-servers', 'agents.mjs'),
    'janus-history': program('mcp-servers', 'history.mjs'),
  },
  sweep: program('sweep', 'sweep.mjs'),
  copy: program('backup', 'copy.mjs'),
  walk: program('walk', 'walk.mjs'),
})

export interface Janus {
  readonly ask: Ask
  readonly feed: FeedSource
  readonly server: RunningServer
  readonly folder: string
  /** Runs what has become due, such as after sleep. */
  look(): void
  /** Names of the agents in a turn; empty while closing. */
  busy(): readonly string[]
  close(): Promise<void>
  /** Ends everything by force within 5 s, also while closing. Saved data is as after a crash. */
  abort(): Promise<void>
}

const browser: Host = { kind: 'web' }
/** Milliseconds after which an abort releases the folder, whatever still hangs. */
const abortLimit = 5000

/** Rejects with an error whose message is for the user. */
export async function composeJanus(options: ComposeOptions): Promise<Janus> {
  const locked = await lockStateFolder(options.folder, systemClock, options.log)
  const { folder, home, readOf, reading, release } = locked
  const disposables = new Disposables()
  disposables.push(release)
  try {
    const memory = openMemory({ folder, readOf }, options.log, disposables)
    const { store, settings, incidents } = memory
    const backups = openBackups(folder, options, store, disposables, () => ({ engine, incidents, appStatus }))
    const owner = { pid: process.pid, startedAt: startTime(process.pid) }
    const watches = openWatches({ folder, home, reading }, options, disposables)
    const identities = new TokenIdentities({ folder, owner })
    const model = options.rehearse ? await openModel(disposables) : null
    const [attachments, rate] = [openAttachments({ home, readOf }, options, memory), new AskingRate()]
    const fetched = openDownloads(home, options, disposables)
    const { backend, installations, findProgram, trust } = openPrograms({
      clock: systemClock,
      identities,
      stateFolder: folder,
      introduction,
      log: options.log,
      mcpServers: options.mcpServers,
      sweep: options.sweep,
      environment: options.environment,
      tools: options.tools,
      openTools: (server, agent) => pipeTools(server, agent),
      beforeEdit: (agent, paths) => edits.before(agent, paths),
      modelUrl: model?.url ?? null,
      settings,
      ...fetched,
      ...attachments.shown,
      portsIn: (cwd) => portsIn(engine.state, cwd),
    })
    if (readOf === null) await backend.endOrphans(processesIn(store))
    const { engine, ask, report, feed, edits, appStatus, fleet, keepStreams } = createDomain({
      ...(await openTransport({ home, readOf }, incidents, options.log)),
      store,
      backend,
      identities,
      settings,
      trust,
      installations,
      ...fetched,
      build: openBuildBook(options.dist),
      findProgram,
      rehearsal: options.rehearse,
      log: options.log,
      crashed: options.crashed,
      folder: home,
      answerFiles: openAnswerFiles(folder),
      incidents,
      backups,
      ...watches,
      ...attachments.ports,
      harvests: openHarvestFiles(folder, memoryFilesOf(installations)),
      rhythms: openRhythmBook(folder, options.log),
      processMonitor: new SystemProcessMonitor(systemClock, options.root ?? process.pid),
      host: options.host ?? browser,
      usualFolder: await usualFolderOf({ ...options, folder, readOf }),
    })
    const pipeTools = ownTools(report, options.log, pipeToolFormat, rate)
    const server = await startServer({
      ask: report,
      identities,
      hooks: hookCall(engine),
      port: options.port,
      log: options.log,
      rate,
      note: (denied) => watches.denials.note(denied),
      tools: ownTools(report, options.log, httpToolFormat),
      ...(options.pages ? { pages: options.pages({ ask, feed }) } : {}),
    })
    disposables.push(() => server.close())
    for (const one of [identities, appStatus]) one.listensAt(server.url)
    writeApiFile(folder, { url: `${server.url}/api`, token: identities.userToken, ...owner })
    disposables.push(() => removeApiFile(folder))
    begin({ folder, readOf }, engine, memory.restored, fleet)
    disposables.push(async () => {
      saveAtEnd(folder, engine, store, options.log, keepStreams)
      engine.stop()
      await Promise.all([backend.close(), appStatus.close(), fleet?.close()])
    })
    if (readOf === null) backups.start()
    void appStatus.kinds.look([usualKind, ...openKinds(engine.state)])
    return {
      ask,
      feed,
      server,
      folder,
      look: () => engine.look(),
      busy: () => (disposables.isClosing ? [] : busyNames(engine.state)),
      close: () => disposables.close(),
      abort: () => disposables.abort(systemClock, abortLimit, () => backend.abort(), release),
    }
  } catch (error) {
    await disposables.close()
    throw error
  }
}

/**
 * The state folder is closed to agents' tools, so attachments are stored beside it. Unused ones are removed,
 * but not from a read-only folder or after an older database was restored.
 */
function openAttachments(
  { home: stateFolder, readOf }: Pick<LockedFolder, 'home' | 'readOf'>,
  { environment, walk, log }: Pick<ComposeOptions, 'environment' | 'walk' | 'log'>,
  { store, restored }: Pick<Memory, 'store' | 'restored'>,
) {
  const folder = `${stateFolder}-attachments`
  const { now } = systemClock
  const attachments = openAttachmentFiles({ folder, stateFolder, log, now })
  if (readOf === null && restored === null) attachments.sweep(store.attached())
  return {
    ports: {
      attachments,
      folderFiles: openFolderFiles({
        now,
        git: openGit(environment),
        walk: walkApart(walk, stateFolder),
      }),
    },
    shown: { attachmentsFolder: folder, picture: (path: string) => attachments.picture(path) },
  }
}

/** The state folder is closed to agents' tools, so programs are stored beside it; the demo shares them. */
function openDownloads(
  home: string,
  { environment, log }: Pick<ComposeOptions, 'environment' | 'log'>,
  disposables: Disposables,
): Pick<Required<DomainParts>, 'downloads' | 'agentRegistry'> {
  const folder = `${home.replace(/-rehearsal$/, '')}-programs`
  const downloads = new NpmDownloads({ folder, environment, home: homedir(), log })
  disposables.push(() => downloads.close())
  const { now } = systemClock
  return {
    downloads,
    agentRegistry: new FetchedAgentRegistry({ folder: home, environment, home: homedir(), now }),
  }
}

function openWorkspace(
  folder: string,
  home: string,
  { environment, sweep, log }: Pick<ComposeOptions, 'environment' | 'sweep' | 'log'>,
  disposables: Disposables,
): Workspace {
  const branches = openBranchWatch()
  disposables.push(() => branches.close())
  const runner = new CommandRunner({ clock: systemClock, environment, stateFolder: folder, sweep })
  disposables.push(() => runner.close())
  return {
    git: openGitPort(environment),
    branches,
    editors: openEditors(environment),
    terminals: openTerminals(environment),
    hasVariable: (name) => environment[name] !== undefined,
    workingFiles: openWorkingFiles(folder),
    fileCopies: openFileCopies(folder, () => systemClock.now()),
    processesIn: workingIn,
    worktreeTools: openWorktreeTools(folder, runner, log),
    worktrees: `${home}-worktrees`,
  }
}

async function openModel(disposables: Disposables): Promise<{ readonly url: string }> {
  // Loaded only for the demo.
  const { startRehearsalModel } = await import('../../adapters/rehearsal/server.ts')
  const model = await startRehearsalModel()
  disposables.push(() => model.close())
  return model
}

const processesIn = (store: DiskStore): ProcessRecord[] =>
  store.load().agents.flatMap(({ process }) => (process ? [process] : []))

/** Closing cancels a running backup before the database closes. */
function openBackups(
  folder: string,
  { copy, log }: ComposeOptions,
  store: DiskStore,
  disposables: Disposables,
  parts: () => {
    readonly engine: Engine
    readonly incidents: Incidents
    readonly appStatus: AppStatusTracker
  },
): Backups {
  const backups = new Backups({
    folder,
    clock: systemClock,
    log,
    isEmpty: () => parts().engine.state.agents.size === 0,
    copy: (to, signal) => copyLive(store, to, copy, signal),
    tell: (words) => {
      parts().incidents.tell(words)
      parts().appStatus.changed()
    },
  })
  disposables.push(() => backups.close())
  return backups
}

/** Once the restored database is saved, it no longer counts as restored. */
function begin(
  { folder, readOf }: Pick<LockedFolder, 'folder' | 'readOf'>,
  engine: Engine,
  restored: Restored | null,
  fleet: Fleet | null,
): void {
  if (readOf !== null) return engine.stop()
  forgetLastView(folder)
  engine.start(restored?.at ?? null)
  if (restored !== null && engine.isSaved) forgetRestored(folder)
  fleet?.begin()
}

function openWatches(
  { folder, home, reading }: Pick<LockedFolder, 'folder' | 'home' | 'reading'>,
  options: ComposeOptions,
  disposables: Disposables,
) {
  const { room, log } = options
  const denials = new DenialFile({ folder, clock: systemClock, log })
  disposables.push(() => denials.close())
  const monitor = new SystemDiskMonitor(folder)
  const disk = new DiskWatch({ monitor, clock: systemClock, log, reading, ...(room ? { limits: room } : {}) })
  disposables.push(() => disk.end())
  disk.begin()
  const memory = new MemoryWatch(systemMemory, systemClock)
  disposables.push(() => memory.end())
  memory.begin()
  const fileWatch = openFileWatch()
  disposables.push(() => fileWatch.close())
  return { denials, disk, memory, fileWatch, workspace: openWorkspace(folder, home, options, disposables) }
}

/** Kinds of open agents, whose programs are checked at the start. */
function openKinds({ agents }: State): AgentKind[] {
  return [...agents.values()].filter(({ agent }) => agent.closedAt === null).map(({ agent }) => agent.kind)
}

function busyNames({ agents }: State): string[] {
  return [...agents.values()].flatMap(({ turn, agent }) => (turn === null ? [] : [agent.name]))
}

/** An unusable fleet file is reported to the user, and the rest of Janus works. */
async function openTransport(
  { home, readOf }: Pick<LockedFolder, 'home' | 'readOf'>,
  incidents: Incidents,
  log: (line: string) => void,
): Promise<{ readonly transport?: FleetTransport; readonly fleetActs?: FleetActs }> {
  if (readOf !== null) return {}
  const fleetActs = openFleetActs(home, systemClock)
  const file = join(home, 'fleet', 'fleet.json')
  if (!existsSync(file)) return { fleetActs }
  try {
    const { openNatsTransport } = await import('../../fleet/transport/nats-transport.ts')
    const transport = await openNatsTransport({ file, clock: systemClock, log })
    return { transport, fleetActs }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log(`fleet: ${why}`)
    incidents.tell(`This machine cannot speak with its fleet: ${why}`)
    return { fleetActs }
  }
}
