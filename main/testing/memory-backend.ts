import type { AgentId, FolderTrust } from '../contract/model.ts'
import type { Backend, BackendSink, Effect, Fact, ProcessRecord } from '../ports.ts'
import { asked, includesAll, offer, type Cli, type Line, type Model, type Transcripts } from './memory-cli.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type { Act, Line, Model, Transcripts } from './memory-cli.ts'

let pids = 1000

/**
 * The CLI as `claude-cli.md` measured it, no nicer, in virtual time: takes a line 2 ms to be accepted and
 * 5 more to be read, writes a prompt to its transcript when it reads it and the answer when it ends.
 */
export class MemoryBackend implements Backend {
  readonly #clock: VirtualClock
  readonly #transcripts: Transcripts
  readonly #model: Model
  readonly #clis = new Map<AgentId, Cli>()
  #sink: BackendSink | null = null
  #requests = 0
  #copies = 0
  /** Agents whose CLI cannot be started. */
  readonly broken = new Set<AgentId>()
  /** How the agents' folders stand; one that is not named brings nothing along. */
  readonly folders = new Map<string, FolderTrust>()

  constructor(clock: VirtualClock, transcripts: Transcripts, model: Model) {
    this.#clock = clock
    this.#transcripts = transcripts
    this.#model = model
  }

  connect(sink: BackendSink): void {
    this.#sink = sink
  }

  /** Agents with a living CLI. */
  get alive(): readonly AgentId[] {
    return [...this.#clis.keys()]
  }

  perform(effect: Effect): void {
    switch (effect.do) {
      case 'agent.start':
        return this.#start(effect)
      case 'agent.write':
        return this.#write(effect)
      case 'agent.interrupt':
        return this.#interrupt(effect.agent)
      case 'agent.stop':
        return this.#stop(effect.agent)
      case 'card.decide':
        return this.#decided(effect)
      case 'transcript.locate':
        return this.#locate(effect)
      case 'agent.configure':
      case 'agent.forget':
    }
  }

  endOrphans(_processes: readonly ProcessRecord[]): Promise<void> {
    return Promise.resolve()
  }

  /** Copies a conversation, the turn that runs in it included. */
  fork(_cwd: string, conversation: string): Promise<string> {
    const lines = this.#transcripts.get(conversation)
    if (!lines) return Promise.reject(new Error('There is nothing to copy yet.'))
    const copy = `00000000-0000-4000-8000-${String(this.#copies++).padStart(12, '0')}`
    this.#transcripts.set(
      copy,
      lines.map((line) => ({ ...line })),
    )
    return Promise.resolve(copy)
  }

  close(): Promise<void> {
    this.crash(() => false)
    return Promise.resolve()
  }

  /** A CLI dies at once, wherever it is. */
  kill(agent: AgentId): void {
    const cli = this.#clis.get(agent)
    if (cli) this.#end(cli, 'killed')
  }

  /** The app is gone: each CLI dies with it, or (as `finishes` says) first ends its turn, unheard. */
  crash(finishes: (agent: AgentId) => boolean): void {
    this.#sink = null
    for (const cli of this.#clis.values()) {
      this.#drop(cli)
      if (cli.turn?.line && finishes(cli.agent)) cli.turn.line.final = `${cli.turn.said} and the rest`
    }
    this.#clis.clear()
  }

