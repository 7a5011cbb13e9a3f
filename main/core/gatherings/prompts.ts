import {
  isOwnPerson,
  type Gathering,
  type Phase,
  type Seat,
  type SeedPassage,
} from '../../contract/gatherings.ts'
import type { HouseName } from '../../contract/houses.ts'
import { houseOf } from '../away/peer-ids.ts'
import { headers } from '../headers.ts'
import { quotable } from '../prompts.ts'
import { orSilent } from '../../contract/last-line.ts'
import type { PromptWords } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'
import { neutralise } from '../text.ts'
import { called, isSealed, leftOf, mustSit, roundsOf } from './seats.ts'
import { outsideText, pulseText } from './pulse.ts'

/** A phase as it begins a sentence. */
export const phaseTitles: Readonly<Record<Phase, string>> = {
  inhale: 'Inhale',
  hold: 'Hold',
  exhale: 'Exhale',
}

/** What each phase asks of who speaks. */
export const disciplines: Readonly<Record<Phase, string>> = {
  inhale: 'speak from where you sit; do not answer one another yet',
  hold: 'answer what you heard; disagree with what was said, not with who said it',
  exhale: 'bring it together: what holds, what stays open, what comes next',
}

/** A phase begins; told to everybody. What it asks stands where the piece comes. */
export function phaseText(g: Gathering): string {
  const rounds = roundsOf(g.structure, g.phase)
  const seal = isSealed(g) ? ' Words stay sealed until all have spoken in a round.' : ''
  return `${phaseTitles[g.phase]} begins, ${rounds === 1 ? 'one round' : `${rounds} rounds`}.${seal}`
}

/** Where the circle is: *Hold, round 1 of 2*. */
export function roundText({ phase, round, structure }: Gathering): string {
  return `${phaseTitles[phase]}, round ${round} of ${roundsOf(structure, phase)}`
}

/** When a member is told: at the beginning, once more, or when it comes while the circle runs or after it. */
export type SeedTime = 'first' | 'again' | 'later'

/**
 * What a member must know before the piece comes to it for the first time, in paragraphs, since people read it too;
 * `house`: this one. A person of another house is told nothing of prompts and lines: their window does that.
 */
export function seedText(g: Gathering, seat: Seat, when: SeedTime, house: HouseName | null): string {
  const isHarvester = seat.number === 0
  const isPerson = seat.kind === 'human'
  const isAway = seat.agent !== null && houseOf(seat.agent) !== null
  const self = isHarvester
    ? `You are **${quotable(seat.name)}**, the harvester of this gathering.`
    : `You are ${isPerson ? quotable(seat.name) : `**${quotable(seat.name)}**`} (${seat.number}) in this gathering.`
  const map = g.seats.map((one) => {
    const who = isAway ? calledAway(g, one, house) : calledHere(one)
    return `- ${who}${one.role ? `: ${quotable(one.role)}` : ''}`
  })
  const [inhale, hold, exhale] = g.structure
  const rules = isHarvester ? harvesterRules : isPerson ? [] : seatRules(g)
  const head = isPerson ? [] : [headers.gathering(quotable(g.topic))]
  return [
    [...head, `${self}${seat.role ? ` Your role: ${quotable(seat.role)}.` : ''}`],
    ['Who sits in the circle, in the order of speaking:', ...map],
    [
      `${quotable(g.harvester.name)} is the harvester: it listens to everything and speaks once, at the close.`,
    ],
    [
      `Three phases: inhale (each alone), hold (you answer one another), exhale (you conclude); rounds ${inhale}, ${hold}, ${exhale}.${g.rhythm === null ? '' : ` Rhythm: ${quotable(g.rhythm)}.`}`,
    ],
    g.opening === '' ? [] : [neutralise(g.opening)],
    [`The question in the circle: ${neutralise(g.question)}`],
    rules,
    forkText(g, isPerson),
    // What was said in this house stays in it.
    isAway ? [] : passagesText(g.passages),
    when === 'again' ? ['You were told this before; it still holds.'] : [],
    when === 'later' ? [laterText(g)] : [],
  ]
    .flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')]))
    .join('\n\n')
}

/** Of several persons in a circle the one of this house is *the* person. */
function calledHere(seat: Seat): string {
  if (seat.kind !== 'human') return called(seat)
  return `${called(seat)}, ${isOwnPerson(seat) ? 'the person' : 'a person of another house'}`
}

/** For who reads it in another house every person is one of some house, this one's too. */
export function calledAway(
  { convened }: Pick<Gathering, 'convened'>,
  seat: Seat,
  house: HouseName | null,
): string {
  if (seat.kind !== 'human') return called(seat)
  if (!isOwnPerson(seat)) return `${called(seat)}, a person`
  const who = called({ ...seat, name: house === null ? seat.name : `${seat.name}@${house}` })
  return `${who}, a person${convened.by.kind === 'human' ? ', who convened it' : ''}`
}

function laterText(g: Gathering): string {
  const where = g.stage === 'running' ? `It has begun: ${roundText(g)}.` : 'Its rounds are spoken.'
  return `${where} What was said and is open follows, in order; nothing is left out.`
}

