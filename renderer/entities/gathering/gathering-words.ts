import { closingWords } from '../../../main/contract/closing-words.ts'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { visible } from '../../components/hygiene.ts'
import { phaseNames, roundsOf } from './phase-words.ts'

type Shown = Pick<
  GatheringView,
  | 'topic'
  | 'state'
  | 'phase'
  | 'round'
  | 'structure'
  | 'piece'
  | 'paused'
  | 'needs'
  | 'convened'
  | 'closed'
  | 'harvester'
  | 'harvest'
>

/** `Hold 1/2`. */
export const phaseShort = (of: Pick<GatheringView, 'phase' | 'round' | 'structure'>): string =>
  of.phase === 'harvest'
    ? phaseNames.harvest
    : `${phaseNames[of.phase]} ${of.round}/${roundsOf(of, of.phase)}`

/** What a gathering is at, in a line: what it needs, its phase and who has the piece, why it is over. */
export function gatheringLine(of: Shown): string {
  if (of.needs === 'piece') return 'You have the piece'
  if (of.needs === 'proposal' || of.state === 'proposed') return `${of.convened.name} proposes it`
  if (of.needs === 'cap') return 'At its cap: go on?'
  if (of.state === 'closed')
    return of.harvest ? 'Closed: the harvest is in' : `Closed: ${of.closed ? closingWords(of.closed) : ''}`
  if (of.state === 'convening') return 'Is being convened'
  if (of.phase === 'harvest') return `${of.harvester.name} harvests`
  const holder = of.piece ? ` · ${of.piece.number} ${of.piece.name}` : ''
  return `${of.state === 'paused' ? 'Paused · ' : ''}${phaseShort(of)}${holder}`
}

/** The name of its row for those who cannot see its signs. */
export const spokenGathering = (of: Shown): string =>
  `${of.topic}, gathering, ${of.needs === null ? '' : 'needs you, '}${gatheringLine(of)}`

/** What becomes of its gathering when the tab of an agent that sits goes; empty where it sits in none. */
export function seatLoss(
  { name, seat }: Pick<AgentView, 'name' | 'seat'>,
  of: Pick<GatheringView, 'topic' | 'state'> | undefined,
): string {
  if (seat === null || of?.state === 'closed') return ''
  const [who, topic] = [visible(name), visible(seat.topic)]
  return seat.number === 0
    ? `${who} harvests “${topic}”: there would be no harvest. `
    : `${who} sits in “${topic}”: it is passed over from now on. `
}

/** The same in the tab of an agent, where `you` would be that agent: `Mo has the piece (you)`. */
export function holderElsewhere(of: Shown): string {
  const isYou = of.needs === 'piece' && of.piece !== null
  return isYou ? `${of.piece.name} has the piece (you)` : holderWords(of)
}

/** Who has the piece, for a chip: `3 Builder has the piece`. */
export function holderWords(of: Shown): string {
  if (of.piece === null || of.state === 'closed' || of.phase === 'harvest' || of.state === 'paused')
    return gatheringLine(of)
  return of.needs === 'piece' ? 'You have the piece' : `${of.piece.number} ${of.piece.name} has the piece`
}
