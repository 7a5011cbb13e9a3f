import { quotable } from '../words/prompts.ts'
import {
  optionCount,
  optionsOf,
  type Ballot,
  type Choice,
  type Decision,
  type DecisionOutcome,
  type DecisionPlan,
} from '../../contract/gatherings/decisions.ts'
import { outcomeWords } from '../../contract/gatherings/decision-words.ts'
import { isOwnUser, type Gathering, type Seat } from '../../contract/gatherings/gatherings.ts'
import { schulzeOrder } from '../../contract/gatherings/schulze.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Step } from '../step/step.ts'
import { addRow } from './append-log.ts'
import { tellAll } from './notify-members.ts'
import { readBallot, withOptions } from './read-ballot.ts'
import type { TurnWords } from './speaking.ts'

/**
 * The decision after the exhale: the piece goes round once more, and each turn's text, sealed until all have
 * had it, is a ballot.
 */

export function undecided(plan: DecisionPlan): Decision {
  return { ...plan, proposed: [], ballots: [], isReopened: false, outcome: null }
}

const votersOf = ({ seats, decision }: Gathering): readonly Seat[] =>
  decision?.alone === true ? seats.filter(isOwnUser) : seats

/** Starts the round of ballots, or concludes at once if fewer than two options were proposed. */
export function askForBallots(step: Step, g: Gathering): Gathering {
  const { decision } = g
  if (!decision) return g
  if (decision.by === 'vote' && optionsOf(decision).length < optionCount.least)
    return concluded(step, g, decision, { kind: 'few' })
  const voters = votersOf(g)
  // Seats that don't vote are skipped.
  const spokenSeats = g.seats.flatMap((seat) => (voters.includes(seat) ? [] : [seat.number]))
  const begun = { spokenSeats, deferredSeats: [], skippedSeats: [], last: 0 }
  return step.gathering({ ...g, ...begun, phase: 'decision', round: decision.isReopened ? 2 : 1 })
}

/** Passing or silence is an abstention, sealed like other ballots. */
export function asBallot(words: TurnWords): TurnWords {
  return words.text === '' && words.as !== 'speech' ? { ...words, text: 'ABSTAIN', as: 'speech' } : words
}

export function withAnswer(
  g: Gathering,
  { id, number, name, phase, round, text, kind }: Utterance,
): Gathering {
  const { decision } = g
  if (!decision || number === null || (kind !== 'said' && kind !== 'passed')) return g
  if (phase === 'exhale' && decision.by === 'vote' && decision.options.length === 0)
    return { ...g, decision: { ...decision, proposed: withOptions(decision.proposed, text) } }
  if (phase !== 'decision' || g.phase !== 'decision') return g
  const read = readBallot(text, decision)
  const choice: Choice = 'choice' in read ? read.choice : { kind: 'unread' }
  const isTheirs = (one: Ballot): boolean => one.number === number && one.round === round
  // An unreadable text doesn't replace a ballot.
  if (choice.kind === 'unread' && decision.ballots.some(isTheirs)) return g
  const others = decision.ballots.filter((one) => !isTheirs(one))
  return {
    ...g,
    decision: { ...decision, ballots: [...others, { round, number, name, choice, utterance: id }] },
  }
}

export const hasAnswered = ({ decision, round }: Gathering, number: number): boolean =>
  decision?.ballots.some(
    (one) => one.number === number && one.round === round && one.choice.kind !== 'unread',
  ) === true

/** After the round the ballots are counted; the first objections reopen the hold for one more round. */
export function countBallots(step: Step, g: Gathering): Gathering {
  const { decision, round } = g
  if (!decision) return g
  const given = decision.ballots.filter((one) => one.round === round)
  const missing = votersOf(g)
    .filter(({ number }) => !given.some((one) => one.number === number))
    .map(({ number, name }): Ballot => ({
      round,
      number,
      name,
      choice: { kind: 'missing' },
      utterance: null,
    }))
  const all = { ...decision, ballots: [...decision.ballots, ...missing] }
  const choices = [...given, ...missing].map(({ choice }) => choice)
  const outcome = outcomeOf(all, choices)
  if (outcome.kind !== 'objected' || decision.isReopened) return concluded(step, g, all, outcome)
  const count = choices.filter(({ kind }) => kind === 'object').length
  const text = `${count === 1 ? 'One objection opens' : `${count} objections open`} one more round of the hold, then the consent round comes once more.`
  const noted = addRow(step, g, { kind: 'note', text }).g
  const reopened = { ...noted, decision: { ...all, isReopened: true } }
  return { ...reopened, phase: 'hold', round: g.structure[1] + 1 }
}

function outcomeOf(decision: Decision, choices: readonly Choice[]): DecisionOutcome {
  if (decision.by === 'vote') {
    const ballots = choices.flatMap((one) => (one.kind === 'ranked' ? [one.ranks] : []))
    const order = schulzeOrder(ballots, optionsOf(decision).length)
    return ballots.length === 0 ? { kind: 'none' } : { kind: 'voted', order }
  }
  const has = (kind: Choice['kind']): boolean => choices.some((one) => one.kind === kind)
  if (has('object')) return { kind: 'objected' }
  if (!has('agree')) return { kind: 'none' }
  return { kind: has('aside') ? 'aside' : 'agreed' }
}

/** Closed before the decision was made: the ballots so far are kept. */
export function closeDecision(step: Step, g: Gathering): Gathering {
  const { decision } = g
  return decision && decision.outcome === null ? concluded(step, g, decision, { kind: 'closed' }) : g
}

function concluded(step: Step, g: Gathering, decision: Decision, outcome: DecisionOutcome): Gathering {
  const decided = { ...decision, outcome }
  const { g: noted } = addRow(
    step,
    { ...g, decision: decided },
    { kind: 'note', text: outcomeWords(decided) },
  )
  tellAll(step, noted, quotable(outcomeWords(decided)))
  return step.gathering(noted)
}
