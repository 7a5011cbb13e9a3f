import { useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { visible } from '../../components/hygiene.ts'
import { currentCaps } from '../../keys/current-keys.ts'
import { useMirror, allAgents, openAgents, useMirrorList } from '../../state/store.ts'
import {
  updateSeat,
  moveSeat,
  hasUser,
  newNames,
  draftSeat,
  seatedAgents,
  type CircleDraft,
  type SeatDraft,
  type Sitter,
  type PartProps,
} from './circle-draft.ts'
import { SeatRow } from './seat-row.tsx'
import { useSitterName } from './sitter.tsx'
import { seatCount } from '../../../main/contract/api/limits.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { peerHint } from '../../entities/machine/machine-words.ts'
import { peerIdOf, peerName, peersToSeat } from '../../state/peers.ts'
import { nextName } from './usual-circle.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useEscape } from '../../components/dragging.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { showGathering } from '../../state/view-store.ts'
import { listed } from '../../entities/link/link-words.ts'
import css from './convene.module.css'

interface ParticipantsProps extends PartProps {
  readonly onLeave: () => void
}

export function Participants({ draft, onChange, onLeave }: ParticipantsProps) {
  const { seats } = draft
  const setSeats = (next: readonly SeatDraft[]) => next !== seats && onChange({ seats: next })
  const nameOf = useSitterName()
  const user = useMirror((now) => now.status?.user ?? '')
  const [told, setTold] = useState('')
  const keepsFocus = useFocusOver(seats)
  const drag = useSeatDrag(seats, setSeats)
  const step = (key: string, by: 1 | -1) => {
    const at = seats.findIndex((seat) => seat.key === key)
    const next = moveSeat(seats, key, at + by)
    const seat = seats[at]
    if (next === seats || !seat) return
    keepsFocus()
    setSeats(next)
    setTold(`${visible(nameOf(seat.who))} speaks as ${at + by + 1} of ${seats.length}`)
  }
  const add = (seat: SeatDraft) => {
    onChange({ seats: [...seats, seat] })
    const name = seat.who.kind === 'user' ? 'You' : visible(nameOf(seat.who))
    setTold(`${name}: seat ${seats.length + 1} of ${seats.length + 1}`)
  }
  return (
    <div className="field">
      <span className="label">
        Participants, in speaking order
        <small>
          Drag, or {currentCaps('rowUp').slice(0, -1).join(' ')} <span aria-label="up and down">↑ ↓</span>
        </small>
      </span>
      {seats.length > 0 && (
        <ol className={css.cast} aria-label="Participants, in speaking order" {...drag.handlers}>
          {seats.map((seat, at) => (
            <SeatRow
              key={seat.key}
              seat={seat}
              number={at + 1}
              user={user}
              isLifted={drag.lifted === seat.key}
              onChange={(more) => setSeats(updateSeat(seats, seat.key, more))}
              onStep={(by) => step(seat.key, by)}
              onTakeOut={() => setSeats(seats.filter((one) => one.key !== seat.key))}
            />
          ))}
        </ol>
      )}
      <div data-field="cast">
        <AddSeat draft={draft} onAdd={add} />
      </div>
      <BusyAgentLines draft={draft} onLeave={onLeave} />
      <p className="vh" role="status">
        {told}
      </p>
    </div>
  )
}

/** Restores the focus, which a row loses when it moves in the DOM. */
function useFocusOver(seats: readonly SeatDraft[]): () => void {
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement && focused.current.isConnected) focused.current.focus()
    focused.current = null
  }, [seats])
  return () => {
    focused.current = document.activeElement
  }
}

interface AddSeatProps {
  readonly draft: CircleDraft
  readonly onAdd: (seat: SeatDraft) => void
}

