import type { Envelope, MachineName, Incarnation, Presence } from '../../contract/fleet/machines.ts'
import type { WireBodies, WireKind, WireLink, WireMember, WireConclusion } from '../contract/wire.ts'
import type { State } from '../../core/step/state.ts'
import { needsOf } from '../../core/step/status.ts'
import type { Step } from '../../core/step/step.ts'
import type { Machine, MachineState, Outgoing } from '../../core/step/machines.ts'

/** Version of the envelopes, and the oldest version that understands them. */
export const protocol = { v: 2, min: 2 } as const
/** Envelopes sent beyond the last acknowledged one. */
export const ahead = 64
/** Milliseconds before unacknowledged envelopes are sent again; the last value repeats. */
const patience = [5000, 30_000, 300_000]

/** Appends to a machine's log; does nothing for a machine outside the fleet. */
export function enqueue<K extends WireKind>(step: Step, to: MachineName, kind: K, body: WireBodies[K]): void {
  if (step.fleet.machines.has(to)) append(step, to, { kind, body })
}

export function append(step: Step, to: MachineName, { kind, body }: Pick<Outgoing, 'kind' | 'body'>): void {
  const n = step.fleet.machine(to).machine.told + 1
  step.fleet.keep(to, { told: n })
  step.fleet.outgoing({ id: `${to} ${String(n)}`, machine: to, n, kind, body }, true)
}

/** Unacknowledged envelopes of one kind, oldest first. */
export function pendingIn<K extends WireKind>(outgoing: readonly Outgoing[], of: K): readonly Pending<K>[] {
  return outgoing.flatMap((row) => (row.kind === of ? [{ row, body: row.body as WireBodies[K] }] : []))
}

interface Pending<K extends WireKind> {
  readonly row: Outgoing
  readonly body: WireBodies[K]
}

export const pending = <K extends WireKind>(step: Step, to: MachineName, of: K): readonly Pending<K>[] =>
  pendingIn(step.fleet.machines.get(to)?.outgoing ?? [], of)

/** Replaces an obsolete envelope by `nothing`, so that no number is missing. */
export function skip(step: Step, { row }: Pick<Pending<WireKind>, 'row'>): void {
  step.fleet.outgoing({ ...row, kind: 'nothing', body: null }, true)
}

/** A new, unique incarnation that sorts after this number. */
export function lifeAfter(step: Step, number: number): Incarnation {
  return (number + 1).toString(16).padStart(8, '0') + step.ids.uuid().slice(0, 8)
}

export function numberOf(life: Incarnation): number {
  return life === '' ? 0 : parseInt(life.slice(0, 8), 16)
}

export function sendOutgoing(step: Step): void {
  // Nothing can be sent before this machine knows its own name.
  if (step.fleet.self !== null) for (const name of step.dirty.machines()) sendOutgoingTo(step, name)
}

function sendOutgoingTo(step: Step, name: MachineName): void {
  const state = step.fleet.machine(name)
  const { machine, outgoing, againAt, tries } = state
  const isLate = againAt !== null && step.now >= againAt
  const from = isLate ? machine.taken : Math.max(state.sent, machine.taken)
  const due = outgoing.filter(({ n }) => n > from && n <= machine.taken + ahead)
  const last = due.at(-1)
  if (last === undefined) {
    if (outgoing.length === 0 && againAt !== null) step.fleet.set(name, { againAt: null, tries: 0 })
    return
  }
  step.emit({
    do: 'envelope.send',
    machine: name,
    envelopes: due.map((one) => envelopeOf(step, machine, one)),
  })
  const again = isLate ? tries + 1 : tries
  const at = isLate || againAt === null ? step.now + nextTry(again) : againAt
  step.fleet.set(name, { sent: Math.max(state.sent, last.n), tries: again, againAt: at })
}

function envelopeOf(step: Step, { id, as, heard }: Machine, one: Outgoing): Envelope {
  const { n, kind } = one
  const from = step.fleet.self ?? ''
  return { ...protocol, from, to: id, incarnation: as, n, heard, kind, body: bodyOf(from, one) }
}

/** Fills in this machine's name where it was unknown when the row was written. */
function bodyOf(self: MachineName, { kind, body }: Outgoing): unknown {
  const named = <T extends Pick<WireMember, 'machine'>>(one: T): T =>
    one.machine === '' ? { ...one, machine: self } : one
  if (kind === 'link') {
    const link = body as WireLink
    return { ...link, members: link.members.map(named) }
  }
  if (kind !== 'link.said') return body
  const said = body as WireConclusion
  return { ...said, except: said.except.map(named) }
}

export function nextTry(tries: number): number {
  return patience[Math.min(tries, patience.length - 1)] ?? 0
}

export function timesOfMachine({ againAt }: MachineState): readonly number[] {
  return againAt === null ? [] : [againAt]
}

/** What this machine announces: its shared agents and what it has acknowledged. */
export function peersOf({ agents, machines }: State): Pick<Presence, 'v' | 'min' | 'agents' | 'heard'> {
  const shared = [...agents.values()].flatMap((state) => {
    const { id, name, kind, role, look, status, shared: how = 'no', closedAt } = state.agent
    if (how === 'no' || closedAt !== null) return []
    return [{ id, name, kind, role, look, status, needs: needsOf(state), shared: how }]
  })
  const heard = Object.fromEntries([...machines].map(([name, { machine }]) => [name, machine.heard]))
  return { ...protocol, agents: shared, heard }
}
