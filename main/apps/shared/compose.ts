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
import type { FileWatch } from '../../ports/file-watch.ts'
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
import { type TakenPlace, takePlace } from './take-place.ts'
import { portsIn } from '../../server/folders/worktrees/readiness.ts'
import { usualFolderOf } from './usual-folder.ts'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openFleetActs } from '../../fleet/transport/fleet-acts.ts'
import type { FleetActs, FleetTransport } from '../../ports/transport.ts'

/** What a shell says when it starts the app. */
export interface ComposeOptions {
  /** The state folder; made where there is none. */
  readonly folder: string
  /** Wanted port; the next free one if it is taken; 0 for any. */
  readonly port: number
  /** The folder in which the user started the app, if they started it in one. */
  readonly startedIn?: string | null
  /** Lets the built-in model answer, without an account. */
  readonly rehearse: boolean
  /** The user's environment. */
  readonly environment: NodeJS.ProcessEnv
  /** The folder of the build, which holds what it is made of. */
  readonly dist: string
  /** How a tab's MCP servers are started. */
  readonly mcpServers: ToolPrograms
  /** How the tabs reach their tools; each kind by its own best way without it. */
  readonly tools?: ToolsBy
  /** The program that ends what is left of the agents, should this process end without a word; `sweep.ts`. */
  readonly sweep: ProgramCommand
  /** The program that copies the database for a backup; `copy-still.ts`. */
  readonly copy: ProgramCommand
  /** The program that lists the files of a folder; `walk-folder.ts`. */
  readonly walk: ProgramCommand
  /** The app's first process, of which all others descend; this one without it. */
  readonly root?: number
  /** Pages to serve beside the agents API, made when everything they need is there. */
  readonly pages?: (parts: { ask: Ask; feed: FeedSource }) => Router
  /** What the window's surroundings can do; a plain browser without it. */
  readonly host?: Host
  readonly log: (line: string) => void
  /** How much room the disk must have; the usual without it. */
  readonly room?: RoomLimits
  /** A mistake in Janus itself: the app cannot go on. */
  readonly crashed: (error: unknown) => void
}

/** The programs that the build lays beside a shell; `program`: how the one at such a path is started. */
export const builtPrograms = (program: (...path: string[]) => ProgramCommand) => ({
  mcpServers: {
    'janus-agents': program('mcp-servers', 'agents.mjs'),
    'janus-history': program('mcp-servers', 'history.mjs'),
  },
  sweep: program('sweep', 'sweep.mjs'),
  copy: program('backup', 'copy.mjs'),
  walk: program('walk', 'walk.mjs'),
})

/** The running app, whatever shell it has. */
export interface Janus {
  readonly ask: Ask
  readonly feed: FeedSource
  readonly server: RunningServer
  /** The state folder's real path. */
  readonly folder: string
  /** Does at once what has fallen due: the machine has slept. */
  look(): void
  /** Names of the agents that are in the middle of a turn; nobody's once it is being closed. */
  busy(): readonly string[]
  /** Ends every process of ours, then the rest. */
  close(): Promise<void>
  /** The same by force and in 5 s at most, also while it is being closed; what is saved is as after a crash. */
  abort(): Promise<void>
}

const browser: Host = { kind: 'web' }
/** How long an abort may take before the folder is given free whatever hangs, in ms. */
const abortLimit = 5000

/**
 * Puts Janus together and starts it, in this order: lock, store, tabs, orphans ended, API, transcripts read and
 * frames settled, timers, mail. Rejects with an error whose message is for the user.
 */
export async function composeJanus(options: ComposeOptions): Promise<Janus> {
  const { folder, home, readOf, reading, release } = await takePlace(options.folder, systemClock, options.log)
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
 * What the user attaches lies beside the state folder, which is closed to the tools of agents. What nothing has is
 * swept, but not of a folder that can only be read, nor where an older database was just put back.
 */
function openAttachments(
  { home: stateFolder, readOf }: Pick<TakenPlace, 'home' | 'readOf'>,
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

/**
 * Programs that Janus downloads lie beside the state folder, which is closed to the tools of agents. The demo, whose
 * folder is named after the user's own, shares them. A newer registry of agents lies in the state folder.
 */
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

/** The folders of agents, what they change there, and where working copies are made. */
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

/** The model of the rehearsal, which is closed with the rest. */
async function openModel(disposables: Disposables): Promise<{ readonly url: string }> {
  // Loaded for a demo only.
  const { startRehearsalModel } = await import('../../adapters/rehearsal/server.ts')
  const model = await startRehearsalModel()
  disposables.push(() => model.close())
  return model
}

/** The processes that an earlier life may have left. */
const processesIn = (store: DiskStore): ProcessRecord[] =>
  store.load().agents.flatMap(({ process }) => (process ? [process] : []))

/** Backups of the database, of which the last is broken off before that is closed. */
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

/** Begins, where more than a copy is read; that the database is a backup is known no more once that is saved. */
function begin(
  { folder, readOf }: Pick<TakenPlace, 'folder' | 'readOf'>,
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

/** The record of what was refused, and the eyes on the disks, the memory and on working folders, which are closed with the rest. */
function openWatches(
  { folder, home, reading }: Pick<TakenPlace, 'folder' | 'home' | 'reading'>,
  options: ComposeOptions,
  disposables: Disposables,
): {
  readonly denials: DenialFile
  readonly disk: DiskWatch
  readonly memory: MemoryWatch
  readonly workspace: Workspace
  readonly fileWatch: FileWatch
} {
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

/** Of the programs those are looked at at the start of which there is a tab, and the usual one. */
function openKinds({ agents }: State): AgentKind[] {
  return [...agents.values()].filter(({ agent }) => agent.closedAt === null).map(({ agent }) => agent.kind)
}

function busyNames({ agents }: State): string[] {
  return [...agents.values()].flatMap(({ turn, agent }) => (turn === null ? [] : [agent.name]))
}

/**
 * What carries words to other machines, where the state folder has a fleet file, and what can be done about the fleet. All
 * that it is made of is loaded then only. A fleet file that cannot be used is told to the user; the rest of Janus works.
 */
async function openTransport(
  { home, readOf }: Pick<TakenPlace, 'home' | 'readOf'>,
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
