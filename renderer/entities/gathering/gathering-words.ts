import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { ForkPoint, Phase, Structure } from '../../../main/contract/gatherings/gatherings.ts'
import { breath, roundsOf, type DecisionPlan } from '../../../main/contract/gatherings/decisions.ts'
import { closingWords, writingWords } from '../../../main/contract/gatherings/closing-words.ts'
import { noCap } from '../../../main/contract/budget/budget.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { raiseWords } from '../budget/raise.tsx'

export const phasesOf = ({ decision }: Pick<GatheringView, 'decision'>): readonly Phase[] =>
  decision ? [...breath, 'decision'] : breath

export const phaseNames: Readonly<Record<GatheringView['phase'], string>> = {
  inhale: 'Inhale',
  hold: 'Hold',
  exhale: 'Exhale',
  decision: 'Decision',
  harvest: 'Harvest',
}

/** For places where nothing explains the name. */
export const plainPhaseNames: Readonly<Record<Phase, string>> = {
  inhale: 'Inhale · opening',
  hold: 'Hold · discussion',
  exhale: 'Exhale · conclusions',
  decision: 'Decision',
}

export const purposes: Readonly<Record<Phase, { readonly title: string; readonly about: string }>> = {
  inhale: { title: 'each gives their own view', about: 'They do not answer one another yet.' },
  hold: {
    title: 'they answer one another',
    about: 'Disagree with words, not with people.',
  },
  exhale: {
    title: 'what each stands behind',
    about: 'And what stays open.',
  },
  decision: {
    title: 'each answers alone',
    about: 'All answers are shown together, when everybody has answered.',
  },
}

export const phaseHelp: Readonly<Record<Phase, string>> = {
  inhale: 'Inhale (opening): each gives their own view; nobody answers yet',
  hold: 'Hold (discussion): they answer one another',
  exhale: 'Exhale (conclusions): what each stands behind, and what stays open',
  decision: 'Decision: each seat answers alone; all answers are shown together',
}

const small = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** In figures from thirteen on. */
export const numberWord = (count: number): string => small[count] ?? String(count)

/** `Two rounds.` */
export const roundsWords = (count: number): string =>
  `${capitalized(numberWord(count))} ${count === 1 ? 'round' : 'rounds'}.`

/** `6 rounds: 2 opening, 2 discussion, 2 conclusions`. */
export function structureWords([inhale, hold, exhale]: Structure): string {
  const rounds = inhale + hold + exhale
  return `${rounds} rounds: ${inhale} opening, ${hold} discussion, ${exhale} conclusions`
}

export const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `1st`, `2nd`, `11th`. */
export function ordinal(count: number): string {
  const teens = count % 100 > 10 && count % 100 < 14
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

/** `Hold, round 1 of 2`. */
export function whereIs(
  of: Pick<GatheringView, 'structure' | 'phase' | 'round' | 'decision'> & {
    readonly harvester: Pick<GatheringView['harvester'], 'name'>
  },
): string {
  if (of.phase === 'harvest') return writingWords(visible(of.harvester.name))
  return `${phaseNames[of.phase]}, round ${of.round} of ${roundsOf(of, of.phase)}`
}

export function decisionAbout({ by, alone, options }: DecisionPlan): string {
  const what = by === 'vote' ? 'A vote' : 'A consent round'
  const on = options.length > 0 ? ` on ${options.map((one) => `“${visible(one)}”`).join(', ')}` : ''
  return `${what} after the conclusions${on}. ${alone ? 'You decide alone.' : 'Every seat answers.'}`
}

/** `Scout (1), Hold 1`. */
export function forkPointWords(row: Pick<ForkPoint, 'name' | 'number' | 'phase' | 'round'>): string {
  const where = `${phaseNames[row.phase]} ${row.round}`
  if (row.number !== null) return `${row.name} (${row.number}), ${where}`
  // Notes by Janus are a place, but nobody's text.
  return row.name === 'Janus' ? where : `${row.name}, ${where}`
}

/** `Critic (3)`. */
export const seatLabel = ({ name, number }: { readonly name: string; readonly number: number }): string =>
  `${name} (${number})`

type Shown = Pick<
  GatheringView,
  | 'topic'
  | 'state'
  | 'phase'
  | 'round'
  | 'structure'
  | 'decision'
  | 'piece'
  | 'paused'
  | 'needs'
  | 'convened'
  | 'closed'
  | 'harvester'
  | 'harvest'
>

/** `Hold 1/2`. */
const phaseShort = (of: Pick<GatheringView, 'phase' | 'round' | 'structure' | 'decision'>): string =>
  of.phase === 'harvest'
    ? phaseNames.harvest
    : `${phaseNames[of.phase]} ${of.round}/${roundsOf(of, of.phase)}`

/** One line: what the gathering needs, its phase and who has the piece, or why it has ended. */
export function gatheringLine(of: Shown): string {
  if (of.needs === 'piece') return 'Your turn'
  if (of.needs === 'proposal' || of.state === 'proposed') return `${of.convened.name} proposes it`
  if (of.needs === 'cap') return 'Limit reached: raise it?'
  if (of.state === 'closed') return of.harvest ? 'Closed: the harvest is ready' : bareEnd(of.closed)
  if (of.state === 'convening') return 'Starting'
  if (of.phase === 'harvest') return `${of.harvester.name} harvests`
  if (of.state === 'paused') return `Paused · ${phaseShort(of)}`
  return `${phaseShort(of)}${of.piece ? ` · ${seatLabel(of.piece)}` : ''}`
}

/** Says that a gathering has no harvest, unless it never began. */
function bareEnd(closed: Shown['closed']): string {
  if (closed === null) return 'Closed'
  const wasHeld = closed.kind !== 'dismissed' && closed.kind !== 'unstarted'
  return `Closed${wasHeld ? ', no harvest' : ''}: ${closingWords(closed, 'user')}`
}

/** Its name for screen readers, which get no signs. */
export const spokenGathering = (of: Shown): string =>
  `${of.topic}, gathering, ${of.needs === null ? '' : 'needs you, '}${gatheringLine(of)}`

/** What its gathering loses when the agent's tab closes; empty if it sits in none. */
export function seatLoss(
  { name, seat }: Pick<AgentView, 'name' | 'seat'>,
  of: Pick<GatheringView, 'topic' | 'state'> | undefined,
): string {
  if (seat === null || of?.state === 'closed') return ''
  const [who, topic] = [visible(name), visible(seat.topic)]
  return seat.number === 0
    ? `${who} harvests “${topic}”: there would be no harvest. `
    : `${who} sits in “${topic}”: it is skipped from now on. `
}

/** `Builder (3) has the piece`. */
export function holderWords(of: Shown): string {
  if (of.piece === null || of.state === 'closed' || of.phase === 'harvest' || of.state === 'paused')
    return gatheringLine(of)
  return of.needs === 'piece' ? 'you have the piece' : `${seatLabel(of.piece)} has the piece`
}

/** Label of the button that raises the reached limit: money and tokens, else prompts. */
export function raiseLabel(of: GatheringView | undefined): string {
  if (of === undefined) return raiseWords(noCap)
  const { spending, caps, mostTurns } = of
  if (spending.state === 'over') return raiseWords(spending.raiseBy)
  return `Raise limit by ${String(caps.turns ?? mostTurns)} prompts`
}
