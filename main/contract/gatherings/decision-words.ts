import { optionsOf, type Choice, type Decision, type Ranks } from './decisions.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import { countPreferences } from './schulze.ts'

/** Texts of a decision for the log, the harvest, the command line and the window. */

/** `Ship later (option 2) > Ship now (option 1) = Wait (option 3)`. */
const rankWords = (ranks: Ranks, options: readonly string[]): string =>
  ranks.map((tied) => tied.map((at) => `${options[at] ?? ''} (option ${at + 1})`).join(' = ')).join(' > ')

export const choiceWords = (choice: Choice, options: readonly string[]): string =>
  wordsOf(choices, choice, options)

const choices: Wording<Choice, [options: readonly string[]]> = {
  agree: 'agrees',
  aside: 'stands aside',
  object: ({ reason }) => `objects: ${reason}`,
  ranked: ({ ranks }, options) => rankWords(ranks, options),
  abstained: 'abstains',
  unread: 'abstains: the answer could not be read',
  missing: 'no answer',
}

/** One sentence. */
export function outcomeWords(decision: Decision): string {
  const { by, alone, outcome } = decision
  const options = optionsOf(decision)
  const head = by === 'consent' ? 'Consent' : 'Vote'
  switch (outcome?.kind) {
    case undefined:
      return `${head}: not decided yet.`
    case 'agreed':
      return 'Consent: agreed.'
    case 'aside':
      return 'Consent: agreed, with some standing aside.'
    case 'objected':
      return 'Consent: not agreed, an objection stands.'
    case 'none':
      return by === 'consent'
        ? 'Consent: not agreed, nobody agreed.'
        : 'Vote: nothing chosen, nobody ranked an option.'
    case 'few':
      return `Vote: not held, ${options.length === 0 ? 'no option was' : 'only one option was'} put up.`
    case 'closed':
      return `${head}: not decided, the gathering was closed before.`
    case 'voted': {
      const [first = []] = outcome.order
      const method = alone ? 'decided alone' : 'by the Schulze method'
      return `Vote: ${first.length > 1 ? 'a tie of ' : ''}${rankWords([first], options)}, ${method}.`
    }
  }
}

/** Separates a harvest from its decision. */
const heading = '\n\n## Decision\n\n'

export const withDecision = (harvest: string, decision: Decision): string =>
  `${harvest.trimEnd()}${heading}${decisionMarkdown(decision)}`

/** Only the harvester's text. */
export const withoutDecision = (harvest: string): string => {
  const at = harvest.lastIndexOf(heading)
  return at < 0 ? harvest : harvest.slice(0, at)
}

/** The outcome, every ballot, and for a vote the options and the tally. */
export function decisionMarkdown(decision: Decision): string {
  const { by, ballots, outcome } = decision
  const options = optionsOf(decision)
  const list = options.map((option, at) => `${at + 1}. ${option}`)
  const order = outcome?.kind === 'voted' ? [`Order: ${rankWords(outcome.order, options)}`] : []
  const rounds = [...new Set(ballots.map(({ round }) => round))]
  const answers = rounds.flatMap((round) => [
    `${by === 'vote' ? 'Ballots' : rounds.length > 1 ? `Answers, round ${round}` : 'Answers'}:`,
    ballots
      .filter((one) => one.round === round)
      .map(({ name, choice }) => `- ${name}: ${choiceWords(choice, options)}`)
      .join('\n'),
  ])
  const parts = [outcomeWords(decision), list.join('\n'), ...order, tallyOf(decision), ...answers]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A table of how many prefer the row's option to the column's. */
function tallyOf(decision: Decision): string {
  const options = optionsOf(decision)
  if (decision.outcome?.kind !== 'voted') return ''
  const ranks = decision.ballots.flatMap(({ choice }) => (choice.kind === 'ranked' ? [choice.ranks] : []))
  const rows = countPreferences(ranks, options.length).map(
    (row, i) => `| ${i + 1} | ${row.map((count, j) => (i === j ? '' : count)).join(' | ')} |`,
  )
  const numbers = options.map((_, at) => at + 1)
  return [
    'How many prefer the row to the column:',
    '',
    `| | ${numbers.join(' | ')} |`,
    `|${' --- |'.repeat(options.length + 1)}`,
    ...rows,
  ].join('\n')
}
