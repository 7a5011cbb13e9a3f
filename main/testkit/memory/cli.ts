import type { Abilities } from '../../contract/agents/abilities.ts'
import type { AgentId, Permission } from '../../contract/api/model.ts'
import type { Decision, Fact, Launch, Outcome, SeenEnd } from '../../ports/ports.ts'
import { MemoryTasks } from './tasks.ts'
import {
  asked,
  brokenBy,
  commandActs,
  finalOf,
  includesAll,
  type Act,
  type Asked,
  type Line,
  type Turn,
  type Model,
  type Transcripts,
} from './acts.ts'
import { MemoryCalls, shownCall } from './calls.ts'
import { subagentSays } from './subagent.ts'
import { MemoryTranscript } from './store/transcript.ts'
import { MemoryInput, type Prompt } from './input.ts'
import { billOf, type MemoryBill } from './bill.ts'
import type { VirtualClock } from '../virtual-clock.ts'

/** The environment of a CLI in memory. */
export interface CliWorld {
  readonly clock: VirtualClock
  readonly transcripts: Transcripts
  /** Whether a conversation's turns report their cost. */
  isPriced(conversation: string): boolean
  readonly model: Model
  readonly tell: (fact: Fact) => void
  readonly isDeaf: (agent: AgentId) => boolean
  /** A new id for a request. */
  readonly request: () => string
  readonly died: (cli: MemoryCli, detail: string) => void
}

/** Milliseconds until the CLI abandons a tool. */
const toolLimit = 60_000

export class MemoryCli {
  readonly agent: AgentId
  readonly run: number
  readonly #world: CliWorld
  readonly #owner: string
  readonly #turnOwner: string
  readonly #transcript: MemoryTranscript
  readonly #bill: MemoryBill
  readonly #input = new MemoryInput()
  readonly #calls = new MemoryCalls((block) => this.#tell({ type: 'block.said', ...this.#of, block }))
  readonly #abilities: Abilities
  /** A silent turn, and whether that was reported. */
  #hangs: { isNoticed: boolean } | null = null
  #ready = false
  #allowed: readonly Permission[]
  #turn: Turn | null = null
  #subagents = 0
  readonly #tasks = new MemoryTasks((tasks) => this.#tell({ type: 'background.changed', ...this.#of, tasks }))

