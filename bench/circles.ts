import type { Gathering, GatheringId, Seat, Structure } from '../main/contract/gatherings/gatherings.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import type { Event } from '../main/core/step/events.ts'
import type { State } from '../main/core/step/state.ts'

export const openAtATime = 5
/** Speakers in each gathering besides the user; one more agent harvests. */
const SPEAKERS = 4
const hour = 3_600_000

/** The first gatherings differ in length, so that they do not end together; later ones are 2-2-2. */
const first: readonly Structure[] = [
  [2, 2, 2],
  [1, 2, 2],
  [1, 1, 2],
  [1, 1, 1],
  [3, 2, 2],
]

/**
 * Endless gatherings: five are open, each waiting for a message of the user, which sends the piece once
 * around. One that is harvested is replaced by another with other agents.
 */
export class Circles {
  readonly #ids: readonly AgentId[]
  readonly #open: GatheringId[]
  #moves = 0
  #convened = 0

  constructor(state: State) {
    this.#ids = [...state.agents.keys()]
    this.#open = [...state.gatherings.keys()]
  }

  /** Returns the user's next event: a new gathering if there are too few, else a message in an open one. */
  next(state: State): Event {
    if (this.#open.length < openAtATime) return this.#convene(state)
    this.#moves += 1
    const id = this.#open[this.#moves % openAtATime]
    const found = id === undefined ? undefined : state.gatherings.get(id)
    if (found === undefined) throw new Error(`there is no gathering ${id}`)
    return this.#say(found)
  }

  opened(id: GatheringId): void {
    this.#open.push(id)
  }

  over(id: GatheringId, state: State): Event {
    this.#open.splice(this.#open.indexOf(id), 1)
    return this.#convene(state)
  }

  #say({ id, piece, stage }: Gathering): Event {
    if (stage !== 'running' || piece?.number !== userNumber) {
      throw new Error(`${id} does not wait for the user: ${stage}, piece at ${piece?.number ?? 'nobody'}`)
    }
    const words = `word ${this.#moves}: from here it looks as if it holds.`
    return {
      type: 'gathering.said',
      gathering: id,
      name: 'User',
      text: words,
      pieceTurnId: null,
      to: null,
      keep: false,
      host: false,
      pause: true,
    }
  }

  #convene(state: State): Event {
    const free = this.#ids.filter((id) => state.agents.get(id)?.gatheringId === null)
    const from = (this.#convened * (SPEAKERS + 1)) % free.length
    this.#convened += 1
    const chosen = Array.from({ length: SPEAKERS + 1 }, (_, n) => free[(from + n) % free.length] ?? free[0])
    const seats = chosen.map((agent, n) => seat(n === SPEAKERS ? 0 : n + (n < 2 ? 1 : 2), agent ?? null))
    const user: Seat = { ...seat(userNumber, null), name: 'User', kind: 'user' }
    const speaking = [...seats.slice(0, SPEAKERS), user].toSorted((a, b) => a.number - b.number)
    return {
      type: 'gathering.convened',
      by: { kind: 'user', via: 'api' },
      byName: 'User',
      proposed: false,
      plan: {
        topic: `matter ${this.#convened}`,
        question: 'What holds, and what is left to do?',
        rhythm: null,
        opening: '',
        seats: speaking,
        harvester: seats[SPEAKERS] ?? user,
        user: { holds: false },
        structure: first[this.#convened - 1] ?? [2, 2, 2],
        beatsPerTurn: 3,
        interval: hour,
        grace: hour,
        sealed: true,
        maxTurns: null,
        maxCost: null,
        maxTokens: null,
        folder: null,
      },
      tabs: new Map(),
      idempotencyKey: null,
      earlier: null,
    }
  }
}

const userNumber = 3

function seat(number: number, agent: AgentId | null): Seat {
  return { number, name: `Seat ${number}`, role: '', kind: 'agent', agent, spawn: null }
}
