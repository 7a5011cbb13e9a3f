import type { Gathering, Phase, Structure, UtteranceId } from './gatherings.ts'

/** How a gathering decides at its end: by consent, or by a vote on options. */

/** Chosen at the start. */
export interface DecisionPlan {
  readonly by: 'consent' | 'vote'
  /** Only the user answers; the others have spoken before. */
  readonly alone: boolean
  /** For a vote: its options; empty: those proposed in the exhale. */
  readonly options: readonly string[]
}

export interface Decision extends DecisionPlan {
  /** Options proposed in the exhale, in order, without duplicates. */
  readonly proposed: readonly string[]
  /** At most one per seat and round, in order of arrival; those of a round are secret until it is over. */
  readonly ballots: readonly Ballot[]
  /** Objections have added one more round of the hold, and another consent round. */
  readonly isReopened: boolean
  /** Null: not decided yet. */
  readonly outcome: DecisionOutcome | null
}

/** The answer of one seat in one round. */
export interface Ballot {
  readonly round: number
  /** Of the seat. */
  readonly number: number
  readonly name: string
  readonly choice: Choice
  /** The row with its text; null: it gave none. */
  readonly utterance: UtteranceId | null
}

/**
 * `abstained`: it said so, passed or kept silence. `unread`: its text was no valid answer, and counts as
 * abstained. `missing`: it gave no text.
 */
export type Choice =
  | { readonly kind: 'agree' | 'aside' | 'abstained' | 'unread' | 'missing' }
  | { readonly kind: 'object'; readonly reason: string }
  /** Options that it leaves out come last. */
  | { readonly kind: 'ranked'; readonly ranks: Ranks }

/** Option indexes from 0, best first; those in one group are tied. */
export type Ranks = readonly (readonly number[])[]

/**
 * `none`: nobody agreed, or ranked an option. `few`: fewer than two options were proposed. `closed`: the
 * gathering was closed before.
 */
export type DecisionOutcome =
  | { readonly kind: 'agreed' | 'aside' | 'objected' | 'none' | 'few' | 'closed' }
  | { readonly kind: 'voted'; readonly order: Ranks }

export const optionsOf = ({ options, proposed }: Pick<Decision, 'options' | 'proposed'>): readonly string[] =>
  options.length > 0 ? options : proposed

export const optionCount = { least: 2, most: 8 } as const

/** Options with equal results are duplicates. */
export const foldedOption = (option: string): string =>
  option.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/** Phases in order; a planned decision follows. */
export const breath = ['inhale', 'hold', 'exhale'] as const satisfies readonly Phase[]

export interface Rounds {
  readonly structure: Structure
  readonly decision?: Pick<Decision, 'isReopened'>
}

/** Rounds of the structure or of the decision, and one that objections added. */
export function roundsOf({ structure, decision }: Rounds, phase: Phase): number {
  const more = decision?.isReopened === true ? 1 : 0
  if (phase === 'decision') return decision ? 1 + more : 0
  return (structure[breath.indexOf(phase)] ?? 0) + (phase === 'hold' ? more : 0)
}

/** Total rounds, as far as known. */
export function allRounds(of: Rounds): number {
  return [...breath, 'decision' as const].reduce((sum, phase) => sum + roundsOf(of, phase), 0)
}

/** Objections add a hold round and a decision round after all planned ones. */
export function roundsBefore(of: Rounds, { phase, round }: Pick<Gathering, 'phase' | 'round'>): number {
  const planned = of.structure.reduce((sum, rounds) => sum + rounds, 0)
  if (phase === 'decision') return planned + (round > 1 ? 2 : 0)
  if (isObjectionRound(of, { phase, round })) return planned + 1
  const before = breath
    .slice(0, breath.indexOf(phase))
    .map((one) => roundsOf({ structure: of.structure }, one))
  return before.reduce((sum, rounds) => sum + rounds, round - 1)
}

export const isObjectionRound = (
  { structure, decision }: Rounds,
  { phase, round }: Pick<Gathering, 'phase' | 'round'>,
): boolean => decision?.isReopened === true && phase === 'hold' && round > structure[1]