  constructor(
    world: CliWorld,
    agent: AgentId,
    run: number,
    owner: string,
    launch: Launch,
    abilities: Abilities,
  ) {
    this.agent = agent
    this.run = run
    this.#world = world
    this.#owner = owner
    this.#turnOwner = `${owner} turn`
    this.#transcript = new MemoryTranscript(world.transcripts, launch.conversation, (ms, fn) =>
      this.#later(ms, fn),
    )
    this.#allowed = launch.allowed
    this.#abilities = abilities
    this.#bill = billOf(world.transcripts, launch.conversation, world.isPriced(launch.conversation))
  }

  /** Calls back when it is ready, after 300 ms. */
  begin(answers: () => void): void {
    this.#later(300, () => {
      this.#ready = true
      answers()
      this.#next()
    })
  }

  write(prompt: Prompt): void {
    const { frame } = prompt
    if (this.#input.has(frame) || this.#transcript.has(frame))
      throw new Error('a uuid that the transcript has')
    if (prompt.how === 'note' && !this.#abilities.notes) throw new Error('a note for one that takes none')
    if (prompt.how === 'steer' && !this.#abilities.steers) throw new Error('steering one that takes none')
    this.#input.add(prompt)
    // It would kill some tools, and remove a card.
    if (prompt.how === 'interject' && (this.#turn?.at === 'tool' || this.#turn?.ask)) this.#input.hold(prompt)
    else this.#send(prompt)
  }

  #send(prompt: Prompt): void {
    const { frame } = prompt
    this.#later(2, () => {
      this.#input.accept(frame)
      this.#tell({ type: 'frame.accepted', ...this.#of, frame })
      if (this.#hangs) this.#hang()
      if (prompt.how === 'interject' && this.#turn) return this.#cutOff(this.#turn)
      this.#later(5, () => this.#next())
    })
  }

  /** Interrupts everything, including unread prompts. */
  interrupt(): void {
    if (this.#world.isDeaf(this.agent)) return
    for (const { frame } of this.#input.takeAll()) this.#tell({ type: 'frame.cancelled', ...this.#of, frame })
    // A turn that was already interrupted: its running tool can't be stopped again.
    if (this.#turn?.over) this.#turn.over = { kind: 'interrupted' }
    else this.#endEarly({ kind: 'interrupted' })
  }

  decide(request: string, decision: Decision): void {
    const turn = this.#turn
    if (turn?.ask?.request !== request) return
    const { call } = turn.ask
    const taken = decision.kind === 'allow' ? turn.ask.suggestions[decision.suggestion ?? -1] : undefined
    this.#allowed = [...this.#allowed, ...(taken?.permissions ?? [])]
    turn.ask = null
    turn.at = 'tool'
    this.#inTurn(1, () => {
      if (decision.kind === 'allow') this.#calls.returned(call, '', 'done')
      else this.#calls.returned(call, this.#abilities.denial === 'words' ? decision.message : '', 'failed')
      if (decision.kind === 'deny' && this.#abilities.denial === 'ends')
        this.#endEarly({ kind: 'interrupted' })
      else this.#boundary()
    })
  }

  /** Drops its future. `finishes`: its turn still ends in the transcript. */
  drop(finishes: boolean): void {
    this.#world.clock.drop(this.#owner)
    this.#world.clock.drop(this.#turnOwner)
    if (finishes) for (const line of this.#turn?.lines ?? []) line.final = `${this.#turn?.said} and the rest`
    this.#turn = null
  }

  /** Reads the first prompt unless a turn is running. */
  #next(): void {
    if (this.#turn || !this.#ready) return
    if (this.#tasks.untold > 0 && !this.#input.interjects) return this.#ownTurn()
    const prompt = this.#input.takeNext()
    if (!prompt) return
    if (prompt.how === 'note') {
      this.#read(prompt, { note: true, final: '' })
      return this.#later(1, () => this.#next())
    }
    const text = [...this.#transcript.notes, prompt.text].join('\n\n')
    const line = this.#read(prompt, { final: null })
    this.#begin([line], commandActs(prompt) ?? this.#world.model(this.agent, text, prompt.frame))
  }

  /** A turn without a frame: about a finished task that no running turn has reported. */
  #ownTurn(): void {
    this.#tasks.untold--
    this.#begin([], this.#world.model(this.agent, '', null))
  }

  #read({ frame, text, pictures = [] }: Prompt, more: Pick<Line, 'final' | 'note'>): Line {
    const line: Line = { frame, text, pictures: pictures.map(({ path }) => path), ...more }
    this.#transcript.read(line)
    this.#tell({ type: 'frame.started', ...this.#of, frame })
    return line
  }

  #begin(lines: Line[], acts: readonly Act[]): void {
    this.#turn = {
      lines,
      acts: [...acts],
      said: '',
      at: 'model',
      ask: null,
      isStopped: false,
      isEnding: false,
      over: null,
    }
    this.#tell({ type: 'turn.began', ...this.#of })
    this.#act()
  }

  #act(): void {
    const turn = this.#turn
    if (!turn) return
    turn.at = 'model'
    const act = turn.acts.shift()
    if (!act) return this.#endTurn({ kind: 'completed', text: turn.said })
    switch (act.do) {
      case 'think':
        return this.#inTurn(act.ms, () => this.#act())
      case 'hold':
        return act.until(() => this.#letGo(turn))
      case 'say':
        turn.said = act.text
        this.#tell({ type: 'block.said', ...this.#of, block: { kind: 'text', text: act.text } })
        this.#tell({ type: 'turn.used', ...this.#of, tokens: this.#bill.called() })
        this.#tell({ type: 'context.told', ...this.#of, context: this.#bill.context })
        return this.#inTurn(1, () => this.#act())
      case 'tool':
        return this.#useTool(turn, act)
      case 'await':
        return this.#awaitTool(turn, act)
      case 'ask':
        return this.#ask(turn, act.suggestions ?? [], act.input ?? asked.input)
      case 'break':
        return this.#endTurn(brokenBy(act))
      case 'compact':
        this.#bill.compacted()
        this.#tell({ type: 'conversation.compacted', ...this.#of })
        return this.#inTurn(1, () => this.#act())
      case 'hang':
        return this.#hang()
      case 'die':
        return this.#world.died(this, 'crashed')
      case 'background':
        this.#inBackground(act.ms)
        return this.#act()
    }
  }

  /** An interrupted turn does not continue. */
  #letGo(turn: Turn): void {
    if (this.#turn === turn && !turn.isEnding) this.#act()
  }

  #useTool(turn: Turn, { ms = 5, call }: Extract<Act, { do: 'tool' }>): void {
    turn.at = 'tool'
    const shown = call()
    if (shown) this.#calls.called(shown.call)
    // A tool without a visible call is a subagent's work.
    const subagent = shown ? null : `${this.#turnOwner} ${(this.#subagents += 1)}`
    if (subagent !== null) {
      this.#calls.called(subagent, shownCall('subagent', 'look around'))
      this.#tell({ type: 'block.said', ...this.#of, ...subagentSays(subagent) })
    }
    this.#inTurn(ms, () => {
      if (shown) this.#calls.returned(shown.call, shown.text, 'done')
      if (subagent !== null) this.#calls.returned(subagent, '', 'done')
      this.#boundary()
    })
  }

  #awaitTool(turn: Turn, { call }: Extract<Act, { do: 'await' }>): void {
    turn.at = 'tool'
    let isOver = false
    const end = (text: string, how: SeenEnd): void => {
      if (isOver || this.#turn !== turn) return
      isOver = true
      this.#world.clock.drop(this.#turnOwner)
      this.#inTurn(1, () => {
        this.#calls.returned(name, text, how)
        this.#boundary()
      })
    }
    const name = call((text) => end(text, 'done'))
    this.#calls.asked(name)
    if (!isOver) this.#inTurn(toolLimit, () => end('The request timed out.', 'failed'))
  }

  #ask(turn: Turn, suggestions: Asked['suggestions'], input: string): void {
    const request = this.#world.request()
    const call = `call of ${request}`
    turn.ask = { request, call, suggestions }
    this.#calls.called(call, asked.tool, input)
    if (suggestions.some(({ permissions }) => includesAll(this.#allowed, permissions)))
      return this.decide(request, { kind: 'allow' })
    this.#tell({ type: 'card.asked', ...this.#of, request, call, suggestions, ...asked, input })
  }

  #boundary(): void {
    const turn = this.#turn
    if (!turn) return
    this.#letIn()
    if (turn.over) return this.#endTurn(turn.over, null)
    this.#tasks.untold = 0
    for (const prompt of this.#input.takeSteered()) {
      turn.lines.push(this.#read(prompt, { final: null }))
      turn.acts.push(...this.#world.model(this.agent, prompt.text, prompt.frame))
    }
    this.#letIn()
    this.#act()
  }

  /** Sends what was held during a tool or card. */
  #letIn(): void {
    for (const prompt of this.#input.release()) this.#send(prompt)
  }

  /** The turn goes silent, which is reported two minutes after its last output. */
  #hang(): void {
    if (this.#hangs?.isNoticed) this.#tell({ type: 'process.health', ...this.#of, warning: null })
    const hangs = { isNoticed: false }
    this.#hangs = hangs
    this.#inTurn(120_000, () => {
      if (this.#hangs !== hangs) return
      hangs.isNoticed = true
      this.#tell({ type: 'process.health', ...this.#of, warning: 'quiet' })
    })
  }

  #inBackground(ms: number): void {
    const id = this.#tasks.begin()
    this.#later(ms, () => {
      if (this.#tasks.over(id)) this.#next()
    })
  }

  /** Ends a task. A command that the user stops begins no turn. */
  readonly stopTask = (id: string): void => void this.#tasks.end(id)

  #cutOff(turn: Turn): void {
    if (turn.at === 'tool') turn.over = { kind: 'cut' }
    else this.#endEarly({ kind: 'cut' })
  }

  /** Withdraws the open card, however the turn ends. */
  #endEarly(outcome: Outcome): void {
    const turn = this.#turn
    if (!turn || turn.isStopped) return
    const { ask } = turn
    turn.ask = null
    turn.isStopped = outcome.kind === 'interrupted'
    turn.isEnding = true
    this.#world.clock.drop(this.#turnOwner)
    if (ask) this.#tell({ type: 'card.withdrawn', ...this.#of, request: ask.request })
    this.#inTurn(1, () => this.#endTurn(outcome))
  }

  /** `final`: its text in the transcript; null for an interrupted turn. */
  #endTurn(outcome: Outcome, final = finalOf(outcome)): void {
    for (const line of this.#turn?.lines ?? []) line.final = final
    this.#turn = null
    if (this.#hangs?.isNoticed) this.#tell({ type: 'process.health', ...this.#of, warning: null })
    this.#hangs = null
    this.#calls.stop()
    this.#letIn()
    this.#tell({ type: 'turn.ended', ...this.#of, outcome, ...this.#bill.ended() })
    this.#later(1, () => this.#next())
  }

  get #of(): { readonly agent: AgentId; readonly run: number } {
    return { agent: this.agent, run: this.run }
  }

  #tell(fact: Fact): void {
    this.#world.tell(fact)
  }

  #later(ms: number, fn: () => void): void {
    this.#world.clock.afterFor(this.#owner, ms, fn)
  }

  /** Like `#later`, but dropped when the turn ends, even if that happened before the call. */
  #inTurn(ms: number, fn: () => void): void {
    const turn = this.#turn
    this.#world.clock.afterFor(this.#turnOwner, ms, () => {
      if (this.#turn === turn) fn()
    })
  }
}