function AddSeat({ draft, onAdd }: AddSeatProps) {
  const agents = useMirrorList(openAgents)
  const named = useMirrorList(allAgents)
  const user = useMirror((now) => now.status?.user ?? '')
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const taken = seatedAgents(draft)
  const add = (who: Sitter, role = '') => onAdd(draftSeat(who, role))
  if (draft.seats.length >= seatCount.most)
    return <span className="muted">{seatCount.most} seats are taken.</span>
  const items: readonly MenuItem[] = [
    ...(hasUser(draft.seats)
      ? []
      : [
          {
            label: user === '' ? 'Yourself' : `Yourself (${visible(user)})`,
            run: () => add({ kind: 'user' }),
          },
        ]),
    {
      label: 'A new agent',
      run: () => add({ kind: 'new', name: nextName(named, newNames(draft)) }),
    },
    ...tabItems(agents, draft, true, ({ id, role }) => add({ kind: 'agent', agent: id }, role)),
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

/** Menu items for the open tabs without a seat. `isApart`: separates them from the items above. */
export function tabItems(
  agents: readonly AgentView[],
  draft: CircleDraft,
  isApart: boolean,
  take: (agent: AgentView) => void,
): readonly MenuItem[] {
  const taken = seatedAgents(draft)
  return agents
    .filter(({ id }) => !taken.has(id))
    .map((agent, at) => ({
      label: visible(agent.name),
      isApart: isApart && at === 0,
      hint: agent.seat === null ? undefined : <small>in {visible(agent.seat.topic)}</small>,
      run: () => take(agent),
    }))
}

/** Dragging a seat by its handle moves it immediately; Escape restores the order. */
function useSeatDrag(seats: readonly SeatDraft[], onMove: (seats: readonly SeatDraft[]) => void) {
  const before = useRef<readonly SeatDraft[]>(seats)
  const held = useRef<string | null>(null)
  const [lifted, setLifted] = useState<string | null>(null)
  const letGo = () => {
    held.current = null
    setLifted(null)
  }
  useEscape(lifted !== null, () => {
    onMove(before.current)
    letGo()
  })
  return {
    lifted,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grip = (event.target as Element).closest('[data-part=grip]')
        const key = grip?.closest<HTMLElement>('[data-seat]')?.dataset['seat']
        if (event.button !== 0 || key === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        before.current = seats
        held.current = key
        setLifted(key)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (held.current !== null)
          onMove(moveSeat(seats, held.current, placeAt(event.currentTarget, held.current, event.clientY)))
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  }
}

/** The index for a row dropped at `y`: after all rows whose middle is above. */
function placeAt(list: HTMLElement, key: string, y: number): number {
  const others = [...list.querySelectorAll<HTMLElement>('[data-seat]')].filter(
    (row) => row.dataset['seat'] !== key,
  )
  return others.filter((row) => {
    const box = row.getBoundingClientRect()
    return box.top + box.height / 2 < y
  }).length
}

interface BusyAgents {
  readonly gathering: GatheringId
  readonly topic: string
  readonly names: readonly string[]
}

export function busyAgentsOf(
  agents: readonly Pick<AgentView, 'id' | 'name' | 'seat'>[],
): readonly BusyAgents[] {
  const found = new Map<GatheringId, BusyAgents>()
  for (const { name, seat } of agents) {
    if (seat === null) continue
    const { names = [] } = found.get(seat.gathering) ?? {}
    found.set(seat.gathering, { gathering: seat.gathering, topic: seat.topic, names: [...names, name] })
  }
  return [...found.values()]
}

const mostNamed = 4

/** `Scout`, `Scout, Builder and Critic`, `Scout, Builder, Critic and 5 others`. */
export function namesWords(names: readonly string[]): string {
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names
  const left = names.length - shown.length
  return listed(left > 0 ? [...shown, `${left} others`] : shown)
}

interface BusyAgentLinesProps {
  readonly draft: CircleDraft
  readonly onLeave: () => void
}

function BusyAgentLines({ draft, onLeave }: BusyAgentLinesProps) {
  const agents = useMirrorList(openAgents)
  const hasNew = newNames(draft).length > 0
  return busyAgentsOf(agents).map(({ gathering, topic, names }) => (
    <p key={gathering} className="small muted break-anywhere">
      <SafeText text={`${namesWords(names)} ${names.length === 1 ? 'sits' : 'sit'} in “${topic}”`} /> until it
      closes{hasNew && '; new agents take their place'}.{' '}
      <button
        type="button"
        className="in-words"
        aria-label={`Show it: ${visible(topic)}`}
        onClick={() => {
          onLeave()
          showGathering(gathering)
        }}
      >
        Show it
      </button>
    </p>
  ))
}
