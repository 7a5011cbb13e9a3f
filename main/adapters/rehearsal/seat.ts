import type { Circle } from './circle.ts'
import type { CircleCall } from './circle-words.ts'
import { lensesOf } from './lenses.ts'
import { call, run, shells, tell, think, type Play } from './play.ts'
import { proposalIn, proposalMark } from './quoting.ts'
import { wishesOf, type SeatWishes } from './seat-wishes.ts'
import { chance, pickOf } from './seeded.ts'
import { lastWords, secondThought, speechOf, type Speaker, type Speech } from './speeches.ts'
import { silent } from './talk.ts'

/** How many seconds between two beats are short enough to be sat out. */
const longestWait = 20
/** Milliseconds for a word of a speech, and for all of it at most. */
const wordTime = 90
const longestSpeech = 7000

/** A seat's turn with the piece, or a beat of it. */
export function* playSeat(circle: Circle, call: CircleCall, tools: ReadonlySet<string>): Play {
  const wishes = wishesOf(circle)
  const speaker = speakerOf(circle)
  if (wishes.takes > 0) yield* think(wishes.takes)
  if (wishes.keepsSilence) return yield* tell(silent)
  if (call.kind === 'grant') return yield* playGrant(speaker, wishes, tools)
  if (call.kind === 'final') return yield* say(circle, lastWords(speaker), wishes)
  const words = secondThought(speaker)
  yield* wishes.neverPasses
    ? say(circle, words, wishes)
    : passOn(speaker, { words, to: null, stays: false }, wishes, tools)
}

function speakerOf(circle: Circle): Speaker {
  const lenses = lensesOf(circle.seats)
  const own = lenses.get(circle.self.number) ?? [...lenses.values()][0]
  if (own === undefined) throw new Error('a circle without a seat')
  const { topic, question, self, phase, round } = circle
  return { circle, ...own, lenses, roll: (what) => chance(topic, question, self.name, phase, round, what) }
}

function* playGrant(speaker: Speaker, wishes: SeatWishes, tools: ReadonlySet<string>): Play {
  const { circle } = speaker
  if (wishes.isBrief) return yield* passOn(speaker, brief(speaker), wishes, tools)
  if (wishes.asksFirst && shells.some((shell) => tools.has(shell))) {
    yield* tell('I run the tests first, if I may.')
    yield* run({ command: 'npm test', description: 'Run the tests' })
  }
  const speech = yield* speechOf(speaker, tools)
  const stays = speech.stays && circle.interval <= longestWait
  if (speech.words === silent) return yield* tell(silent)
  if (wishes.neverPasses || (stays && wishes.passesTo === null && !wishes.byTool))
    return yield* say(circle, withQuote(speech.words, wishes), wishes)
  yield* passOn(speaker, speech, wishes, tools)
}

/** Where only the course of things matters. */
function brief({ circle: { phase, round, heard }, lens }: Speaker): Speech {
  const place = `For ${phase} ${String(round)}`
  const said = (words: string): Speech => ({ words, to: null, stays: false })
  if (phase !== 'exhale') return said(`${place}: ${lens.answer}.`)
  const onTable = proposalIn(heard)
  if (onTable !== null) return said(`${place} I go along with ${onTable.by.name}’s proposal.`)
  return said(round === 1 ? `${proposalMark}${lens.proposes}.` : `${place} I stay with my proposal.`)
}

/** Says it and gives the piece on: mostly by the tool, which comes before the words and leaves none, now and then by a phrase. */
function* passOn(speaker: Speaker, speech: Speech, wishes: SeatWishes, tools: ReadonlySet<string>): Play {
  const { circle } = speaker
  const words = withQuote(speech.words, wishes)
  const to = wishes.passesTo ?? speech.to
  const inWords =
    wishes.isBrief || wishes.quotesPass || wishes.passesTo !== null || isByPhrase(speaker, words)
  const byTool = wishes.byTool || !inWords
  if (byTool && tools.has('pass_piece')) {
    const input = { turn_id: circle.turn, ...(to === null ? {} : { to }) }
    const { failed } = yield* call('pass_piece', input)
    if (!failed) return yield* say(circle, words, wishes)
  }
  yield* say(
    circle,
    `${words}${/\n/.test(words) || words.length > 80 ? '\n\n' : ' '}${to === null ? phraseOf(speaker, wishes) : `I pass to ${to}.`}`,
    wishes,
  )
}

/** Few words are passed on with; else it is one in ten, and whoever ends the hold, so that there is one in every circle. */
function isByPhrase({ circle, roll }: Speaker, words: string): boolean {
  const endsHold = circle.phase === 'hold' && circle.round === circle.rounds.hold && circle.left.length === 0
  return words.length < 40 || endsHold || roll('phrase') < 0.1
}

function phraseOf({ circle: { phase, round, self } }: Speaker, { isBrief, quotesPass }: SeatWishes): string {
  if (isBrief || quotesPass) return 'I pass.'
  return pickOf(['I pass.', 'I pass the piece on.', 'That is all from me. I pass.'], self.name, phase, round)
}

/** Slower than elsewhere, so that one can follow, and always well within a beat. */
function* say({ interval }: Circle, text: string, { isBrief }: SeatWishes): Play {
  if (isBrief) return void (yield { do: 'say', text })
  const ms = Math.min(text.split(/\s+/).length * wordTime, longestSpeech, interval * 500)
  yield { do: 'slow', ms, text }
}

/** Words of passing that are nobody's: in quotes, in code, of others. */
function withQuote(words: string, { quotesPass }: SeatWishes): string {
  if (!quotesPass) return words
  return `${words}\n\nSomebody once ended with “I pass to Nobody.” and in code it reads \`I pass.\`\n\n> I pass.\n\nThat was theirs, and I am not done.`
}
