import { seatCount } from '../../../main/contract/limits.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import {
  hasHuman,
  newNames,
  seatFor,
  takenBy,
  type CircleDraft,
  type SeatDraft,
  type Sitter,
} from './circle-draft.ts'
import { nextName } from './usual-circle.ts'

interface AddSeatProps {
  readonly draft: CircleDraft
  readonly onAdd: (seat: SeatDraft) => void
}

/** One more seat: for the person, for a tab that there is, or for one to be made. */
export function AddSeat({ draft, onAdd }: AddSeatProps) {
  const agents = useMirrorList(openAgents)
  const person = useMirror((now) => now.status?.person ?? '')
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
      run: () => add({ kind: 'new', name: nextName(agents, newNames(draft)) }),
    },
    ...agents
      .filter((agent) => !taken.has(agent.id))
      .map((agent, at): MenuItem => ({
        label: visible(agent.name),
        isApart: at === 0,
        hint: agent.seat === null ? undefined : <small>sits in {visible(agent.seat.topic)}</small>,
        run: () => add({ kind: 'agent', agent: agent.id }, agent.role),
      })),
  ]
  return (
    <Menu label="Add a seat" className="btn ghost" align="start" items={items}>
      <Icon name="plus" />
      Add a seat
    </Menu>
  )
}