  #start({ agent, run, launch }: Extract<Effect, { do: 'agent.start' }>): void {
    if (this.#clis.has(agent)) throw new Error('two CLIs for one conversation')
    const trust = this.folders.get(launch.cwd) ?? 'plain'
    this.#tell({ type: 'folder.looked', agent, run, trust })
    if (this.broken.has(agent)) {
      this.#clock.after(1, () =>
        this.#tell({ type: 'process.refused', agent, run, why: 'cli', detail: 'No Claude CLI.' }),
      )
      return
    }
    const pid = pids++
    const owner = `cli ${pid}`
    const cli: Cli = {
      agent,
      run,
      owner,
      conversation: launch.conversation,
      pid,
      ready: false,
      input: [],
      allowed: launch.allowed,
      turn: null,
    }
    this.#clis.set(agent, cli)
    this.#tell({ type: 'process.spawned', agent, run, process: { pid, startedAt: String(pid) } })
    this.#later(cli, 300, () => {
      cli.ready = true
      this.#sink?.offered(agent, offer)
      const historyLost = launch.conversed && !this.#transcripts.has(launch.conversation)
      this.#tell({ type: 'process.ready', agent, run, historyLost })
      this.#next(cli)
    })
  }

  #write({ agent, run, frame, text }: Extract<Effect, { do: 'agent.write' }>): void {
    const cli = this.#clis.get(agent)
    if (!cli || cli.run !== run) return
    if (cli.input.length > 0) throw new Error('a second frame that begins a turn')
    const lines = this.#lines(cli)
    if (lines.some((line) => line.frame === frame)) throw new Error('a uuid that the transcript has')
    this.#later(cli, 2, () => {
      cli.input.push({ frame, text })
      this.#tell({ type: 'frame.accepted', agent, run, frame })
      this.#later(cli, 5, () => this.#next(cli))
    })
  }

  /** Reads the next prompt, if nothing runs. */
  #next(cli: Cli): void {
    if (cli.turn || !cli.ready) return
    const prompt = cli.input.shift()
    if (!prompt) return
    const line: Line = { frame: prompt.frame, text: prompt.text, final: null }
    this.#lines(cli).push(line)
    const { agent, run } = cli
    this.#tell({ type: 'frame.started', agent, run, frame: prompt.frame })
    this.#tell({ type: 'turn.began', agent, run })
    cli.turn = { line, acts: [...this.#model(agent, prompt.text, prompt.frame)], said: '', ask: null }
    this.#act(cli)
  }

  #act(cli: Cli): void {
    const act = cli.turn?.acts.shift()
    if (!cli.turn) return
    if (!act) return this.#endTurn(cli, { kind: 'completed', text: cli.turn.said })
    const { agent, run } = cli
    switch (act.do) {
      case 'think':
        return this.#inTurn(cli, act.ms, () => this.#act(cli))
      case 'say':
        cli.turn.said = act.text
        this.#tell({ type: 'block.said', agent, run, block: { kind: 'text', text: act.text } })
        return this.#inTurn(cli, 1, () => this.#act(cli))
      case 'tool':
        act.call()
        return this.#inTurn(cli, 1, () => this.#act(cli))
      case 'ask': {
        const { suggestions = [] } = act
        if (suggestions.some(({ grants }) => includesAll(cli.allowed, grants)))
          return this.#inTurn(cli, 1, () => this.#act(cli))
        const request = `request ${this.#requests++}`
        cli.turn.ask = { request, suggestions }
        this.#tell({ type: 'card.asked', agent, run, request, suggestions, ...asked })
        return
      }
      case 'break':
        return this.#endTurn(cli, { kind: 'broken', why: act.why, detail: act.why })
      case 'die':
        return this.#end(cli, 'crashed')
      case 'background':
        this.#later(cli, act.ms, () => this.#ownTurn(cli))
        return this.#act(cli)
    }
  }

  /** A turn that no frame began. */
  #ownTurn(cli: Cli): void {
    if (cli.turn) return this.#later(cli, 10, () => this.#ownTurn(cli))
    const { agent, run } = cli
    cli.turn = { line: null, acts: [...this.#model(agent, '', null)], said: '', ask: null }
    this.#tell({ type: 'turn.began', agent, run })
    this.#act(cli)
  }

  #endTurn(cli: Cli, outcome: Extract<Fact, { type: 'turn.ended' }>['outcome']): void {
    if (cli.turn?.line && outcome.kind === 'completed') cli.turn.line.final = outcome.text
    cli.turn = null
    this.#tell({ type: 'turn.ended', agent: cli.agent, run: cli.run, outcome, totalCostUsd: 0 })
    this.#later(cli, 1, () => this.#next(cli))
  }

  #interrupt(agent: AgentId): void {
    const cli = this.#clis.get(agent)
    if (!cli) return
    const held = cli.input.splice(0)
    for (const { frame } of held) this.#tell({ type: 'frame.cancelled', agent, run: cli.run, frame })
    if (!cli.turn) return
    this.#clock.drop(`${cli.owner} turn`)
    if (cli.turn.ask)
      this.#tell({ type: 'card.withdrawn', agent, run: cli.run, request: cli.turn.ask.request })
    this.#inTurn(cli, 1, () => this.#endTurn(cli, { kind: 'interrupted' }))
  }

  #decided({ agent, request, decision }: Extract<Effect, { do: 'card.decide' }>): void {
    const cli = this.#clis.get(agent)
    if (!cli?.turn || cli.turn.ask?.request !== request) return
    const taken = decision.kind === 'allow' ? cli.turn.ask.suggestions[decision.suggestion ?? -1] : undefined
    cli.allowed = [...cli.allowed, ...(taken?.grants ?? [])]
    cli.turn.ask = null
    this.#inTurn(cli, 1, () => this.#act(cli))
  }

  #stop(agent: AgentId): void {
    const cli = this.#clis.get(agent)
    if (cli) this.#clock.after(20, () => this.#end(cli, 'asked'))
  }

  #end(cli: Cli, detail: string): void {
    if (this.#clis.get(cli.agent) !== cli) return
    this.#clis.delete(cli.agent)
    this.#drop(cli)
    this.#tell({ type: 'process.exited', agent: cli.agent, run: cli.run, detail })
  }

  #locate({ agent, conversation, frame }: Extract<Effect, { do: 'transcript.locate' }>): void {
    const line = this.#transcripts.get(conversation)?.find((candidate) => candidate.frame === frame)
    const found = !line ? 'absent' : line.final === null ? 'unfinished' : 'finished'
    this.#clock.after(3, () =>
      this.#tell({ type: 'frame.located', agent, frame, found, text: line?.final ?? '' }),
    )
  }

  #lines({ conversation }: Cli): Line[] {
    const lines = this.#transcripts.get(conversation) ?? []
    this.#transcripts.set(conversation, lines)
    return lines
  }

  #later(cli: Cli, ms: number, fn: () => void): void {
    this.#clock.afterFor(cli.owner, ms, fn)
  }

  /** Like `#later`, for what an interrupt takes away. */
  #inTurn(cli: Cli, ms: number, fn: () => void): void {
    this.#clock.afterFor(`${cli.owner} turn`, ms, fn)
  }

  #drop(cli: Cli): void {
    this.#clock.drop(cli.owner)
    this.#clock.drop(`${cli.owner} turn`)
  }

  #tell(fact: Fact): void {
    this.#sink?.fact(fact)
  }
}
