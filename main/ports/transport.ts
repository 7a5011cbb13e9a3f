import type { FleetResult } from '../contract/fleet/fleet-views.ts'
import type { Envelope, MachineName, Presence } from '../contract/fleet/machines.ts'

/**
 * Between machines: what carries signed envelopes. It may lose, double and reorder them; who sends asks again. Of several
 * Januses that have the key of one machine only that takes part which was there first: the others carry nothing and say
 * nothing.
 */
export interface FleetTransport {
  /**
   * The machine that this is, the one that says who belongs to the fleet, and the others that are known: by the founder's
   * roster they grow, before its `present` is told.
   */
  readonly machine: MachineName
  readonly founder: MachineName
  readonly others: readonly MachineName[]
  /** Must be called once, before anything else. */
  connect(sink: TransportSink): void
  /**
   * Carries these to one machine, in order, in the place of all that still waits here from the first of them on. Returns at
   * once, never throws; nothing tells whether they arrived but the other machine. What is behind one that did not get
   * through is given up too: to be sent again, all of it, from the first that was not heard on.
   */
  send(to: MachineName, envelopes: readonly Envelope[]): void
  /**
   * Says this now and every few seconds, to all machines, until it is told something newer. The roster is put in here, where
   * this machine is the founder; what others say of one is left out. So is that another Janus has its key.
   */
  announce(presence: Presence): void
  /** Resolves when nothing of it runs; nothing is told to the sink any more. */
  close(): Promise<void>
}

/** Where what was carried goes. Only what bears the right signature of the machine that it names comes here. */
export interface TransportSink {
  /**
   * An envelope for this machine, one after the other for each machine that sends. Resolves when the broker may forget it: it
   * is saved, was before, or cannot be used because one before it is missing (who sends will send both again, but behind
   * this one). Rejects when it must be brought again, before all that comes after it: nothing could be written.
   */
  arrived(envelope: Envelope): Promise<void>
  /** A machine says that it is there. */
  present(machine: MachineName, presence: Presence): void
  /** How it stands with the broker itself; told at each change. */
  brokerChanged(state: BrokerState): void
}

/**
 * `connected`: also when a box that was full takes again. `connecting`: not reached yet, or not any more, since then. `refused`: it said no, or is not whom it should be; `why` says
 * what can be done, for a user. `twice`: connected, and another Janus is there with the key of this machine; it takes no part.
 * `aside`: that other one was there first, so this one takes no part until it starts again; nothing is told after it. `dropped`: something came that was no envelope of a machine of this fleet, or bore a wrong
 * signature; `machine`: whose account brought it.
 */
export type BrokerState =
  | { readonly kind: 'connected' }
  | { readonly kind: 'connecting'; readonly since: number; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'twice' }
  | { readonly kind: 'aside' }
  | { readonly kind: 'full'; readonly machine: MachineName }
  | { readonly kind: 'dropped'; readonly machine: MachineName; readonly why: string }

/** Who is in the fleet of this machine, in files of its state folder. Each rejects with words for the user. */
export interface FleetActs {
  /** Whose fleet file lies there, as it would be read at the next start; null: there is none that can be used. */
  machine(): MachineName | null
  /** The command that starts the fleet's server, on the machine that has founded it; null: its configuration is not here. */
  server(): string | null
  found(of: {
    readonly name: MachineName
    readonly address: string
    readonly listen?: string | undefined
  }): Promise<FleetResult>
  invite(of: { readonly name: MachineName; readonly out: string }): Promise<FleetResult>
  join(of: { readonly file: string }): Promise<FleetResult>
  remove(of: { readonly name: MachineName }): Promise<FleetResult>
}
