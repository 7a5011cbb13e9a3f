import type { AgentId, Author } from '../main/contract/api/model.ts'
import type { Message } from '../main/contract/mail/messages.ts'
import type { Effect, Row } from '../main/core/step/effects.ts'
import type { Event, Fact } from '../main/core/step/events.ts'
import { initialState } from '../main/core/recover.ts'
import { usualLimits, type Limits, type State } from '../main/core/step/state.ts'
import { update } from '../main/core/update.ts'
import { nextWake } from '../main/core/wake.ts'
import { Random } from '../main/testkit/random.ts'
import { allAbilities } from '../main/testkit/suites/backend/all-abilities.ts'
import { makeAgent, nothingLoaded, sendCommand } from '../main/testkit/factories/factories.ts'

const week = 7 * 24 * 3_600_000

/** A state with `count` sleeping agents, of which `awake` may be awake. No timer is due. */
export function manyAgents(count: number, awake: number): State {
  const agents = Array.from({ length: count }, (_, n) => makeAgent(n + 1, { order: n, status: 'asleep' }))
  const limits: Limits = { ...usualLimits, patience: week, awake, sleepAfter: week }
  return initialState({ ...nothingLoaded, agents }, limits)
}

/** The links' modes, in a typical mix. */
const modes = ['answers', 'answers', 'converse', 'answers', 'absorb'] as const

export function linkedAgents(count: number, awake: number): State {
  const core = new Core(manyAgents(count, awake), 0)
  const ids = [...core.state.agents.keys()]
  for (let n = 0; n + 1 < count; n += 2) {
    const mode = modes[(n / 2) % modes.length] ?? null
    core.tell({
      type: 'link.opened',
      by: { kind: 'user', via: 'api' },
      byName: 'User',
      mode,
      budget: null,
      members: ids.slice(n, n + 2),
    })
  }
  return core.state
}

/** The pure core alone: applies events as the engine does. */
export class Core {
  state: State
  events = 0
  now: number
  save: ((rows: readonly Row[]) => void) | null = null
  readonly #random: Random

  /** Cores that continue from one state need different seeds. */
  constructor(state: State, seed: number) {
    this.state = state
    this.now = Math.max(state.at, 1_000_000)
    this.#random = new Random(seed)
  }

  /** Applies an event and computes the next wake time, as the engine does. */
  tell(event: Event): readonly Effect[] {
    const made = update(this.state, event, { now: this.now, seed: this.#random.hex() })
    this.state = made.state
    this.events += 1
    nextWake(made.state)
    this.save?.(made.rows)
    return made.effects
  }

  send(from: AgentId | null, to: AgentId, body: string, more: Partial<Sent> = {}): readonly Effect[] {
    return this.tell(sent(from, to, body, more))
  }
}

type Sent = Pick<Message, 'expectsReply' | 'idempotencyKey'>

export function sent(from: AgentId | null, to: AgentId, body: string, more: Partial<Sent> = {}): Event {
  const author: Author = from === null ? { kind: 'user', via: 'api' } : { kind: 'agent', id: from }
  return sendCommand({ from: author, fromName: from ?? 'User', to, body, ...more })
}

/** The events of a CLI's start. */
export function startFacts({ agent, run }: Extract<Effect, { do: 'agent.start' }>): Fact[] {
  return [
    { type: 'folder.looked', agent, run, trust: 'plain' },
    { type: 'process.spawned', agent, run, process: { pid: run, startedAt: null } },
    { type: 'process.ready', agent, run, abilities: allAbilities, historyLost: false },
  ]
}
