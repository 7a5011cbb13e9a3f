import type { Abilities } from '../../contract/agents/abilities.ts'
import { kindFacts, type AgentKind } from '../../contract/agents/kinds.ts'
import type { PlanLimit } from '../../contract/budget/plan.ts'
import type { AgentId, FolderTrust, FrameId } from '../../contract/api/model.ts'
import type {
  AgentEffect,
  Backend,
  BackendSink,
  Fact,
  ForkOf,
  Located,
  ProcessRecord,
} from '../../ports/ports.ts'
import type { TaskOutput } from '../../contract/agents/background.ts'
import type { FileUndo } from '../../contract/folders/conversations.ts'
import { ConversationError, type SessionList } from '../../ports/conversations.ts'
import { allAbilities } from '../suites/backend/all-abilities.ts'
import { offer, type Line, type Model, type Transcripts } from './acts.ts'
import { memorySessionList } from './store/session-list.ts'
import { MemoryCli, type CliWorld } from './cli.ts'
import type { VirtualClock } from '../virtual-clock.ts'

export type { Act, Line, Model, Shown, Transcripts } from './acts.ts'

let pids = 1000

/**
 * The agents' CLI in virtual time, with measured behavior: accepts a line after 2 ms and reads it after 5
 * more, writes a prompt to its transcript when it reads it and the answer when it ends.
 */
export class MemoryBackend implements Backend {
  readonly #clock: VirtualClock
  readonly #transcripts: Transcripts
  readonly #world: CliWorld
  readonly #abilitiesOf: (kind: AgentKind) => Abilities
  readonly #clis = new Map<AgentId, MemoryCli>()
  #sink: BackendSink | null = null
  #requests = 0
  #copies = 0
  /** Agents whose CLI can't start. */
  readonly broken = new Set<AgentId>()
  /** Agents whose CLI ignores interrupts, so that its turn runs to its end. */
  readonly deaf = new Set<AgentId>()
  /** Files that tools changed since a prompt. */
  readonly changed = new Map<FrameId, readonly string[]>()
  /** The folders' trust; others need none. */
  readonly folders = new Map<string, FolderTrust>()

