import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { Picture } from '../../ports/attachments.ts'
import { kindFacts, type AgentKind } from '../../contract/agents/kinds.ts'
import type { FileUndo } from '../../contract/folders/conversations.ts'
import type { TaskOutput } from '../../contract/agents/background.ts'
import type { AgentId, FolderTrust, FrameId } from '../../contract/api/model.ts'
import type { SessionList } from '../../ports/conversations.ts'
import type {
  AgentEffect,
  Backend,
  BackendSink,
  Clock,
  ForkOf,
  Identities,
  Launch,
  Located,
  PictureRef,
  ProcessRecord,
  TrustAtStart,
} from '../../ports/ports.ts'
import type { AgentFamily, RunOptions, ProcessRun, ProgramEvent, ProgramFact } from './agent-family.ts'
import type { ProgramCommand } from './command.ts'
import { behindGate } from './folder-gate.ts'
import { GroupLooks } from './system-processes.ts'
import { endAll, endOrphans } from './ladder.ts'
import { folderMarker, guardOrphans } from './orphan-guard.ts'
import { LivenessWatch } from './vitals.ts'

export interface AgentBackendOptions {
  readonly clock: Clock
  readonly identities: Identities
  /** Absolute, with links followed or not; must exist. */
  readonly stateFolder: string
  /** Program that ends leftover agents should this process die; it gets their marker as last argument. */
  readonly sweep: ProgramCommand
  /** Called before each start. Without it, folders' own settings are ignored. */
  readonly trust?: (kind: AgentKind) => TrustAtStart
  /** Extra variables of the user for an agent; called at each start, after `trust`. */
  readonly handed?: (launch: Launch, trust: FolderTrust) => Promise<Readonly<Record<string, string>>>
  /** Returns null when the file is gone. Without it, no pictures are sent. */
  readonly picture?: (path: string) => Picture | null
  /** For diagnosis; never contains conversation text. */
  log(line: string): void
}

export class AgentBackend implements Backend {
  readonly #options: AgentBackendOptions
  readonly #familyOf: (kind: AgentKind) => AgentFamily
  readonly #runs = new Map<AgentId, ProcessRun>()
  /** One per agent, for the process of its newest run. */
  readonly #vitals = new Map<AgentId, LivenessWatch>()
  readonly #looks: GroupLooks
  /** Runs that were killed because they hung, with the reason. */
  readonly #hung = new WeakMap<ProcessRun, string>()
  /** Marker of all processes of this state folder. */
  readonly #folderMarker: string
  /** Marker of all processes that this instance starts. */
  readonly #marker: string
  #endGuard: (() => void) | null = null
  #sink: BackendSink | null = null
  #closed = false

  constructor(options: AgentBackendOptions, familyOf: (kind: AgentKind) => AgentFamily) {
    this.#options = options
    this.#familyOf = familyOf
    this.#looks = new GroupLooks(() => options.clock.steady())
    // The real path, so that the marker does not depend on links.
    this.#folderMarker = folderMarker(realpathSync(options.stateFolder))
    this.#marker = `${this.#folderMarker}${randomUUID()}/`
  }

  connect(sink: BackendSink): void {
    this.#sink = sink
  }

