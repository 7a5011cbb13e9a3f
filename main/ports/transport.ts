import type { FleetResult } from '../contract/fleet/fleet-views.ts'
import type { Envelope, MachineName, Presence } from '../contract/fleet/machines.ts'

/**
 * Transports signed envelopes between machines. It may lose, duplicate and reorder them; the sender retries.
 * If several instances of Janus hold the same machine's key, only the first takes part; the others send and
 * receive nothing.
 */
export interface FleetTransport {
  /**
   * This machine, the founder, and the other known machines. `others` grows with the founder's roster, before
   * `present` is called for a new one.
   */
  readonly machine: MachineName
  readonly founder: MachineName
  readonly others: readonly MachineName[]
  /** Call once, before anything else. */
  connect(sink: TransportSink): void
  /**
   * Sends these to one machine in order, replacing everything queued for it from the first of them on.
   * Returns at once, never throws; only the other machine's acknowledgement tells whether they arrived. If
   * one fails, those behind it are dropped too: the caller sends again from the first unacknowledged one.
   */
  send(to: MachineName, envelopes: readonly Envelope[]): void
  /**
   * Announces presence now and every few seconds, until called with a newer one. The transport adds the
   * roster if this machine is the founder, and the flag for a duplicate key.
   */
  announce(presence: Presence): void
  /** Resolves when everything has stopped; the sink gets nothing from then on. */
  close(): Promise<void>
}

/** Gets only what bears a valid signature of the machine that it names. */
export interface TransportSink {
  /**
   * Called one after the other per sending machine. Resolves when the broker may delete the envelope: it is
   * saved, was saved before, or is unusable because an earlier one is missing (the sender sends both again).
   * Rejects when nothing could be written: the broker must redeliver it before any later one.
   */
  arrived(envelope: Envelope): Promise<void>
  present(machine: MachineName, presence: Presence): void
  /** Called at each change of the connection to the broker. */
  brokerChanged(state: BrokerState): void
}

/**
 * `connected`: also when a full queue accepts messages again. `connecting`: not connected since `since`.
 * `refused`: the broker rejected the login, or isn't the expected one; `why` tells the user what to do.
 * `twice`: connected, but another Janus holds this machine's key and takes no part. `aside`: the other Janus
 * was first, so this one takes no part until it restarts; no later state follows. `dropped`: a malformed or
 * badly signed envelope came through the account of `machine`.
 */
export type BrokerState =
  | { readonly kind: 'connected' }
  | { readonly kind: 'connecting'; readonly since: number; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'twice' }
  | { readonly kind: 'aside' }
  | { readonly kind: 'full'; readonly machine: MachineName }
  | { readonly kind: 'dropped'; readonly machine: MachineName; readonly why: string }

/**
 * The fleet membership of this machine, in files of the state folder. Each rejects with a message for the
 * user.
 */
export interface FleetActs {
  /** The machine of the fleet file that the next start would use; null without a usable file. */
  machine(): MachineName | null
  /**
   * The command that starts the fleet's server, on the founder's machine; null if its configuration isn't
   * here.
   */
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
