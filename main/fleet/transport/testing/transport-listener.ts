import type { Envelope, MachineName, Presence } from '../../../contract/fleet/machines.ts'
import type { BrokerState, TransportSink } from '../../../ports/transport.ts'

export class TransportListener implements TransportSink {
  /** In order of delivery, including those that were not saved. */
  readonly arrivals: Envelope[] = []
  /** Those that were acknowledged. */
  readonly saved: Envelope[] = []
  readonly presences: { readonly machine: MachineName; readonly presence: Presence }[] = []
  readonly states: BrokerState[] = []
  readonly log: string[] = []
  /** Handles an envelope; a rejection causes a redelivery. */
  save: (envelope: Envelope) => Promise<void> = async () => {}
  readonly #waiting = new Set<() => void>()

  async arrived(envelope: Envelope): Promise<void> {
    this.arrivals.push(envelope)
    this.#look()
    await this.save(envelope)
    this.saved.push(envelope)
    this.#look()
  }

  present(machine: MachineName, presence: Presence): void {
    this.presences.push({ machine, presence })
    this.#look()
  }

  brokerChanged(state: BrokerState): void {
    this.states.push(state)
    this.#look()
  }

  /** Resolves as soon as `holds` is true, checked after each event. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  untilSaved(count: number): Promise<void> {
    return this.until(() => this.saved.length >= count)
  }

  get places(): number[] {
    return this.arrivals.map(({ n }) => n)
  }

  #look(): void {
    for (const look of this.#waiting) look()
  }
}
