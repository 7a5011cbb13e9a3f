import type { MachineName } from '../../contract/fleet/machines.ts'
import type { BrokerState } from '../../ports/transport.ts'

/** How it stands with the broker, told once per change. */
export class Telling {
  #line: 'new' | 'connected' | 'twice' | 'connecting' | 'refused' | 'aside' = 'new'
  #why = ''
  /** Since when there is no connection; null: there is one. */
  #since: number | null = null
  readonly #full = new Set<MachineName>()
  /** What was said of each machine since something good came from it. */
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

  /** The first reason is the one that counts until something else is the case. */
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

  /** While there is a connection: whether another Janus is there with the key of this machine. */
  twice(isSo: boolean): void {
    if (this.#line !== (isSo ? 'connected' : 'twice')) return
    this.#line = isSo ? 'twice' : 'connected'
    this.#tell({ kind: this.#line })
  }

  /** This Janus takes no part any more. */
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

  /** Something went into that machine's box again. */
  taken(machine: MachineName): void {
    if (this.#full.delete(machine)) this.#tell({ kind: this.#line === 'twice' ? 'twice' : 'connected' })
  }

  dropped(machine: MachineName, why: string): void {
    const said = this.#dropped.get(machine) ?? new Set()
    // What comes in numbers is said in few words.
    if (said.has(why) || said.size >= 5) return
    this.#dropped.set(machine, said.add(why))
    this.#tell({ kind: 'dropped', machine, why })
  }

  /** What comes from that machine is in order again. */
  heard(machine: MachineName): void {
    this.#dropped.delete(machine)
  }
}
