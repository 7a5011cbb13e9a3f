import type { Acknowledged, MachineName } from '../../contract/fleet/machines.ts'
import type { WireKind } from '../contract/wire.ts'
import type { Answer } from '../../core/step/events.ts'
import type {
  MachinePresent,
  MachineSeen,
  MachinesKnown,
  EnvelopeArrived,
} from '../../core/step/fleet-commands.ts'
import { renameRemoteMembers } from './link-owner.ts'
import { refuse } from '../../core/mail/mailbox.ts'
import type { Step } from '../../core/step/step.ts'
import { startIncarnation, noteAcknowledged } from './lives.ts'
import { lifeAfter, numberOf } from './log.ts'
import { resendReceipts } from './receipts.ts'
import { receivers, type StoreLookup, type EnvelopeReceivers } from './streams.ts'
import { quiet } from '../../core/step/machines.ts'
import { canTake, cannotRead, noteUnreadByPeer, resendAfterUpdate, unread } from './other-versions.ts'

export function setMachines(step: Step, { self, others }: MachinesKnown): Answer {
  step.fleet.name(self)
  // Machines that were removed from the fleet have no agents to write to.
  for (const { machine } of step.fleet.machines.values())
    if (!others.includes(machine.id) && machine.agents.length > 0) step.fleet.keep(machine.id, { agents: [] })
  for (const id of others) {
    step.dirty.machine(id)
    if (step.fleet.machines.has(id)) continue
    const fresh = { heard: { incarnation: '', n: 0 }, agents: [], version: '', setBackAt: null }
    step.fleet.add(quiet({ id, as: lifeAfter(step, 0), told: 0, taken: 0, ...fresh }))
  }
  return { kind: 'done' }
}

export function clearMachineWarnings(step: Step, { machine: name }: MachineSeen): Answer {
  if (!step.fleet.machines.has(name)) return refuse('not_found', 'No machine of that name is known.')
  step.fleet.keep(name, { setBackAt: null, misread: null })
  return { kind: 'done' }
}

export function updatePresence(step: Step, { machine: name, presence }: MachinePresent): Answer {
  const found = step.fleet.machines.get(name)
  if (!found || step.fleet.self === null) return refuse('not_found', 'No machine of that name is known.')
  if (!canTake(step, name, presence)) return { kind: 'done' }
  const { agents, version, user = null } = presence
  const { machine } = found
  const known = [machine.agents, machine.version, machine.user ?? null]
  if (JSON.stringify([agents, version, user]) !== JSON.stringify(known))
    step.fleet.keep(name, { agents, version, user })
  resendAfterUpdate(step, name, version)
  renameRemoteMembers(step, name)
  // The machine is back: send unacknowledged envelopes without waiting for the retry.
  const isBack = found.presentAt === null || step.now - found.presentAt > silentAfter
  step.fleet.set(name, {
    presentAt: step.now,
    isTwice: presence.twice === true,
    ...(isBack && found.againAt !== null ? { againAt: step.now } : {}),
  })
  const heard = presence.heard[step.fleet.self]
  if (heard) {
    checkSetBack(step, name, heard)
    noteAcknowledged(step, name, heard)
  }
  return { kind: 'done' }
}

/** A machine that repeatedly acknowledges less than before was restored from a backup without noticing. */
function checkSetBack(step: Step, name: MachineName, { incarnation, n }: Acknowledged): void {
  const { machine, isBehind } = step.fleet.machine(name)
  const isLess = (incarnation === machine.as ? n : 0) < machine.taken
  // A single lower number may be an old presence.
  step.fleet.set(name, { isBehind: isLess && !isBehind })
  if (isLess && isBehind) sendAllAgain(step, name)
}

/** Milliseconds without a message after which a machine counts as silent. */
export const silentAfter = 20_000

/** Takes a machine's envelopes once and in order. After a gap it takes none: the sender repeats them. */
export function saveArrival(step: Step, event: EnvelopeArrived): Answer {
  const { from, incarnation, n, heard } = event.envelope
  const state = step.fleet.machines.get(from)
  if (!state) return refuse('not_found', 'No machine of that name is known.')
  const { machine } = state
  const isNewLife = incarnation !== machine.heard.incarnation
  // A late envelope of an earlier incarnation; the current one has sent it again.
  if (isNewLife && numberOf(incarnation) <= numberOf(machine.heard.incarnation)) return { kind: 'done' }
  const last = isNewLife ? 0 : machine.heard.n
  noteAcknowledged(step, from, heard)
  if (n !== last + 1 || isDeaf(step, from)) return { kind: 'done' }
  step.fleet.set(from, { takenAt: step.now })
  step.fleet.keep(from, { heard: { incarnation, n } })
  dispatch(step, from, event)
  return { kind: 'done' }
}

/** Envelopes that wait for a machine which acknowledges none of them. */
const mostUnheard = 2000
/** Milliseconds between two envelopes taken from such a machine. */
const deafPause = 60_000

/**
 * A machine may send without ever acknowledging; the answers to it would pile up. One envelope a minute is
 * taken from it until it acknowledges; the rest waits there and is sent again.
 */
function isDeaf(step: Step, from: MachineName): boolean {
  const { outgoing, takenAt } = step.fleet.machine(from)
  return outgoing.length >= mostUnheard && takenAt !== null && step.now - takenAt < deafPause
}

const handlers: EnvelopeReceivers & Readonly<Record<typeof unread, typeof cannotRead>> = {
  ...receivers,
  life: (step, from, { why }) => {
    if (why === 'set back') sendAllAgain(step, from)
  },
  'passed.over': noteUnreadByPeer,
  nothing: () => undefined,
  [unread]: cannotRead,
}

function dispatch(
  step: Step,
  from: MachineName,
  { envelope: { kind, body }, ...found }: EnvelopeArrived,
): void {
  // The edge has validated the body for its kind; TypeScript can't follow that through an index.
  const handle = handlers[kind as WireKind] as (
    step: Step,
    from: MachineName,
    body: unknown,
    found: StoreLookup,
  ) => void
  handle(step, from, body, found)
}

function sendAllAgain(step: Step, from: MachineName): void {
  step.fleet.keep(from, { setBackAt: step.now })
  startIncarnation(step, from, 'answer')
  resendReceipts(step, from)
}
