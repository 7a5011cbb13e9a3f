import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Newcomer } from '../../entities/gathering/gathering-acts.ts'
import { peerHint } from '../../entities/house/house-words.ts'
import { peerIdOf, peerName, type Peer } from '../../state/peers.ts'

/** Somebody who can be chosen. */
export interface Choice {
  readonly who: Newcomer['who']
  readonly words: string
}

/**
 * Who can take a seat, or the harvester's place: nobody who sits here, the person once; who sits elsewhere is named with
 * that. Those of other houses take seats alone.
 */
export function whoCanCome(
  { seats, harvester, human, state }: Pick<GatheringView, 'seats' | 'harvester' | 'human' | 'state'>,
  as: 'seat' | 'harvester',
  agents: readonly Pick<AgentView, 'id' | 'name' | 'seat'>[],
  peers: readonly Peer[] = [],
): readonly Choice[] {
  const sitting = new Set(seats.map(({ agent }) => agent))
  // Of another house one can be asked again who has left, or did not come.
  const there = new Set(seats.flatMap(({ agent, state: is }) => (is === 'gone' ? [] : [agent])))
  const isOut = state !== 'closed' || as === 'seat'
  const free = agents.filter(({ id }) => !sitting.has(id) && !(isOut && id === harvester.agent))
  const tabs = free.map(({ id, name, seat }): Choice => {
    return { who: id, words: seat === null ? name : `${name}, who sits in ${seat.topic}` }
  })
  const away = peers
    .filter((peer) => as === 'seat' && !there.has(peerIdOf(peer)))
    .map((peer): Choice => ({ who: peerIdOf(peer), words: `${peerName(peer)}, ${peerHint(peer)}` }))
  const own: readonly Choice[] = as === 'seat' && human === null ? [{ who: 'human', words: 'Yourself' }] : []
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
