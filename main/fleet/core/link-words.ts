import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireCrossed, WireMail, WireConclusion } from '../contract/wire.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import { messageLimit } from '../../contract/api/limits.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { pending, skip, enqueue } from './log.ts'
import { machineOf, ownIdOf, peerId } from '../../core/step/peer-ids.ts'
import { depthOnWire } from './wire.ts'
import { keepAnchored, restAnchored } from '../../core/heartbeats/anchors.ts'
import type { Facts } from '../../core/step/facts.ts'
import type { Step } from '../../core/step/step.ts'
import { cutBytes } from '../../core/words/text.ts'
import { backlogLimit } from '../../core/links/backlog.ts'
import { crossedLine, record, type TurnAuthor } from '../../core/links/link-log.ts'
import { ownerMachineOf, takesPart } from '../../core/links/queries.ts'

/** Conclusions sent to the owners of links, and messages from them. */

/** Sends an agent's conclusion to the owners of its links. Empty `text`: nothing to add. */
export function sendConclusion(step: Step, { speaker, links, text, reached }: Facts['turn.crossed']): void {
  const copies = links.filter((link) => ownerMachineOf(link) !== null && takesPart(link, speaker.agent))
  // With links switched off nothing leaves this machine.
  if (copies.length === 0 || !step.limits.links) return
  if (text !== '') keepAnchored(step, speaker.agent)
  for (const home of new Set(copies.map((link) => ownerMachineOf(link) ?? ''))) {
    if (!step.fleet.machines.has(home)) continue
    const its = copies.filter((link) => ownerMachineOf(link) === home)
    const { agent: member, turn, turnNumber, depth } = speaker
    // Names only members of these links: the owner need not know others.
    const except = reached
      .filter((id) => its.some(({ members }) => members.includes(id)))
      .slice(0, 200)
      .map((id) => ({ machine: machineOf(id) ?? step.fleet.self ?? '', id: ownIdOf(id) }))
    const said: WireConclusion = {
      links: its.map(({ id }) => ownIdOf(id)),
      member,
      turn,
      turnNumber,
      depth: depthOnWire(depth),
      except,
      text: cutBytes(text, messageLimit).text,
    }
    enqueue(step, home, 'link.said', said)
    crowdOut(step, home)
    for (const link of its) recordSaid(step, link, speaker, said.text)
  }
}

/** Records it in the local copy too. The owner decides who gets it and when. */
function recordSaid(step: Step, link: Link, speaker: TurnAuthor, text: string): void {
  const id = step.ids.next('crs')
  const kind = text === '' ? 'silent' : 'said'
  step.link({ ...link, rows: link.rows + 1, crossings: link.crossings + (kind === 'said' ? 1 : 0) })
  record(step, link, speaker, { id, kind, text, sent: [] })
  if (kind === 'said') crossedLine(step, link, speaker, id, [])
}

/** Keeps the newest conclusions for an unreachable machine; older ones become `nothing`. */
function crowdOut(step: Step, home: MachineName): void {
  for (const one of pending(step, home, 'link.said').slice(0, -backlogLimit)) {
    skip(step, one)
    const { member } = one.body
    if (step.find(member)) step.note(member, { kind: 'crowdedOut', from: step.get(member).agent.name })
  }
}

export function copyFor(step: Step, home: MachineName, { to, crossed }: WireMail): Link | null {
  const link = crossed && step.links.get(peerId(home, crossed.link))
  return link && takesPart(link, to) ? link : null
}

/** Records a crossing in the link's log, one row for all receivers here. */
export function recordCrossing(
  step: Step,
  link: Link,
  message: Message,
  wire: WireCrossed,
  known: Crossing | null,
): void {
  const { to, from, fromName: name, body: text } = message
  const home = ownerMachineOf(link)
  if (from.kind !== 'agent' || home === null) return
  const sent = {
    to,
    toName: step.get(to).agent.name,
    message: message.id,
    carriage: message.crossed?.carriage ?? wire.carriage,
  }
  if (known) step.crossing({ ...known, sent: [...known.sent, sent] })
  else {
    const turn = { turn: turnOf(home, wire), turnNumber: wire.turnNumber, depth: 0, causes: [], costUsd: 0 }
    const speaker: TurnAuthor = { agent: from.id, name, ...turn }
    record(step, link, speaker, { id: peerId(home, wire.crossing), kind: 'said', text, sent: [sent] })
    step.link({ ...link, rows: link.rows + 1, crossings: link.crossings + 1 })
  }
  restAnchored(step, to)
}

/** Id of the turn that crossed, of which nothing else is known; no machine can send such an id. */
export function turnOf(home: MachineName, { crossing }: Pick<WireCrossed, 'crossing'>): Crossing['turn'] {
  return peerId(home, `trn-${crossing}`)
}
