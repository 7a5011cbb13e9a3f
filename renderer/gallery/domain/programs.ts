import { usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { noTokens, type Tokens } from '../../../main/contract/budget/budget.ts'
import type { PlanLimit } from '../../../main/contract/budget/plan.ts'
import type { FileUndo } from '../../../main/contract/folders/conversations.ts'
import type { AgentId, FolderTrust, FrameId } from '../../../main/contract/api/model.ts'
import type { SlashCommand } from '../../../main/contract/api/views.ts'
import type { AgentEffect, Backend, BackendSink, Entrance, Fact } from '../../../main/ports/ports.ts'
import type { SessionList } from '../../../main/ports/conversations.ts'

/** A fact of one process, without the agent and run. */
export type OwnFact = Fact extends infer One
  ? One extends { readonly agent: AgentId; readonly run: number }
    ? Omit<One, 'agent' | 'run'>
    : never
  : never

interface Running {
  readonly run: number
  readonly kind: AgentKind
  /** Input that is not read yet. */
  readonly unread: { readonly frame: FrameId; readonly how: Entrance }[]
  isInTurn: boolean
  /** Used by the whole conversation. */
  usd: number
  tokens: Tokens
}

/** Agents' programs controlled by a story. They start and read at once, and say only what the story says. */
export class Programs implements Backend {
  readonly #running = new Map<AgentId, Running>()
  #sink: BackendSink | null = null
  /** Slash commands, reported again at each start. */
  readonly #offers = new Map<AgentId, readonly SlashCommand[]>()
  #pids = 41_207
  /** By path; other folders have no settings. */
  readonly folders = new Map<string, FolderTrust>()
  /** If set, no program starts. */
  refusal: Omit<Extract<OwnFact, { type: 'process.refused' }>, 'type'> | null = null
  /** Programs start but never get ready. */
  areSlow = false
  /** Agents whose programs accept input without reading it. */
  readonly busy = new Set<AgentId>()
  kept: SessionList | null = null
  undo: FileUndo | null = null

  connect(sink: BackendSink): void {
    this.#sink = sink
  }

  /** Reports a fact of the agent's process. */
  fact(agent: AgentId, fact: OwnFact): void {
    const { run = 0 } = this.#running.get(agent) ?? {}
    this.#sink?.fact({ ...fact, agent, run } as Fact)
  }

  /** Streams part of an answer. */
  stream(agent: AgentId, of: 'text' | 'thinking', text: string): void {
    this.#sink?.delta({ kind: 'delta', agent, block: `${of} of ${agent}`, of, text })
  }

  /** Reports the slash commands of the agent's program. */
  offer(agent: AgentId, commands: readonly SlashCommand[]): void {
    this.#offers.set(agent, commands)
    this.#sink?.offered(agent, { commands, models: [] })
  }

  /** Reports the limits of the account's plan. */
  limit(agent: AgentId, limits: readonly PlanLimit[]): void {
    this.#sink?.limited(agent, limits)
  }

  isInTurn(agent: AgentId): boolean {
    return this.#running.get(agent)?.isInTurn === true
  }

  perform(effect: AgentEffect): void {
    const { agent } = effect
    const running = this.#running.get(agent)
    if (effect.do === 'agent.start') this.#start(effect)
    else if (effect.do === 'transcript.locate')
      this.#sink?.fact({
        type: 'frames.located',
        agent,
        found: effect.frames.map((frame) => ({ frame, found: 'absent', text: '' })),
      })
    else if (!running) return
    else if (effect.do === 'agent.write') {
      const { frame, how } = effect
      this.fact(agent, { type: 'frame.accepted', frame })
      running.unread.push({ frame, how })
      if (how === 'interject' && running.isInTurn) this.end(agent, { kind: 'cut' })
      else if (!running.isInTurn) this.read(agent)
    } else if (effect.do === 'agent.interrupt') {
      for (const { frame } of running.unread.splice(0)) this.fact(agent, { type: 'frame.cancelled', frame })
      this.end(agent, { kind: 'interrupted' })
    } else if (effect.do === 'agent.stop' || effect.do === 'agent.kill') this.exit(agent, 'asked')
  }

  /** Reads the input: into the running turn, else it starts one. */
  read(agent: AgentId): void {
    const running = this.#running.get(agent)
    if (!running || this.busy.has(agent)) return
    for (let next = running.unread.shift(); next; next = running.unread.shift()) {
      const { frame, how } = next
      this.fact(agent, { type: 'frame.started', frame })
      if (how === 'note' || running.isInTurn) continue
      running.isInTurn = true
      this.fact(agent, { type: 'turn.began' })
    }
  }

  /** Ends the turn, adding its cost and tokens. */
  end(
    agent: AgentId,
    outcome: Extract<OwnFact, { type: 'turn.ended' }>['outcome'],
    usd = 0.04,
    tokens = 12_400,
  ): void {
    const running = this.#running.get(agent)
    if (!running?.isInTurn) return
    const share = (part: number) => Math.round(tokens * part)
    const { cost } = expectedAbilities[running.kind]
    running.usd += usd
    running.tokens = {
      input: running.tokens.input + share(0.1),
      output: running.tokens.output + share(0.05),
      cacheRead: running.tokens.cacheRead + share(0.8),
      cacheWritten: running.tokens.cacheWritten + share(0.05),
    }
    running.isInTurn = false
    const [totalCostUsd, totalTokens] = [cost === 'usd' ? running.usd : null, running.tokens]
    this.fact(agent, { type: 'turn.ended', outcome, totalCostUsd, totalTokens })
    this.read(agent)
  }

  /** Ends the process. */
  exit(agent: AgentId, detail: string): void {
    this.fact(agent, { type: 'process.exited', detail })
    this.#running.delete(agent)
  }

  #start({ agent, run, launch }: Extract<AgentEffect, { do: 'agent.start' }>): void {
    const { kind, cwd } = launch
    this.#running.set(agent, { run, kind, unread: [], isInTurn: false, usd: 0, tokens: noTokens })
    this.fact(agent, { type: 'folder.looked', trust: this.folders.get(cwd) ?? 'plain' })
    if (this.refusal) return this.fact(agent, { type: 'process.refused', ...this.refusal })
    this.#pids += 318
    this.fact(agent, { type: 'process.spawned', process: { pid: this.#pids, startedAt: null } })
    if (this.areSlow) return
    if (kind === usualKind)
      this.#sink?.offered(agent, { commands: this.#offers.get(agent) ?? [], models: [] })
    this.fact(agent, { type: 'process.ready', abilities: expectedAbilities[kind], historyLost: false })
  }

  taskOutput = () => Promise.resolve({ text: 'GET /berths 200 in 12 ms\nGET /fares 200 in 9 ms\n' })
  endOrphans = () => Promise.resolve()
  close = () => Promise.resolve()
  abort = () => Promise.resolve()
  fork = () => Promise.resolve('00000000-0000-4000-8000-000000000001')
  sessionList = () => this.kept
  undoFiles = () => (this.undo ? Promise.resolve(this.undo) : Promise.reject(new Error('Nothing is kept.')))
}
