import { noTokens } from '../main/contract/budget/budget.ts'
import { ownCall } from '../main/contract/agents/tool-calls.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import type { Effect } from '../main/core/step/effects.ts'
import type { Event } from '../main/core/step/events.ts'
import type { State } from '../main/core/step/state.ts'
import { agentId } from '../main/testkit/factories/factories.ts'
import { Circles } from './circles.ts'
import { Core, sent, startFacts } from './core.ts'

/** Every fourth message between agents asks for a reply. */
const ASKS = 4
/** Every third turn that the user did not begin has nothing to add. */
const SILENT = 3
/** Every tenth exchange the user speaks in a gathering. */
const GATHERS = 10
/** Virtual ms of one exchange: slow enough for the loop guard. */
const PACE = 600

/**
 * Agents that talk forever: the user writes to one, which writes to another in its turn, sometimes as a
 * question, and its answer crosses to linked agents. With `gatherings`, five are open and sometimes the piece
 * goes around in one. A CLI's events follow each effect at once.
 */
export class Talk {
  readonly core: Core
  count: number
  readonly #ids: readonly AgentId[]
  readonly #circles: Circles | null
  #turns = 0
  #queue: Event[] = []

  /** Continues a state whose last exchange was `count`. Talks from one state need different seeds. */
  constructor(state: State, count: number, seed: number, gatherings: 'gatherings' | 'none') {
    this.core = new Core(state, seed)
    this.count = count
    this.#circles = gatherings === 'none' ? null : new Circles(state)
    this.#ids = [...state.agents.keys()]
  }

  exchange(): void {
    this.core.now += PACE
    this.count += 1
    const ask = sent(null, this.#idOf(this.count), `exchange ${this.count}: what is there to do?`)
    const gathers = this.#circles !== null && this.count % GATHERS === 0
    this.#queue = [ask, ...(gathers ? [this.#circles.next(this.core.state)] : [])]
    for (let at = 0; at < this.#queue.length; at += 1) {
      const event = this.#queue[at]
      if (event) for (const effect of this.core.tell(event)) this.#queue.push(...this.#answer(effect))
    }
  }

  #answer(effect: Effect): Event[] {
    if (effect.do === 'agent.start') return startFacts(effect)
    if (effect.do === 'agent.write') return this.#turn(effect)
    if (effect.do === 'gathering.seek') {
      this.#circles?.opened(effect.gathering)
      return [{ type: 'gathering.sought', gathering: effect.gathering, passages: [] }]
    }
    if (effect.do === 'gathering.keep') {
      const { gathering } = effect
      const next = this.#circles?.over(gathering, this.core.state)
      return [
        { type: 'gathering.kept', gathering, path: '/gathering.md', problem: '' },
        ...(next ? [next] : []),
      ]
    }
    if (effect.do === 'envelope.send') return []
    const { agent } = effect
    return effect.do === 'agent.stop' ? [{ type: 'process.exited', agent, run: effect.run, detail: '' }] : []
  }

  /** A turn from its input to its end; the user's turns begin with a message to another agent. */
  #turn({
    agent,
    run,
    frame,
    isFromUser,
    how,
    text: prompt,
  }: Extract<Effect, { do: 'agent.write' }>): Event[] {
    const of = { agent, run }
    const taken: Event[] = [
      { type: 'frame.accepted', ...of, frame },
      { type: 'frame.started', ...of, frame },
    ]
    if (how === 'note') return taken
    this.#turns += 1
    const inCircle = prompt.includes('[Janus: you have the talking piece')
    const isSilent = !isFromUser && !inCircle && this.#turns % SILENT === 0
    const words = `Exchange ${this.count}, turn ${this.#turns}: this is what ${agent} found.`
    const text = isSilent ? 'SILENT' : inCircle ? `${words}\n\nPASS` : words
    return [
      ...taken,
      { type: 'turn.began', ...of },
      ...(isFromUser ? this.#word(of) : []),
      { type: 'block.said', ...of, block: { kind: 'text', text } },
      {
        type: 'turn.ended',
        ...of,
        outcome: { kind: 'completed', text },
        totalCostUsd: 0,
        totalTokens: noTokens,
      },
    ]
  }

  /** Rotates the receiver over all other agents. */
  #word(of: { agent: AgentId; run: number }): Event[] {
    const others = this.#ids.length - 1
    const peer = this.#idOf(this.count + 1 + (Math.floor(this.count / this.#ids.length) % others))
    const call = `toolu-${this.count}`
    const tool = ownCall('send_to_agent', {})
    const words = `exchange ${this.count}: could you look at the other half of it?`
    const more = { expectsReply: this.count % ASKS === 0, idempotencyKey: `call-${call}` }
    return [
      { type: 'block.said', ...of, block: { kind: 'tool', call, tool, input: words } },
      sent(of.agent, peer, words, more),
      { type: 'block.said', ...of, block: { kind: 'result', call, text: 'delivered', end: 'done' } },
    ]
  }

  #idOf(count: number): AgentId {
    return this.#ids[count % this.#ids.length] ?? agentId(1)
  }
}
