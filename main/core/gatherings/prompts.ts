import type { Passage } from '../../contract/model.ts'
import type { Gathering, Phase, Seat } from '../../contract/gatherings.ts'
import { quotable } from '../prompts.ts'
import type { AgentState, PromptWords } from '../state.ts'
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
  hold: 'answer what you heard; disagree with words, not with people',
  exhale: 'bring it together: what holds, what stays open, what comes next',
}

/** A phase begins; told to everybody. */
export function phaseText(g: Gathering): string {
  const rounds = roundsOf(g.structure, g.phase)
  const seal = isSealed(g) ? ' Words stay sealed until all have spoken in a round.' : ''
  return `${phaseTitles[g.phase]} begins, ${rounds === 1 ? 'one round' : `${rounds} rounds`}: ${disciplines[g.phase]}.${seal}`
}

/** Where the circle is: *Hold, round 1 of 2*. */
export function roundText({ phase, round, structure }: Gathering): string {
  return `${phaseTitles[phase]}, round ${round} of ${roundsOf(structure, phase)}`
}

const called = ({ name, number }: Seat): string => `${quotable(name)} (${number})`

/** What a member must know before the piece comes to it for the first time. */
export function seedText(g: Gathering, seat: Seat, now: string): string {
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
    `[Gathering: ${quotable(g.topic)}]`,
    `${self}${seat.role ? ` Your role: ${quotable(seat.role)}.` : ''}`,
    'Who sits in the circle, in the order of speaking:',
    ...map,
    `${quotable(g.harvester.name)} is the harvester: it listens to everything and speaks once, at the close.`,
    `The breath, in rounds: inhale ${inhale}, hold ${hold}, exhale ${exhale}. A turn has ${beatsText(g)}.${g.rhythm === null ? '' : ` Rhythm: ${quotable(g.rhythm)}.`}`,
    ...(g.opening === '' ? [] : [neutralise(g.opening)]),
    `The question in the circle: ${neutralise(g.question)}`,
    ...(isHarvester ? harvesterRules : seatRules),
    ...passagesText(g.passages),
    now,
  ].join('\n')
}

function beatsText({ beatsPerTurn, interval }: Gathering): string {
  const seconds = Math.round(interval / 1000)
  if (beatsPerTurn === 1) return `one beat after ${seconds} seconds, the last`
  return `up to ${beatsPerTurn} beats, ${seconds} seconds apart`
}

const seatRules = [
  'Only who holds the talking piece speaks. Theirs and the words of the others come to you by themselves, as "Name (number):"; take them in, answer nobody before the piece comes to you.',
  'When it comes, a prompt that begins with [Piece: ...] says so. Then just speak: what you say last in that turn goes to everybody. Thoughts and tool calls stay with you.',
  'You pass by the last line PASS, or PASS: NAME, by itself; or by calling pass_piece. Nothing to say? End your turn with the single word SILENT: that is as good as a speech.',
  'Until the close your other mail, links and timers wait. Do not write to the others with send_to_agent.',
]

const harvesterRules = [
  'You never hold the piece. Everything that is said comes to you by itself; at the close one prompt that begins with [Harvest: ...] asks you for the harvest.',
]

function passagesText(passages: readonly Passage[]): readonly string[] {
  if (passages.length === 0) return []
  const lines = passages.map((one) => `- "${quotable(one.text)}" (${saidBy(one)}, ${one.day}, row ${one.n})`)
  return ['What was said about it before:', ...lines]
}

/** Whose words a passage has: those of the tab in which it stands, or of who wrote there. */
function saidBy({ agent, agentName, author, authorName }: Passage): string {
  const isOwn = author.kind === 'agent' && author.id === agent
  return isOwn ? quotable(agentName) : `${quotable(authorName)} to ${quotable(agentName)}`
}

