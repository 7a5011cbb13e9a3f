import type { Envelope, MachineName, Presence } from '../../../contract/fleet/machines.ts'
import type { BrokerState, TransportSink } from '../../../ports/transport.ts'

/** Keeps all that a transport tells, so that a test can wait for it. */
export class TransportListener implements TransportSink {
  /** In the order in which they were brought, also those that were not saved. */
  readonly arrivals: Envelope[] = []
  /** Those that the broker was told to forget. */
  readonly saved: Envelope[] = []
  readonly presences: { readonly machine: MachineName; readonly presence: Presence }[] = []
  readonly states: BrokerState[] = []
  /** Lines of the log, where the transport has one. */
  readonly log: string[] = []
  /** What becomes of an envelope: a rejection brings it again. */
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

  /** Resolves as soon as this holds, which is looked at whenever something was told. */
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

  /** Resolves when so many have been saved. */
  untilSaved(count: number): Promise<void> {
    return this.until(() => this.saved.length >= count)
  }

  /** Their places, in the order in which they were brought. */
  get places(): number[] {
    return this.arrivals.map(({ n }) => n)
  }

  #look(): void {
    for (const look of this.#waiting) look()
  }
}