const seatRules = ({ beatsPerTurn, interval }: Gathering): readonly string[] => [
  'Only who holds the talking piece speaks. What is said comes to you by itself, under [From seat N, "NAME"]:; take it in, answer nobody before the piece comes to you.',
  'When it comes, a prompt that begins with [Piece: ...] says so. Then just speak: the last words of that turn go to everybody. Thoughts and tool calls stay with you.',
  `When you have spoken you still hold the piece, until you pass it: make PASS, or PASS: NAME, the last line of your words, by itself. Without it a [Beat ...] asks you whether there is more; after ${beatsPerTurn} of them, or ${Math.round(((beatsPerTurn + 1) * interval) / 1000)} s, the piece moves on.`,
  `Nothing to say? ${orSilent} SILENT passes the piece too.`,
  'Until the close your other mail, links and timers wait. Do not write to the others with send_to_agent.',
]

const harvesterRules = [
  'You never hold the piece. Everything that is said comes to you by itself; at the close one prompt that begins with [Harvest: ...] asks you for the harvest.',
]

/** That it goes on from an earlier circle, and what of that one counts. */
function forkText({ forkedFrom }: Gathering, isPerson: boolean): readonly string[] {
  if (forkedFrom === null) return []
  const { topic, name, number, phase, round, begins } = forkedFrom
  const who = number === null ? quotable(name) : `${quotable(name)} (${number})`
  const under = isPerson ? 'follows' : 'comes under [From seat N, "NAME", in the earlier circle]:'
  const how = begins === 'there' ? 'it goes on from there' : 'it begins a new breath, with that as its past'
  return [
    `This circle was forked from an earlier one, "${quotable(topic)}", at ${who}, ${phase} ${round}: ${how}. What was said there until then ${under}. What came after it there does not belong to this circle, even if you remember it.`,
  ]
}

function passagesText(passages: readonly SeedPassage[]): readonly string[] {
  if (passages.length === 0) return []
  const lines = passages.map((one) => `- "${quotable(one.text)}" (${saidBy(one)}, ${one.day})`)
  return ['From earlier talks between you (quotes, may be out of date):', ...lines]
}

/** Whose words a passage has: those of the tab in which it stands, or of who wrote there; or from which circle it is. */
function saidBy(passage: SeedPassage): string {
  if (passage.from === 'circle') {
    const { speaker, topic } = passage
    const where = `the circle "${quotable(topic)}"`
    return speaker === null ? `the harvest of ${where}` : `${quotable(speaker)} in ${where}`
  }
  const { agent, agentName, author, authorName } = passage
  const isOwn = author.kind === 'agent' && author.id === agent
  return isOwn ? quotable(agentName) : `${quotable(authorName)} to ${quotable(agentName)}`
}

/** The piece comes to an agent. */
export function grantWords(step: Step, g: Gathering): PromptWords {
  const { piece } = g
  if (!piece) return { head: '', text: '' }
  const seat = mustSit(g, piece.number)
  const left = leftOf(g).filter(({ number }) => number !== piece.number)
  const to = left[0] ? `, or PASS: ${quotable(left[0].name)}` : ''
  const lines = [
    `You have the piece, ${called(seat)}. ${roundText(g)}: ${disciplines[g.phase]}.`,
    pulseText(step, g),
    // Who is no model needs no word of how the piece passes: their window does it.
    ...(seat.kind === 'human' ? [] : [howToPass(to)]),
  ]
  return { head: headers.piece(piece.id), text: lines.join('\n') }
}

const howToPass = (to: string): string =>
  `Speak to the circle, and end with the line PASS${to}: without it you keep the piece, and all wait. Nothing to say? ${orSilent}`

/** A beat of the holder's turn: it stopped, and did not pass. The last one asks for last words. */
export function beatWords(step: Step, g: Gathering, beat: number): PromptWords {
  const { piece, beatsPerTurn } = g
  if (!piece) return { head: '', text: '' }
  const beats = piece.beats === 0 ? beatsPerTurn : piece.beats
  const left = leftOf(g).filter(({ number }) => number !== piece.number)
  const wait =
    left.length === 0
      ? ', the last in this round'
      : `; ${left.map(called).join(', ')} ${left.length === 1 ? 'waits' : 'wait'}`
  if (mustSit(g, piece.number).kind === 'human') {
    const more = beat >= beats ? 'It moves on after these words.' : 'Is there more?'
    return {
      head: headers.beat(Math.min(beat, beats), beats, piece.id),
      text: `You still hold the piece${wait}. ${more}`,
    }
  }
  const text =
    beat >= beats
      ? `You still hold the piece${wait}. It moves on after this answer. Last words for the circle? Say them. None? ${orSilent}`
      : `You still hold the piece${wait}. Something more for the circle? Say it, and end with the line PASS. Nothing more? Answer with the one line PASS.`
  const outside = outsideText(step, g)
  const words = outside === '' ? text : `${outside}\n${text}`
  return { head: headers.beat(Math.min(beat, beats), beats, piece.id), text: words }
}

/** Who has not spoken yet in this round, but for the holder; for a refusal. */
export function whoIsLeft(g: Gathering): string {
  const left = leftOf(g).filter(({ number }) => number !== g.piece?.number)
  return left.length === 0 ? 'nobody: pass without a name' : left.map(called).join(', ')
}
