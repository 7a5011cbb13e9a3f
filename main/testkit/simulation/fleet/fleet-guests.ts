import { personKey } from '../../../contract/mail/authors.ts'
import type { HouseName } from '../../../contract/fleet/houses.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { PersonSeat } from '../../../core/step/houses.ts'
import type { Row } from '../../../core/step/effects.ts'
import type { Random } from '../../random.ts'
import { must } from '../invariant.ts'
import type { FleetHouse } from './fleet-house.ts'
import { Liar } from './liar.ts'
import type { FleetWatch } from './fleet-watch.ts'

/** Persons who sit in circles of other houses: what they do about it, and what is promised of them. */
export class FleetGuests {
  readonly #random: Random
  readonly #watch: FleetWatch
  /** Circles in which a person has taken a seat, by their house. */
  readonly #sat = new Set<string>()
  /** Questions that were answered, by the house of who answered. */
  readonly #answered = new Set<string>()
  #words = 0

  constructor(random: Random, watch: FleetWatch) {
    this.#random = random
    this.#watch = watch
  }

  /** The person of this house looks, speaks, takes a seat or leaves one. */
  happens(house: FleetHouse): void {
    const seat = this.#random.pick(seatsOf(house))
    if (!seat) return
    const { gathering: circle, ask, stands } = seat
    const chance = this.#random.next()
    if (chance < 0.1) return house.tell({ type: 'circle.decided', circle, take: false })
    if (stands !== 'taken') return this.#decides(house, seat)
    if (chance < 0.4 || !ask) return house.tell({ type: 'circle.seen', circle })
    const text = this.#random.chance(0.2) ? '' : `guest-${String(++this.#words)}`
    const to = this.#random.chance(0.2) ? this.#random.int(1, 4) : null
    house.tell({ type: 'circle.said', circle, turn: ask.id, text, keep: this.#random.chance(0.3), to })
  }

  /** Faults are over: who is asked sits down, who has the piece speaks, and what is over is put away. */
  soothe(house: FleetHouse): void {
    for (const seat of seatsOf(house)) {
      const { gathering: circle, stands, ask } = seat
      if (stands !== 'taken') this.#decides(house, seat)
      else if (ask) house.tell({ type: 'circle.said', circle, turn: ask.id, text: '', keep: false, to: null })
    }
  }

  /** Yes, also after a no, or what is over is put away. */
  #decides(house: FleetHouse, { gathering: circle, stands }: PersonSeat): void {
    const take = stands === 'asked' || (stands === 'left' && this.#random.chance(0.5))
    if (take) this.#sat.add(`${house.name} ${circle}`)
    house.tell({ type: 'circle.decided', circle, take })
  }

  committed(house: HouseName, rows: readonly Row[]): void {
    for (const row of rows)
      if (row.table === 'message' && row.row.to === personKey) this.#came(house, row.row)
  }

  #came(house: HouseName, { id, asks, state }: Message): void {
    if (asks === undefined) return
    this.#watch.count(`persons asked: ${state}`)
    if (state !== 'answered') return
    must(
      this.#sat.has(`${house} ${asks.gathering}`),
      `the person of ${house} answers in ${asks.gathering} before they sit there`,
    )
    const key = `${house} ${id}`
    must(!this.#answered.has(key), `the person of ${house} answers one question once`)
    this.#answered.add(key)
  }

  /** At rest nobody has a turn left, nor a seat in what is over. */
  settled(houses: readonly FleetHouse[]): void {
    for (const house of houses)
      for (const { gathering, ask } of seatsOf(house).filter((one) => !one.gathering.endsWith(Liar.house)))
        must(
          this.#watch.isRestored,
          `the person of ${house.name} sits in ${gathering}, which is over${ask ? ', and is asked' : ''}`,
        )
  }
}

const seatsOf = ({ engine }: FleetHouse): readonly PersonSeat[] =>
  [...engine.state.houses.values()].flatMap(({ house }) => house.circles ?? [])
