import type { Passage } from '../../contract/model.ts'
import type { Gathering, Phase, Seat } from '../../contract/gatherings.ts'
import { headers } from '../headers.ts'
import { quotable } from '../prompts.ts'
import { orSilent } from '../../contract/last-line.ts'
import type { PromptWords } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'
import { neutralise, shorten } from '../text.ts'
import { holderOf, humanSeat, isSealed, leftOf, mustSit, roundsOf } from './seats.ts'

/** Most characters of a pulse. */
export const pulseLength = 600

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

const called = ({ name, number }: Seat): string => `${quotable(name)} (${number})`

/** What a member must know before the piece comes to it for the first time. */
export function seedText(g: Gathering, seat: Seat, again: boolean): string {
  const isHarvester = seat.number === 0
  const self = isHarvester
    ? `You are **${quotable(seat.name)}**, the harvester of this gathering.`
    : `You are **${quotable(seat.name)}** (${seat.number}) in this gathering.`
  const map = g.seats.map(
    (one) =>
      `- ${called(one)}${one.kind === 'human' ? ', the person' : ''}${one.role ? `: ${quotable(one.role)}` : ''}`,
  )
  const [inhale, hold, exhale] = g.structure
  return [
    headers.gathering(quotable(g.topic)),
    `${self}${seat.role ? ` Your role: ${quotable(seat.role)}.` : ''}`,
    'Who sits in the circle, in the order of speaking:',
    ...map,
    `${quotable(g.harvester.name)} is the harvester: it listens to everything and speaks once, at the close.`,
    `Three phases: inhale (each alone), hold (you answer one another), exhale (you conclude); rounds ${inhale}, ${hold}, ${exhale}.${g.rhythm === null ? '' : ` Rhythm: ${quotable(g.rhythm)}.`}`,
    ...(g.opening === '' ? [] : [neutralise(g.opening)]),
    `The question in the circle: ${neutralise(g.question)}`,
    ...(isHarvester ? harvesterRules : seatRules(g)),
    ...forkText(g),
    ...passagesText(g.passages),
    ...(again ? ['You were told this before; it still holds.'] : []),
  ].join('\n')
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
function forkText({ forkedFrom }: Gathering): readonly string[] {
  if (forkedFrom === null) return []
  const { topic, name, number, phase, round, begins } = forkedFrom
  const who = number === null ? quotable(name) : `${quotable(name)} (${number})`
  const how = begins === 'there' ? 'it goes on from there' : 'it begins a new breath, with that as its past'
  return [
    `This circle was forked from an earlier one, "${quotable(topic)}", at ${who}, ${phase} ${round}: ${how}. What was said there until then comes under [From seat N, "NAME", in the earlier circle]:. What came after it there does not belong to this circle, even if you remember it.`,
  ]
}

function passagesText(passages: readonly Passage[]): readonly string[] {
  if (passages.length === 0) return []
  const lines = passages.map((one) => `- "${quotable(one.text)}" (${saidBy(one)}, ${one.day})`)
  return ['From earlier talks between you (quotes, may be out of date):', ...lines]
}

/** Whose words a passage has: those of the tab in which it stands, or of who wrote there. */
function saidBy({ agent, agentName, author, authorName }: Passage): string {
  const isOwn = author.kind === 'agent' && author.id === agent
  return isOwn ? quotable(agentName) : `${quotable(authorName)} to ${quotable(agentName)}`
}

/** Who has spoken, who is still to speak, what waits: at most 600 characters. */
function pulseText(step: Step, g: Gathering): string {
  const { piece } = g
  const round = g.index.filter(
    ({ phase, round: n, earlier }) => !earlier && phase === g.phase && n === g.round,
  )
  const spoken = round.map(({ name, number, kind, first, sealed }) => {
    const manner =
      first !== '' ? (sealed ? ', under seal' : '') : kind === 'silent' ? ', in silence' : ', passed'
    return `${quotable(name)} (${number}${manner})`
  })
  const left = leftOf(g).filter(({ number }) => number !== piece?.number)
  const person = humanSeat(g)
  const mail = holderOf(step, g)?.mailbox ?? []
  const waiting = mail.filter((one) => one.state === 'queued' && one.spoken === null).length
  const parts = [
    g.human?.hand && person ? `${called(person)} raises a hand.` : '',
    left.length > 0 ? `Still to speak: ${left.map(called).join(', ')}.` : 'You are the last in this round.',
    waiting > 0
      ? `${waiting === 1 ? '1 message waits' : `${waiting} messages wait`} for you until the close.`
      : '',
    spoken.length > 0 ? `Has spoken: ${[...new Set(spoken)].join(', ')}.` : '',
  ]
  return shorten(parts.filter((part) => part !== '').join(' '), pulseLength)
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
    `Speak to the circle, and end with the line PASS${to}: without it you keep the piece, and all wait. Nothing to say? ${orSilent}`,
  ]
  return { head: headers.piece(piece.id), text: lines.join('\n') }
}

/** A beat of the holder's turn: it stopped, and did not pass. The last one asks for last words. */
export function beatWords(g: Gathering, beat: number): PromptWords {
  const { piece, beatsPerTurn } = g
  if (!piece) return { head: '', text: '' }
  const beats = piece.beats === 0 ? beatsPerTurn : piece.beats
  const left = leftOf(g).filter(({ number }) => number !== piece.number)
  const wait =
    left.length === 0
      ? ', the last in this round'
      : `; ${left.map(called).join(', ')} ${left.length === 1 ? 'waits' : 'wait'}`
  const text =
    beat >= beats
      ? `You still hold the piece${wait}. It moves on after this answer. Last words for the circle? Say them. None? ${orSilent}`
      : `You still hold the piece${wait}. Something more for the circle? Say it, and end with the line PASS. Nothing more? Answer with the one line PASS.`
  return { head: headers.beat(Math.min(beat, beats), beats, piece.id), text }
}

/** The close: everything that was said, by its id, and how the harvest is to look. */
export function harvestWords(g: Gathering): PromptWords {
  const list = g.index
    .filter(({ first }) => first !== '')
    .map(
      ({ id, name, number, phase, round, first }) =>
        `- ${id} ${quotable(name)} (${number}), ${phase} ${round}: "${quotable(first)}"`,
    )
  const lines = [
    'The circle has closed. What you heard, by its id:',
    ...list,
    'Answer with the harvest as text, and write no file. It is Markdown with the headings "## Decided", "## Open", "## Dissent", "## Next". Under each a list; each line rests on what was said and names it: "- text [utt-..., utt-...]". Leave a heading empty where there is nothing. Add nothing of your own.',
    'Decided is what all agreed on who spoke to it; name there who kept silence. What the circle only leans to, or the person is to decide, is Open.',
    'After the last heading you may propose, for what stands under Next, what is to be filed: fenced blocks with the info string "todo" and the task, or "doc PATH" (below the folder of the gathering) and the whole content of a file. The person decides about each.',
    `The question was: ${neutralise(g.question)}`,
  ]
  return { head: headers.harvest(quotable(g.topic)), text: lines.join('\n') }
}

/** Who has not spoken yet in this round, but for the holder; for a refusal. */
export function whoIsLeft(g: Gathering): string {
  const left = leftOf(g).filter(({ number }) => number !== g.piece?.number)
  return left.length === 0 ? 'nobody: pass without a name' : left.map(called).join(', ')
}