/** How many agents rest, work and wait, in a few words: the first pulse. */
export function systemPulse(agents: readonly AgentState[]): string {
  const open = agents.filter(({ agent }) => agent.closedAt === null)
  const working = open.filter(({ turn }) => turn !== null)
  const mail = open.reduce(
    (sum, { mailbox }) => sum + mailbox.filter((one) => one.state === 'queued').length,
    0,
  )
  const names = working.map(({ agent }) => quotable(agent.name)).slice(0, 5)
  return `Now: ${open.length} agents, ${working.length} at work${names.length > 0 ? ` (${names.join(', ')})` : ''}, ${mail} messages wait.`
}

/** The circle in a few words, at most 600 characters. */
export function pulseText(step: Step, g: Gathering, withRound = true): string {
  const { piece } = g
  const round = g.index.filter(({ phase, round: n }) => phase === g.phase && n === g.round)
  const spoken = round.map(({ name, number, kind, first, sealed }) =>
    first === ''
      ? `${quotable(name)} (${number}) ${kind === 'silent' ? 'kept silence' : 'passed'}`
      : sealed
        ? `${quotable(name)} (${number}, under seal)`
        : `${quotable(name)} (${number}): "${quotable(first)}"`,
  )
  const left = leftOf(g).filter(({ number }) => number !== piece?.number)
  const person = humanSeat(g)
  const mail = holderOf(step, g)?.mailbox ?? []
  const waiting = mail.filter((one) => one.state === 'queued' && one.spoken === null).length
  const parts = [
    withRound ? `${roundText(g)}.` : '',
    g.human?.hand && person ? `${called(person)} raises a hand.` : '',
    left.length > 0 ? `Still to speak: ${left.map(called).join(', ')}.` : 'You are the last in this round.',
    waiting > 0
      ? `${waiting === 1 ? '1 message waits' : `${waiting} messages wait`} for you until the close.`
      : '',
    timeLeft(step, g),
    spoken.length > 0 ? `Has spoken: ${spoken.join('; ')}.` : '',
  ]
  return shorten(parts.filter((part) => part !== '').join(' '), pulseLength)
}

function timeLeft(step: Step, { piece, interval }: Gathering): string {
  if (!piece || piece.clockFrom === null) return ''
  const left = Math.max(0, piece.clockFrom + (piece.beats + 1) * interval - step.now)
  return `${Math.ceil(left / 1000)} s left.`
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
    pulseText(step, g, false),
    `Speak to the circle. To pass the piece on, end with the line PASS${to}, or call pass_piece with turn_id "${piece.id}". Nothing to say? SILENT.`,
  ]
  return { head: `[Piece: turn ${piece.id}]`, text: lines.join('\n') }
}

/** A beat of the holder's turn; the last one asks for last words. */
export function beatWords(step: Step, g: Gathering, beat: number): PromptWords {
  const beats = g.piece?.beats ?? g.beatsPerTurn
  if (beat >= beats)
    return { head: '', text: `[Beat ${beats}/${beats}] Your turn is up. What would you like to say last?` }
  const text = `[Beat ${beat}/${beats}] Signals refresh: ${pulseText(step, g)} Is your thread still alive? Continue, pivot, or pass.`
  return { head: '', text }
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
    'Write the harvest as Markdown with the headings "## Decided", "## Open", "## Dissent", "## Next". Under each a list; each line rests on what was said and names it: "- text [utt-..., utt-...]". Leave a heading empty where there is nothing. Add nothing of your own.',
    'What should be filed you may propose as fenced blocks: info string "todo" with the task, or "doc PATH" with the whole content of a file. The person decides about each.',
    `The question was: ${neutralise(g.question)}`,
  ]
  return { head: `[Harvest: ${quotable(g.topic)}]`, text: lines.join('\n') }
}

/** Who has not spoken yet in this round, but for the holder; for a refusal. */
export function whoIsLeft(g: Gathering): string {
  const left = leftOf(g).filter(({ number }) => number !== g.piece?.number)
  return left.length === 0 ? 'nobody: pass without a name' : left.map(called).join(', ')
}
