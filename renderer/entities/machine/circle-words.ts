import { writingWords } from '../../../main/contract/gatherings/closing-words.ts'
import { circleLabel } from '../../../main/contract/mail/authors.ts'
import type { CircleSeatView, CircleWordsView, FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { MachineName } from '../../../main/contract/fleet/machines.ts'
import { visible } from '../../components/hygiene.ts'
import type { FoundCircle } from '../../../main/contract/history/search-views.ts'
import type { FoundWords } from '../../state/panel.ts'
import { mirror } from '../../state/store.ts'
import { show, toast } from '../../state/view-store.ts'

/** A seat of the user in a gathering of another machine. */
export interface RemoteCircle {
  readonly machine: MachineName
  readonly seat: CircleSeatView
}

export const circlesIn = (fleet: FleetView | null): readonly RemoteCircle[] =>
  (fleet?.machines ?? []).flatMap(({ name: machine, circles }) => circles.map((seat) => ({ machine, seat })))

export const circleIn = (fleet: FleetView | null, id: GatheringId): RemoteCircle | null =>
  circlesIn(fleet).find(({ seat }) => seat.circle === id) ?? null

/** The user's state there, in a few words. */
export function circleWord(seat: CircleSeatView): string {
  const { status, turn, isNew, now } = seat
  if (status === 'asked') return 'invites you'
  if (status === 'left') return 'you left'
  if (status === 'over') return 'closed'
  if (turn !== null) return 'your turn'
  if (isNew) return 'something new was said'
  if (now?.phase === 'harvest') return writingWords(visible(now.harvester))
  const holder = holderIn(seat)
  return holder === '' ? 'you listen' : `${holder} has the piece`
}

/** Empty if nobody has the piece, or if that is unknown. */
function holderIn({ now }: Pick<CircleSeatView, 'now'>): string {
  return visible(now?.seats.find(({ number }) => number === now.holder)?.name ?? '')
}

/** The user's state there without the piece, and what they can do. */
export function standingWords({ machine, seat }: RemoteCircle): string {
  const { by, status } = seat
  switch (status) {
    case 'asked':
      return `${visible(by)} invites you. If you join, you see what is said there, and what you say goes to ${visible(machine)}.`
    case 'left':
      return 'You are not in this gathering. While it runs you can join and read what was said meanwhile.'
    case 'over':
      return 'This gathering is closed. What was said stays here until you archive it; search still finds it.'
    case 'taken':
      return listeningWords(machine, seat)
  }
}

function listeningWords(machine: MachineName, seat: CircleSeatView): string {
  if (seat.now?.phase === 'harvest')
    return `All has been said. ${visible(seat.now.harvester)} writes the harvest, which comes to you too.`
  if (seat.isPaused) return 'The gathering is paused. You are notified when it is your turn.'
  if (seat.isSending)
    return `Your words are on their way to ${visible(machine)}; if it is offline, they arrive when it is online again.`
  const holder = holderIn(seat)
  const who = holder === '' ? 'You do not have the piece now.' : `${holder} has the piece.`
  return `${who} You are notified when it is your turn.`
}

/** Highlights it in the list: the user is wanted, or has not seen something. */
export const isCalling = ({ status, turn, isNew }: CircleSeatView): boolean =>
  status === 'asked' || turn !== null || isNew

/**
 * Changes with what must be reported as seen to the owner machine; null for nothing. It contains `status`,
 * because a turn that came while the user was still invited is reported again after they join: before, it did
 * not count.
 */
export const toSee = ({ status, turn, isNew }: CircleSeatView): string | null =>
  isNew || turn !== null ? `${status} ${turn?.id ?? ''} ${String(isNew)}` : null

/** Whether the gathering itself says it, rather than a seat or the host. */
export const isFromGathering = ({ from, number }: Pick<CircleWordsView, 'from' | 'number'>): boolean =>
  number === null && from.startsWith(circleLabel(''))

/** Opens the user's seat in a remote gathering at a search result; if it is gone, says where it was. */
export function goToCircle({ id, topic, machine }: FoundCircle, found: FoundWords | null = null): void {
  if (circleIn(mirror.getState().status?.fleet ?? null, id) === null)
    return void toast(
      `That was in “${visible(topic)}”, a gathering on ${visible(machine)}, which is no longer in your list.`,
    )
  show({ kind: 'circle', circle: id, ...(found ? { found } : {}) })
}
