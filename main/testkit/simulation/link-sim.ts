import type { AgentId, FrameId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { State } from '../../core/step/state.ts'
import type { Act } from '../memory/acts.ts'
import { SimBase } from './sim-base.ts'

const minute = 60_000

/** An agent's reaction to a prompt; `asked` are the tickets in it. */
export type Habit = (sim: LinkSim, agent: AgentId, asked: readonly MessageId[]) => readonly Act[]

/** Agents with one habit, a user who only begins, and no faults. */
export class LinkSim extends SimBase {
  readonly #habit: Habit

  constructor(size: number, habit: Habit) {
    super(1, false)
    this.#habit = habit
    this.boot()
    for (let count = 0; count < size; count++) this.open('default', 'hybrid', 'Works on its task.')
  }

  acts(agent: AgentId, prompt: string, frame: FrameId | null): readonly Act[] {
    this.watch.read(frame)
    const asked = Array.from(
      prompt.matchAll(/reply_to_agent "(msg-[0-9a-z]{10})"/g),
      ([, id]) => id as MessageId,
    )
    const acts = this.#habit(this, agent, asked)
    return [{ do: 'think', ms: 500 }, ...acts, { do: 'say', text: this.word() }]
  }

  get ids(): readonly AgentId[] {
    return this.agents().map(({ agent }) => agent.id)
  }

  /** The agent `doors` further in a ring. */
  neighbour(agent: AgentId, doors = 1): AgentId {
    const { ids } = this
    return ids[(ids.indexOf(agent) + doors) % ids.length] ?? agent
  }

  get delivered(): readonly Message[] {
    const all = [...this.watch.ledger.messages.values()]
    return all.filter(
      ({ from, state }) => from.kind === 'agent' && (state === 'read' || state === 'answered'),
    )
  }

  /** Lets time pass until an hour is silent; returns the minutes before it. */
  settle(): number {
    const began = this.clock.now()
    let last = began
    for (let count = this.prompts; this.clock.now() < last + 60 * minute;) {
      this.clock.advance(minute)
      this.watch.check()
      if (this.prompts !== count) last = this.clock.now()
      count = this.prompts
      if (this.clock.now() > began + 24 * 60 * minute) throw new Error('they never come to rest')
    }
    return (last - began) / minute
  }

  get prompts(): number {
    return this.watch.ledger.counts['prompts read'] ?? 0
  }
}

/** Characters of all open state. */
export function sizeOf(state: State): number {
  const traffic = [...state.traffic].map(([id, passed]) => [id, [...passed]])
  return JSON.stringify([[...state.agents.values()], traffic]).length
}
