import type { Gathering, Phase, Structure, UtteranceId } from './gatherings.ts'

/** How a gathering decides at its end: by consent, or by a vote on options. */

/** What is chosen at the start. */
export interface DecisionPlan {
  readonly by: 'consent' | 'vote'
  /** Only the user answers; the others have spoken before. */
  readonly alone: boolean
  /** Of a vote: the options; empty: those that are put up in the exhale. */
  readonly options: readonly string[]
}

/** The same with what has become of it. */
export interface Decision extends DecisionPlan {
  /** Options that were put up in the exhale, in order, each once. */
  readonly proposed: readonly string[]
  /** One per seat and round at most, in the order in which they came; nobody sees those of a round before it is over. */
  readonly ballots: readonly Ballot[]
  /** Objections have opened one more round of the hold, and then another consent round. */
  readonly isReopened: boolean
  /** Null: not decided yet. */
  readonly outcome: DecisionOutcome | null
}

/** What one seat answered in one round. */
export interface Ballot {
  readonly round: number
  /** Of the seat. */
  readonly number: number
  readonly name: string
  readonly choice: Choice
  /** The row with its words; null: it gave none. */
  readonly utterance: UtteranceId | null
}

/**
 * `abstained`: it said so, passed or kept silence. `unread`: its words were no answer; counts as abstained. `missing`: it
 * gave no words.
 */
export type Choice =
  | { readonly kind: 'agree' | 'aside' | 'abstained' | 'unread' | 'missing' }
  | { readonly kind: 'object'; readonly reason: string }
  /** Places of the options, from 0, the best first; what stands together is tied, what is left out comes last. */
  | { readonly kind: 'ranked'; readonly ranks: Ranks }

/** Options by their places, the best first; what stands together is tied. */
export type Ranks = readonly (readonly number[])[]

/** `none`: nobody agreed, or ranked an option. `few`: less than two options were put up. `closed`: it was closed before. */
export type DecisionOutcome =
  | { readonly kind: 'agreed' | 'aside' | 'objected' | 'none' | 'few' | 'closed' }
  | { readonly kind: 'voted'; readonly order: Ranks }

/** What a vote is about. */
export const optionsOf = ({ options, proposed }: Pick<Decision, 'options' | 'proposed'>): readonly string[] =>
  options.length > 0 ? options : proposed

/** How many options a vote has. */
export const optionCount = { least: 2, most: 8 } as const

/** Two options that are the same to a reader. */
export const foldedOption = (option: string): string =>
  option.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/** The breath, in order; a decision comes after it where one is planned. */
export const breath = ['inhale', 'hold', 'exhale'] as const satisfies readonly Phase[]

/** What says which rounds there are. */
export interface Rounds {
  readonly structure: Structure
  readonly decision?: Pick<Decision, 'isReopened'>
}

/** Rounds of a phase: those of the structure, those of a decision, and one that objections have opened. */
export function roundsOf({ structure, decision }: Rounds, phase: Phase): number {
  const more = decision?.isReopened === true ? 1 : 0
  if (phase === 'decision') return decision ? 1 + more : 0
  return (structure[breath.indexOf(phase)] ?? 0) + (phase === 'hold' ? more : 0)
}

/** All rounds that come, as far as it is known. */
export function allRounds(of: Rounds): number {
  return [...breath, 'decision' as const].reduce((sum, phase) => sum + roundsOf(of, phase), 0)
}

/** Rounds before this one: after objections come the hold and the decision once more. */
export function roundsBefore(of: Rounds, { phase, round }: Pick<Gathering, 'phase' | 'round'>): number {
  const planned = of.structure.reduce((sum, rounds) => sum + rounds, 0)
  if (phase === 'decision') return planned + (round > 1 ? 2 : 0)
  if (isObjectionRound(of, { phase, round })) return planned + 1
  const before = breath
    .slice(0, breath.indexOf(phase))
    .map((one) => roundsOf({ structure: of.structure }, one))
  return before.reduce((sum, rounds) => sum + rounds, round - 1)
}

/** Whether a round of the hold is the one that objections have opened. */
export const isObjectionRound = (
  { structure, decision }: Rounds,
  { phase, round }: Pick<Gathering, 'phase' | 'round'>,
): boolean => decision?.isReopened === true && phase === 'hold' && round > structure[1]
