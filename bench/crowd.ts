import { noTokens } from '../main/contract/budget/budget.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import type { Effect } from '../main/core/step/effects.ts'
import type { State } from '../main/core/step/state.ts'
import { agentId } from '../main/testkit/factories/factories.ts'
import { Core, startFacts } from './core.ts'

/** The most messages of one prompt. */
const BATCH = 20
/** Virtual ms between two messages: slow enough for the loop guard. */
const PACE = 200

/** Agents that all work with constantly full mailboxes: as many messages arrive as are read. */
export class Crowd {
  readonly core: Core
  readonly #ids: readonly AgentId[]
  #count = 0

  /** Fills the mailboxes of the state's agents, which all sleep. */
  constructor(state: State, waiting: number) {
    this.core = new Core(state, 1)
    this.#ids = [...state.agents.keys()]
    for (const id of this.#ids) this.#take(this.core.send(null, id, 'Begin.'))
    for (let n = 0; n < waiting; n += 1) for (const id of this.#ids) this.#write(id)
  }

  /** Sends one agent a prompt's worth of messages, then ends its turn and begins the next. */
  round(): void {
    const id = this.#idOf(this.#count)
    for (let n = 0; n < BATCH; n += 1) this.#write(id)
    const run = this.core.state.agents.get(id)?.run ?? 1
    const outcome = { kind: 'completed', text: 'Done.' } as const
    this.#take(
      this.core.tell({ type: 'turn.ended', agent: id, run, outcome, totalCostUsd: 0, totalTokens: noTokens }),
    )
  }

  #write(to: AgentId): void {
    this.core.now += PACE
    this.#count += 1
    const other = this.#idOf(this.#count)
    const from = other === to ? this.#idOf(this.#count + 1) : other
    const key = { idempotencyKey: `call-${this.#count}` }
    this.#take(this.core.send(from, to, `word ${this.#count}: something that was found.`, key))
  }

  #take(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.do === 'agent.start') for (const fact of startFacts(effect)) this.#take(this.core.tell(fact))
      if (effect.do !== 'agent.write') continue
      const of = { agent: effect.agent, run: effect.run }
      for (const type of ['frame.accepted', 'frame.started'] as const)
        this.#take(this.core.tell({ type, ...of, frame: effect.frame }))
      this.core.tell({ type: 'turn.began', ...of })
      this.core.tell({ type: 'block.said', ...of, block: { kind: 'text', text: 'On it.' } })
    }
  }

  #idOf(count: number): AgentId {
    return this.#ids[count % this.#ids.length] ?? agentId(1)
  }
}
