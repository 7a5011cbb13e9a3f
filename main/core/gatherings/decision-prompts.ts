import { optionsOf, type Decision } from '../../contract/gatherings/decisions.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import { quotable } from '../words/prompts.ts'
import { hasAnswered } from './decisions.ts'
import { howToAnswer, readBallot } from './read-ballot.ts'
import { userSeat } from './seats.ts'

/** The options of a vote: `1: Ship now; 2: Wait`. */
const listed = (decision: Decision): string =>
  optionsOf(decision)
    .map((option, at) => `${at + 1}: ${quotable(option)}`)
    .join('; ')

export function decisionText(g: Gathering): string {
  const { decision } = g
  if (!decision) return ''
  const what =
    decision.by === 'vote' ? `a vote on ${listed(decision)}` : 'a consent round on what was concluded'
  const who = decision.alone
    ? `${nameOfUser(g)} decides alone.`
    : 'Each seat answers, and all answers are opened together.'
  return `Decision begins, ${what}. ${who}`
}

/** Announces, at the start, the decision after the exhale. */
export function decisionRules({ decision, ...g }: Gathering): readonly string[] {
  if (!decision) return []
  const known = decision.options.length > 0 ? ` on ${listed(decision)}` : ''
  const what = decision.by === 'vote' ? `a vote${known}` : 'a consent round'
  const who = decision.alone ? `${nameOfUser(g)} decides alone` : 'Nobody sees an answer before all are given'
  return [`After the exhale comes ${what}. ${who}.`]
}

const nameOfUser = (g: Pick<Gathering, 'seats'>): string => quotable(userSeat(g)?.name ?? 'the user')

/** During the exhale: how to prepare the decision. */
export function beforeDecision({ decision, phase }: Gathering): readonly string[] {
  if (!decision || phase !== 'exhale') return []
  if (decision.by === 'consent')
    return ['A consent round follows: say in one sentence what is to be decided.']
  const options = listed(decision)
  if (decision.options.length > 0) return [`A vote follows on ${options}.`]
  const sofar = options === '' ? 'none' : options
  return [`A vote follows; options so far: ${sofar}. Put up one that is missing in a line OPTION: WORDS.`]
}

export function ballotWords({ decision }: Gathering): readonly string[] {
  if (!decision) return []
  const ask =
    decision.by === 'vote'
      ? `The options: ${listed(decision)}. Rank them; = ties two, and what you leave out comes last.`
      : 'Do you consent to what was concluded? Stand aside if you would not do it yourself, object only if it would do harm.'
  return [
    ask,
    `${howToAnswer(decision)} That line also passes the piece; what you say before it is opened with it.`,
  ]
}

export function ballotAgainWords(g: Gathering): string {
  const { decision, piece, sealedUtterances } = g
  if (!decision || !piece) return ''
  if (hasAnswered(g, piece.number)) return 'Your answer counts. Give another one, or end with PASS.'
  const said = sealedUtterances.filter(({ pieceTurnId }) => pieceTurnId === piece.id).at(-1)
  const read = said && readBallot(said.text, decision)
  const why = read && 'problem' in read ? read.problem : howToAnswer(decision)
  return `Your answer could not be read. ${why}`
}
