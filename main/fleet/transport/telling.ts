import type { MachineName } from '../../contract/fleet/machines.ts'
import type { BrokerState } from '../../ports/transport.ts'

/** Reports each change of the broker's state once. */
export class Telling {
  #line: 'new' | 'connected' | 'twice' | 'connecting' | 'refused' | 'aside' = 'new'
  #why = ''
  /** Milliseconds since 1970; null while connected. */
  #since: number | null = null
  readonly #full = new Set<MachineName>()
  /** Reported problems of each machine since its last valid message. */
  readonly #dropped = new Map<MachineName, Set<string>>()
  readonly #tell: (state: BrokerState) => void

  constructor(tell: (state: BrokerState) => void) {
    this.#tell = tell
  }

  connected(): void {
    this.#full.clear()
    this.#since = null
    if (this.#line === 'connected') return
    this.#line = 'connected'
    this.#tell({ kind: 'connected' })
  }

  /** Keeps the first reason until the state changes. */
  connecting(why: string, now: number): void {
    this.#since ??= now
    if (this.#line === 'connecting' || this.#line === 'aside') return
    this.#line = 'connecting'
    this.#tell({ kind: 'connecting', since: this.#since, why })
  }

  refused(why: string, now: number): void {
    this.#since ??= now
    if ((this.#line === 'refused' && this.#why === why) || this.#line === 'aside') return
    this.#line = 'refused'
    this.#why = why
    this.#tell({ kind: 'refused', why })
  }

  /** Sets whether another Janus with this key is active; only while connected. */
  twice(isSo: boolean): void {
    if (this.#line !== (isSo ? 'connected' : 'twice')) return
    this.#line = isSo ? 'twice' : 'connected'
    this.#tell({ kind: this.#line })
  }

  aside(): void {
    if (this.#line === 'aside') return
    this.#line = 'aside'
    this.#tell({ kind: 'aside' })
  }

  full(machine: MachineName): void {
    if (this.#full.has(machine)) return
    this.#full.add(machine)
    this.#tell({ kind: 'full', machine })
  }

  /** The machine's box accepts messages again. */
  taken(machine: MachineName): void {
    if (this.#full.delete(machine)) this.#tell({ kind: this.#line === 'twice' ? 'twice' : 'connected' })
  }

  dropped(machine: MachineName, why: string): void {
    const said = this.#dropped.get(machine) ?? new Set()
    // Limits reports of a misbehaving machine.
    if (said.has(why) || said.size >= 5) return
    this.#dropped.set(machine, said.add(why))
    this.#tell({ kind: 'dropped', machine, why })
  }

  heard(machine: MachineName): void {
    this.#dropped.delete(machine)
  }
}
