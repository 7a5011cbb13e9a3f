import type { HouseName } from '../../contract/fleet/houses.ts'
import type { Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { House, HouseState, Outgoing } from './houses.ts'
import type { Marks } from './marks.ts'
import type { State } from './state.ts'
import { type StepRows, withOne } from './step-rows.ts'

/** The other houses of the fleet, as a step changes them. */
export class StepHouses {
  readonly #rows: StepRows
  readonly #marks: Marks
  #houses: State['houses']
  #self: State['self']

  constructor({ houses, self }: Pick<State, 'houses' | 'self'>, rows: StepRows, marks: Marks) {
    this.#houses = houses
    this.#self = self
    this.#rows = rows
    this.#marks = marks
  }

  /** What this house is called; null: it is in no fleet. */
  get self(): HouseName | null {
    return this.#self
  }

  name(self: HouseName): void {
    this.#self = self
  }

  get houses(): State['houses'] {
    return this.#houses
  }

  /** The state of a house known to exist. */
  house(name: HouseName): HouseState {
    const found = this.#houses.get(name)
    if (!found) throw new Error(`no house ${name}`)
    return found
  }

  add(state: HouseState): void {
    this.#houses = new Map(this.#houses).set(state.house.id, state)
    this.keep(state.house.id, {})
  }

  /** Changes what is kept of a house for good. */
  keep(name: HouseName, patch: Partial<House>): void {
    const house = { ...this.house(name).house, ...patch }
    this.set(name, { house })
    this.#rows.put(`house ${name}`, { table: 'house', row: house })
  }

  /** Changes what only lives while the app runs, or has rows of its own. */
  set(name: HouseName, patch: Partial<HouseState>): void {
    this.#houses = new Map(this.#houses).set(name, { ...this.house(name), ...patch })
    this.#marks.house(name)
  }

  /** Writes what a house is told, or takes it out when it was heard. */
  outgoing(one: Outgoing, open: boolean): void {
    this.set(one.house, { outgoing: withOne(this.house(one.house).outgoing, one, open) })
    this.#rows.put(`outgoing ${one.id}`, { table: 'outgoing', row: one, open })
  }

  /** Keeps words that the person has heard in another house, or said there, as a row of their own transcript. */
  heard(row: Entry): void {
    this.#rows.append({ table: 'entry', row })
  }

  /** Puts words among those for a house, or takes them out when they are settled. */
  mail(name: HouseName, message: Message, open: boolean): void {
    this.set(name, { mail: withOne(this.house(name).mail, message, open) })
  }
}
