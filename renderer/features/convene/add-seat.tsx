import { seatCount } from '../../../main/contract/api/limits.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { allAgents, openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import {
  hasHuman,
  newNames,
  seatFor,
  takenBy,
  type CircleDraft,
  type SeatDraft,
  type Sitter,
} from './circle-draft.ts'
import { peerHint } from '../../entities/house/house-words.ts'
import { peerIdOf, peerName, peersToSeat } from '../../state/peers.ts'
import { nextName } from './usual-circle.ts'

interface AddSeatProps {
  readonly draft: CircleDraft
  readonly onAdd: (seat: SeatDraft) => void
}

/** One more seat: for the person, for a tab that there is, or for one to be made. */
export function AddSeat({ draft, onAdd }: AddSeatProps) {
  const agents = useMirrorList(openAgents)
  const named = useMirrorList(allAgents)
  const person = useMirror((now) => now.status?.person ?? '')
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const taken = takenBy(draft)
  const add = (who: Sitter, role = '') => onAdd(seatFor(who, role))
  if (draft.seats.length >= seatCount.most)
    return <span className="muted">{seatCount.most} seats are taken.</span>
  const items: readonly MenuItem[] = [
    ...(hasHuman(draft.seats)
      ? []
      : [
          {
            label: person === '' ? 'Yourself' : `Yourself (${visible(person)})`,
            run: () => add({ kind: 'human' }),
          },
        ]),
    {
      label: 'A new tab',
      run: () => add({ kind: 'new', name: nextName(named, newNames(draft)) }),
    },
    ...agents
      .filter((agent) => !taken.has(agent.id))
      .map((agent, at): MenuItem => ({
        label: visible(agent.name),
        isApart: at === 0,
        hint: agent.seat === null ? undefined : <small>sits in {visible(agent.seat.topic)}</small>,
        run: () => add({ kind: 'agent', agent: agent.id }, agent.role),
      })),
    ...peersToSeat(fleet)
      .filter((peer) => !taken.has(peerIdOf(peer)))
      .map((peer, at): MenuItem => ({
        label: visible(peerName(peer)),
        isApart: at === 0,
        hint: <small>{peerHint(peer)}</small>,
        run: () => add({ kind: 'agent', agent: peerIdOf(peer) }, peer.agent.role),
      })),
  ]
  return (
    <Menu label="Add a seat" className="btn ghost" align="start" items={items}>
      <Icon name="plus" />
      Add a seat
    </Menu>
  )
}