  perform(effect: AgentEffect): void {
    if (this.#closed) return
    try {
      this.#perform(effect)
    } catch (error) {
      this.#options.log(`${effect.do} ${effect.agent}: ${String(error)}`)
    }
  }

  endOrphans(processes: readonly ProcessRecord[]): Promise<void> {
    return endOrphans(this.#options.clock, processes, this.#folderMarker)
  }

  fork(of: ForkOf): Promise<string | null> {
    return this.#familyOf(of.kind).fork(of, of.place)
  }

  sessionList(kind: AgentKind): SessionList | null {
    return this.#familyOf(kind).sessionList ?? null
  }

  undoFiles(agent: AgentId, frame: FrameId, how: 'look' | 'do'): Promise<FileUndo> {
    const run = this.#runs.get(agent)
    return run?.undoFiles?.(frame, how) ?? Promise.reject(new Error('Its process does not run.'))
  }

  taskOutput(agent: AgentId, task: string): Promise<TaskOutput> {
    return this.#runs.get(agent)?.taskOutput?.(task) ?? Promise.resolve({ text: null })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const vitals of this.#vitals.values()) vitals.end()
    const runs = [...this.#runs.values()]
    for (const run of runs) run.stop('spare')
    await Promise.all(runs.map((run) => run.over))
    await endAll(this.#options.clock, null, this.#folderMarker)
    this.#endGuard?.()
  }

  async abort(): Promise<void> {
    this.#closed = true
    for (const vitals of this.#vitals.values()) vitals.end()
    for (const run of this.#runs.values()) run.kill()
    await endAll(this.#options.clock, null, this.#folderMarker, 0)
    await Promise.all([...this.#runs.values()].map((run) => run.over))
    this.#endGuard?.()
  }

  #perform(effect: AgentEffect): void {
    switch (effect.do) {
      case 'agent.start':
        return this.#start(effect)
      case 'agent.write':
        if (effect.how !== 'note' && this.#at(effect)) this.#vitals.get(effect.agent)?.wrote(effect.frame)
        return this.#at(effect)?.write({ ...effect, pictures: this.#picturesOf(effect.pictures) })
      case 'agent.interrupt':
        return this.#at(effect)?.interrupt()
      case 'agent.stopTask':
        return this.#at(effect)?.stopTask?.(effect.task)
      case 'agent.configure':
        return this.#at(effect)?.configure(effect)
      case 'agent.stop':
        return this.#at(effect)?.stop('interrupt')
      case 'agent.kill':
        return this.#endHung(effect, 'it was quiet for half an hour, so Janus ended it')
      case 'card.decide':
        this.#vitals.get(effect.agent)?.answered(effect.request)
        return this.#at(effect)?.decide(effect.request, effect.decision)
      case 'transcript.locate':
        return void this.#locate(effect)
      case 'agent.forget':
        return void this.#forget(effect)
      default:
        return assertNever(effect)
    }
  }

  /** Skips pictures that are gone; the text still names their paths. */
  #picturesOf(refs: readonly PictureRef[] = []): readonly Picture[] {
    return refs.flatMap(({ path }) => this.#options.picture?.(path) ?? [])
  }

  #start({ agent, run, launch }: Extract<AgentEffect, { do: 'agent.start' }>): void {
    const { clock, identities, log, sweep } = this.#options
    const before = this.#runs.get(agent)
    before?.stop('interrupt')
    this.#endGuard ??= guardOrphans(sweep, this.#marker)
    const family = this.#familyOf(launch.kind)
    const entrance = kindFacts[launch.kind].closesFolder ? family : behindGate(family)
    const next = entrance.start({
      agent,
      run,
      launch,
      clock,
      marker: this.#marker,
      before: before?.over ?? Promise.resolve(),
      ...this.#atStart(launch),
      hear: (heard) => this.#hear(agent, run, heard),
      offered: (offer) => {
        if (!this.#closed) this.#sink?.offered(agent, offer)
      },
      limited: (limits) => {
        if (!this.#closed) this.#sink?.limited(agent, limits)
      },
      revoke: () => identities.revoke(agent),
      log: (line) => log(`${agent} run ${run}: ${line}`),
    })
    this.#runs.set(agent, next)
  }

  #atStart(launch: Launch): Pick<RunOptions, 'trust' | 'handed'> {
    const { trust: ask, handed: find } = this.#options
    const handed: Record<string, string> = {}
    const trust = async (folder: string): Promise<FolderTrust> => {
      const found = (await ask?.(launch.kind)(folder)) ?? 'plain'
      Object.assign(handed, await find?.(launch, found))
      return found
    }
    return { trust, handed }
  }

  /** Returns null when the effect is for an older run. */
  #at(effect: { readonly agent: AgentId; readonly run: number }): ProcessRun | null {
    const run = this.#runs.get(effect.agent)
    return run?.run === effect.run ? run : null
  }

  #hear(agent: AgentId, run: number, heard: ProgramEvent): void {
    if (this.#closed) return
    const known = this.#runs.get(agent)
    if (known?.run === run || known === undefined) this.#observe(agent, run, heard)
    if ('delta' in heard) this.#sink?.delta({ ...heard.delta, agent })
    else
      this.#tell(agent, run, known?.run === run ? withCause(heard.fact, this.#hung.get(known)) : heard.fact)
  }

  #tell(agent: AgentId, run: number, fact: ProgramFact): void {
    this.#sink?.fact({ ...fact, agent, run } as Parameters<BackendSink['fact']>[0])
  }

  #observe(agent: AgentId, run: number, heard: ProgramEvent): void {
    const fact = 'fact' in heard ? heard.fact : null
    if (fact?.type === 'process.spawned') {
      this.#vitals.get(agent)?.end()
      this.#vitals.set(agent, this.#watch(agent, run, fact.process))
    }
    this.#vitals.get(agent)?.heard(fact)
  }

  #watch(agent: AgentId, run: number, { pid }: ProcessRecord): LivenessWatch {
    return new LivenessWatch({
      clock: this.#options.clock,
      look: () => this.#looks.look(pid),
      tell: (warning) => {
        if (!this.#closed) this.#tell(agent, run, { type: 'process.health', warning })
      },
      hangs: () => {
        const why = 'it took no prompt for 30 seconds and used no processor, so Janus ended it'
        this.#endHung({ agent, run }, why)
      },
    })
  }

  /** Kills a hung run; its exit is reported with the reason. */
  #endHung(of: { readonly agent: AgentId; readonly run: number }, why: string): void {
    const hung = this.#at(of)
    if (hung === null) return
    this.#options.log(`${of.agent} run ${String(of.run)}: ${why}`)
    this.#hung.set(hung, why)
    hung.kill()
  }

  async #locate(effect: Extract<AgentEffect, { do: 'transcript.locate' }>): Promise<void> {
    const { agent, frames } = effect
    const unknown = (error: unknown): readonly Located[] => {
      // They may be in the transcript; reporting "absent" could send them twice.
      this.#options.log(`transcript of ${agent}: ${String(error)}`)
      return frames.map((frame) => ({ frame, found: 'unfinished', text: '' }))
    }
    const found = await this.#familyOf(effect.kind).locate(effect, frames).catch(unknown)
    if (!this.#closed) this.#sink?.fact({ type: 'frames.located', agent, found })
  }

  async #forget({ agent, kind }: Extract<AgentEffect, { do: 'agent.forget' }>): Promise<void> {
    const run = this.#runs.get(agent)
    run?.stop('interrupt')
    await run?.over
    if (this.#runs.get(agent) === run) this.#runs.delete(agent)
    this.#options.identities.revoke(agent)
    this.#familyOf(kind).forget(agent)
  }
}

function withCause(fact: ProgramFact, why: string | undefined): ProgramFact {
  return fact.type === 'process.exited' && why !== undefined ? { ...fact, detail: why } : fact
}

function assertNever(effect: never): never {
  throw new Error(`unknown effect ${JSON.stringify(effect)}`)
}
