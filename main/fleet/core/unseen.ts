import type { HouseName } from '../../contract/fleet/houses.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Answer } from '../../core/step/events.ts'
import type { PeerSeen } from '../../core/step/fleet-commands.ts'
import { refuse } from '../../core/mail/mailbox.ts'
import type { Step } from '../../core/step/step.ts'
import { houseOf, idThere } from '../../core/step/peer-ids.ts'

/** Something came of the person's words to another house: until they have seen it, it stands at the agent they wrote to. */
export function tellPerson(step: Step, house: HouseName, { from, to }: Message): void {
  if (from.kind !== 'human') return
  const { unseen = [] } = step.fleet.house(house).house
  const peer = idThere(to)
  if (!unseen.includes(peer)) step.fleet.keep(house, { unseen: [...unseen, peer] })
}

export function peerSeen(step: Step, { peer }: PeerSeen): Answer {
  const house = step.fleet.houses.get(houseOf(peer) ?? '')?.house
  if (!house) return refuse('not_found', 'No house of that name is known.')
  const { unseen = [] } = house
  const left = unseen.filter((one) => one !== idThere(peer))
  if (left.length < unseen.length) step.fleet.keep(house.id, { unseen: left })
  return { kind: 'done' }
}
