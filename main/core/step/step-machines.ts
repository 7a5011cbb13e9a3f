import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Machine, MachineState, Outgoing } from './machines.ts'
import type { DirtySet } from './dirty-set.ts'
import type { State } from './state.ts'
import { type StepRows, withOne } from './step-rows.ts'

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

  get self(): MachineName | null {
    return this.#self
  }

  name(self: MachineName): void {
    this.#self = self
  }

  get machines(): State['machines'] {
    return this.#machines
  }

  machine(name: MachineName): MachineState {
    const found = this.#machines.get(name)
    if (!found) throw new Error(`no machine ${name}`)
    return found
  }

  add(state: MachineState): void {
    this.#machines = new Map(this.#machines).set(state.machine.id, state)
    this.keep(state.machine.id, {})
  }

  /** Changes what is stored. */
  keep(name: MachineName, patch: Partial<Machine>): void {
    const machine = { ...this.machine(name).machine, ...patch }
    this.set(name, { machine })
    this.#rows.put(`machine ${name}`, { table: 'machine', row: machine })
  }

  /** Changes what only lives in memory, or has rows of its own. */
  set(name: MachineName, patch: Partial<MachineState>): void {
    this.#machines = new Map(this.#machines).set(name, { ...this.machine(name), ...patch })
    this.#dirty.machine(name)
  }

  /** Adds, updates, or (not `open`) removes an item to send. */
  outgoing(one: Outgoing, open: boolean): void {
    this.set(one.machine, { outgoing: withOne(this.machine(one.machine).outgoing, one, open) })
    this.#rows.put(`outgoing ${one.id}`, { table: 'outgoing', row: one, open })
  }

  heard(row: Entry): void {
    this.#rows.append({ table: 'entry', row })
  }

  /** Adds, updates, or (not `open`) removes a message for a machine's agents. */
  mail(name: MachineName, message: Message, open: boolean): void {
    this.set(name, { mail: withOne(this.machine(name).mail, message, open) })
  }
}
