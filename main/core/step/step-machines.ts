import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Machine, MachineState, Outgoing } from './machines.ts'
import type { DirtySet } from './dirty-set.ts'
import type { State } from './state.ts'
import { type StepRows, withOne } from './step-rows.ts'

/** The other machines of the fleet, as a step changes them. */
export class StepMachines {
  readonly #rows: StepRows
  readonly #dirty: DirtySet
  #machines: State['machines']
  #self: State['self']

  constructor({ machines, self }: Pick<State, 'machines' | 'self'>, rows: StepRows, dirty: DirtySet) {
    this.#machines = machines
    this.#self = self
    this.#rows = rows
    this.#dirty = dirty
  }

  /** What this machine is called; null: it is in no fleet. */
  get self(): MachineName | null {
    return this.#self
  }

  name(self: MachineName): void {
    this.#self = self
  }

  get machines(): State['machines'] {
    return this.#machines
  }

  /** The state of a machine known to exist. */
  machine(name: MachineName): MachineState {
    const found = this.#machines.get(name)
    if (!found) throw new Error(`no machine ${name}`)
    return found
  }

  add(state: MachineState): void {
    this.#machines = new Map(this.#machines).set(state.machine.id, state)
    this.keep(state.machine.id, {})
  }

  /** Changes what is kept of a machine for good. */
  keep(name: MachineName, patch: Partial<Machine>): void {
    const machine = { ...this.machine(name).machine, ...patch }
    this.set(name, { machine })
    this.#rows.put(`machine ${name}`, { table: 'machine', row: machine })
  }

  /** Changes what only lives while the app runs, or has rows of its own. */
  set(name: MachineName, patch: Partial<MachineState>): void {
    this.#machines = new Map(this.#machines).set(name, { ...this.machine(name), ...patch })
    this.#dirty.machine(name)
  }

  /** Writes what a machine is told, or takes it out when it was heard. */
  outgoing(one: Outgoing, open: boolean): void {
    this.set(one.machine, { outgoing: withOne(this.machine(one.machine).outgoing, one, open) })
    this.#rows.put(`outgoing ${one.id}`, { table: 'outgoing', row: one, open })
  }

  /** Keeps words that the user has heard on another machine, or said there, as a row of their own transcript. */
  heard(row: Entry): void {
    this.#rows.append({ table: 'entry', row })
  }

  /** Puts words among those for a machine, or takes them out when they are settled. */
  mail(name: MachineName, message: Message, open: boolean): void {
    this.set(name, { mail: withOne(this.machine(name).mail, message, open) })
  }
}
