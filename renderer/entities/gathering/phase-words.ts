import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { Phase } from '../../../main/contract/gatherings.ts'

/** The phases in their order. */
export const phases: readonly Phase[] = ['inhale', 'hold', 'exhale']

/** The name of a phase, as a heading. */
export const phaseNames: Readonly<Record<GatheringView['phase'], string>> = {
  inhale: 'Inhale',
  hold: 'Hold',
  exhale: 'Exhale',
  harvest: 'Harvest',
}

/** What a phase is for. */
export const purposes: Readonly<Record<Phase, { readonly title: string; readonly about: string }>> = {
  inhale: { title: 'each from where they sit', about: 'Do not answer one another yet.' },
  hold: {
    title: 'now the friction',
    about: 'Answer what you heard. Disagree with words, not with people.',
  },
  exhale: {
    title: 'what will hold',
    about: 'Say what you stand behind, and what stays open.',
  },
}

const small = [
  ...[
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
]

/** `six`; in figures from thirteen on. */
export const inWords = (count: number): string => small[count] ?? String(count)

/** `Two rounds.` */
export const roundsWords = (count: number): string =>
  `${capital(inWords(count))} ${count === 1 ? 'round' : 'rounds'}.`

/** Words as a sentence: with a full stop, unless they bring one. */
export const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)

/** The first letter large. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `1st`, `2nd`, `11th`. */
export function ordinal(count: number): string {
  const teens = count % 100 > 10 && count % 100 < 14
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

/** Rounds of a phase. */
export const roundsOf = ({ structure }: Pick<GatheringView, 'structure'>, phase: Phase): number =>
  structure[phases.indexOf(phase)] ?? 1

/** `Hold, round 1 of 2`. */
export function whereIs(of: Pick<GatheringView, 'structure' | 'phase' | 'round'>): string {
  if (of.phase === 'harvest') return 'The harvest is written'
  return `${phaseNames[of.phase]}, round ${of.round} of ${roundsOf(of, of.phase)}`
}
