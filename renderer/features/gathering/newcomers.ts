import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import type { Newcomer } from '../../entities/gathering/gathering-acts.ts'
import { peerIdOf, peerName, type Peer } from '../../state/peers.ts'

/** Somebody who can be chosen. */
export interface Choice {
  readonly who: Newcomer['who']
  readonly words: string
}

/** Who can take a seat, or the harvester's place: nobody who sits here, the person once, and for a seat whoever other houses tell of; who sits elsewhere is named with that. */
export function whoCanCome(
  { seats, harvester, human, state }: Pick<GatheringView, 'seats' | 'harvester' | 'human' | 'state'>,
  as: 'seat' | 'harvester',
  agents: readonly Pick<AgentView, 'id' | 'name' | 'seat'>[],
  peers: readonly Peer[] = [],
): readonly Choice[] {
  const sitting = new Set(seats.map(({ agent }) => agent))
  const isOut = state !== 'closed' || as === 'seat'
  const free = agents.filter(({ id }) => !sitting.has(id) && !(isOut && id === harvester.agent))
  const tabs = free.map(({ id, name, seat }): Choice => {
    return { who: id, words: seat === null ? name : `${name}, who sits in ${seat.topic}` }
  })
  const own: readonly Choice[] = as === 'seat' && human === null ? [{ who: 'human', words: 'Yourself' }] : []
  const away = (as === 'seat' ? peers : [])
    .filter((peer) => !sitting.has(peerIdOf(peer)))
    .map((peer): Choice => ({ who: peerIdOf(peer), words: peerName(peer) }))
  return [...tabs, { who: 'new', words: 'A new tab' }, ...own, ...away]
}

/** Whether a circle that is closed can be harvested after all. */
export function canHarvestLater({
  state,
  harvest,
  heard,
}: Pick<GatheringView, 'state' | 'harvest' | 'heard'>): boolean {
  return (
    state === 'closed' &&
    harvest === null &&
    heard.some(({ kind, first, sealed }) => kind !== 'silent' && (first !== '' || sealed))
  )
}