  constructor(
    clock: VirtualClock,
    transcripts: Transcripts,
    model: Model,
    abilitiesOf: (kind: AgentKind) => Abilities = () => allAbilities,
    /** Whether a conversation's turns report their cost. */
    isPriced: (conversation: string) => boolean = () => true,
  ) {
    this.#abilitiesOf = abilitiesOf
    this.#clock = clock
    this.#transcripts = transcripts
    this.#world = {
      clock,
      transcripts,
      model,
      isPriced,
      tell: (fact) => this.#tell(fact),
      isDeaf: (agent) => this.deaf.has(agent),
      request: () => `request ${this.#requests++}`,
      died: (cli, detail) => this.#end(cli, detail),
    }
  }

  /** An agent's process reports its account's limits. */
  tellPlan(agent: AgentId, limits: readonly PlanLimit[]): void {
    this.#sink?.limited(agent, limits)
  }

  /** Streams a part of an answer. */
  streams(agent: AgentId, text: string): void {
    this.#sink?.delta({ kind: 'delta', agent, block: 'block-1', of: 'text', text })
  }

  connect(sink: BackendSink): void {
    this.#sink = sink
  }

  get alive(): readonly AgentId[] {
    return [...this.#clis.keys()]
  }

  perform(effect: AgentEffect): void {
    switch (effect.do) {
      case 'agent.start':
        return this.#start(effect)
      case 'agent.write':
        return this.#at(effect)?.write(effect)
      case 'agent.interrupt':
        return this.#at(effect)?.interrupt()
      case 'agent.stopTask':
        return this.#at(effect)?.stopTask(effect.task)
      case 'agent.stop':
        return this.#stop(effect.agent)
      case 'agent.kill':
        return this.kill(effect.agent)
      case 'card.decide':
        return this.#at(effect)?.decide(effect.request, effect.decision)
      case 'transcript.locate':
        return this.#locate(effect)
      case 'agent.configure':
      case 'agent.forget':
    }
  }

  endOrphans(_processes: readonly ProcessRecord[]): Promise<void> {
    return Promise.resolve()
  }

  /** Copies a conversation, including a running turn. */
  fork({ conversation, place }: ForkOf): Promise<string | null> {
    const lines = this.#transcripts.get(conversation)
    if (!lines) return Promise.reject(new Error('There is nothing to copy yet.'))
    const end = place ? lines.findIndex(({ frame }) => place.before.includes(frame)) : -1
    const isThere =
      !place?.after || lines.slice(0, end < 0 ? undefined : end).some(({ frame }) => frame === place.after)
    if (!isThere || (end < 0 && place && place.before.length > 0))
      return Promise.reject(new ConversationError('That place is not in its present conversation any more.'))
    const kept = end < 0 ? lines : lines.slice(0, end)
    return Promise.resolve(kept.length === 0 ? null : this.#copied(kept))
  }

  #copied(lines: readonly Line[]): string {
    const copy = this.#newConversation()
    this.#transcripts.set(
      copy,
      lines.map((line) => ({ ...line })),
    )
    return copy
  }

  /** All conversations, in the folder `/work`. */
  sessionList(kind: AgentKind): SessionList | null {
    const { resumesHistory } = this.#abilitiesOf(kind)
    if (resumesHistory === 'no') return null
    return memorySessionList(this.#transcripts, resumesHistory, (lines) => this.#copied(lines))
  }

  taskOutput(agent: AgentId, task: string): Promise<TaskOutput> {
    return Promise.resolve({ text: this.#clis.has(agent) ? `the output of ${task}` : null })
  }

  undoFiles(agent: AgentId, frame: FrameId, how: 'look' | 'do'): Promise<FileUndo> {
    const files = this.changed.get(frame)
    if (!this.#clis.has(agent)) return Promise.reject(new Error('Its process does not run.'))
    if (!files) return Promise.reject(new Error('Nothing is kept of how the files were then.'))
    if (how === 'do') this.changed.set(frame, [])
    return Promise.resolve({ isDone: how === 'do', files, lines: null })
  }

  close(): Promise<void> {
    this.crash(() => false)
    return Promise.resolve()
  }

  abort(): Promise<void> {
    return this.close()
  }

  /** A CLI crashes, whatever it is doing. */
  kill(agent: AgentId): void {
    const cli = this.#clis.get(agent)
    if (cli) this.#end(cli, 'killed')
  }

  /** The app crashes: each CLI dies with it, or if `finishes` says so completes its turn unobserved. */
  crash(finishes: (agent: AgentId) => boolean): void {
    this.#sink = null
    for (const cli of this.#clis.values()) cli.drop(finishes(cli.agent))
    this.#clis.clear()
  }

  #start({ agent, run, launch }: Extract<AgentEffect, { do: 'agent.start' }>): void {
    if (this.#clis.has(agent)) throw new Error('two CLIs for one conversation')
    const trust = this.folders.get(launch.cwd) ?? 'plain'
    this.#tell({ type: 'folder.looked', agent, run, trust })
    if (!kindFacts[launch.kind].closesFolder && (trust === 'ask' || trust === 'refused')) {
      this.#clock.after(1, () =>
        this.#tell({ type: 'process.refused', agent, run, why: 'trust', detail: '' }),
      )
      return
    }
    if (this.broken.has(agent)) {
      this.#clock.after(1, () =>
        this.#tell({ type: 'process.refused', agent, run, why: 'backend', detail: 'No CLI.' }),
      )
      return
    }
    const pid = pids++
    const abilities = this.#abilitiesOf(launch.kind)
    const isLost = launch.conversed && !abilities.resumes
    const conversation = isLost ? this.#newConversation() : launch.conversation
    const cli = new MemoryCli(this.#world, agent, run, `cli ${pid}`, { ...launch, conversation }, abilities)
    this.#clis.set(agent, cli)
    this.#tell({ type: 'process.spawned', agent, run, process: { pid, startedAt: String(pid) } })
    cli.begin(() => {
      this.#sink?.offered(agent, offer)
      if (isLost) this.#tell({ type: 'conversation.changed', agent, run, conversation })
      const historyLost = isLost || (launch.conversed && !this.#transcripts.has(launch.conversation))
      this.#tell({ type: 'process.ready', agent, run, abilities, historyLost })
    })
  }

  /** The CLI that an effect is for; undefined when it is no longer the latest. */
  #at({ agent, run }: { readonly agent: AgentId; readonly run: number }): MemoryCli | undefined {
    const cli = this.#clis.get(agent)
    return cli?.run === run ? cli : undefined
  }

  #stop(agent: AgentId): void {
    const cli = this.#clis.get(agent)
    if (cli) this.#clock.after(20, () => this.#end(cli, 'asked'))
  }

  #end(cli: MemoryCli, detail: string): void {
    if (this.#clis.get(cli.agent) !== cli) return
    this.#clis.delete(cli.agent)
    cli.drop(false)
    this.#tell({ type: 'process.exited', agent: cli.agent, run: cli.run, detail })
  }

  #newConversation(): string {
    return `00000000-0000-4000-8000-${String(this.#copies++).padStart(12, '0')}`
  }

  #locate({ agent, kind, conversation, frames }: Extract<AgentEffect, { do: 'transcript.locate' }>): void {
    const lines = this.#transcripts.get(conversation) ?? []
    const isKnown = this.#abilitiesOf(kind).receipts !== 'none'
    const found = frames.map((frame): Located => {
      if (!isKnown) return { frame, found: 'unknown', text: '' }
      const line = lines.find((candidate) => candidate.frame === frame)
      if (!line) return { frame, found: 'absent', text: '' }
      if (line.final === null) return { frame, found: 'unfinished', text: '' }
      return { frame, found: 'finished', text: line.final }
    })
    this.#clock.after(3, () => this.#tell({ type: 'frames.located', agent, found }))
  }

  #tell(fact: Fact): void {
    this.#sink?.fact(fact)
  }
}
