import { userKey } from '../../../contract/mail/authors.ts'
import type { MachineName } from '../../../contract/fleet/machines.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { UserSeat } from '../../../core/step/machines.ts'
import type { Row } from '../../../core/step/effects.ts'
import type { Random } from '../../random.ts'
import { must } from '../invariant.ts'
import type { FleetMachine } from './fleet-machine.ts'
import { Liar } from './liar.ts'
import type { FleetWatch } from './fleet-watch.ts'

/** Users who sit in circles of other machines: what they do about it, and what is promised of them. */
export class FleetGuests {
  readonly #random: Random
  readonly #watch: FleetWatch
  /** Circles in which a user has taken a seat, by their machine. */
  readonly #sat = new Set<string>()
  /** Questions that were answered, by the machine of who answered. */
  readonly #answered = new Set<string>()
  #words = 0

  constructor(random: Random, watch: FleetWatch) {
    this.#random = random
    this.#watch = watch
  }

  /** The user of this machine looks, speaks, takes a seat or leaves one. */
  happens(machine: FleetMachine): void {
    const seat = this.#random.pick(seatsOf(machine))
    if (!seat) return
    const { gathering: circle, ask, stands } = seat
    const chance = this.#random.next()
    if (chance < 0.1) return machine.tell({ type: 'circle.decided', circle, take: false })
    if (stands !== 'taken') return this.#decides(machine, seat)
    if (chance < 0.4 || !ask) return machine.tell({ type: 'circle.seen', circle })
    const text = this.#random.chance(0.2) ? '' : `guest-${String(++this.#words)}`
    const to = this.#random.chance(0.2) ? this.#random.int(1, 4) : null
    machine.tell({ type: 'circle.said', circle, turn: ask.id, text, keep: this.#random.chance(0.3), to })
  }

  /** Faults are over: who is asked sits down, who has the piece speaks, and what is over is put away. */
  soothe(machine: FleetMachine): void {
    for (const seat of seatsOf(machine)) {
      const { gathering: circle, stands, ask } = seat
      if (stands !== 'taken') this.#decides(machine, seat)
      else if (ask)
        machine.tell({ type: 'circle.said', circle, turn: ask.id, text: '', keep: false, to: null })
    }
  }

  /** Yes, also after a no, or what is over is put away. */
  #decides(machine: FleetMachine, { gathering: circle, stands }: UserSeat): void {
    const take = stands === 'asked' || (stands === 'left' && this.#random.chance(0.5))
    if (take) this.#sat.add(`${machine.name} ${circle}`)
    machine.tell({ type: 'circle.decided', circle, take })
  }

  committed(machine: MachineName, rows: readonly Row[]): void {
    for (const row of rows)
      if (row.table === 'message' && row.row.to === userKey) this.#came(machine, row.row)
  }

  #came(machine: MachineName, { id, asks, state }: Message): void {
    if (asks === undefined) return
    this.#watch.count(`users asked: ${state}`)
    if (state !== 'answered') return
    must(
      this.#sat.has(`${machine} ${asks.gathering}`),
      `the user of ${machine} answers in ${asks.gathering} before they sit there`,
    )
    const key = `${machine} ${id}`
    must(!this.#answered.has(key), `the user of ${machine} answers one question once`)
    this.#answered.add(key)
  }

  /** At rest nobody has a turn left, nor a seat in what is over. */
  settled(machines: readonly FleetMachine[]): void {
    for (const machine of machines)
      for (const { gathering, ask } of seatsOf(machine).filter(
        (one) => !one.gathering.endsWith(Liar.machine),
      ))
        must(
          this.#watch.isRestored,
          `the user of ${machine.name} sits in ${gathering}, which is over${ask ? ', and is asked' : ''}`,
        )
  }
}

const seatsOf = ({ engine }: FleetMachine): readonly UserSeat[] =>
  [...engine.state.machines.values()].flatMap(({ machine }) => machine.circles ?? [])
