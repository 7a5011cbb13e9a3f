import { utteranceLimit } from '../../contract/api/limits.ts'
import { isGuestSeat, type Gathering, type PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import { wakeAhead } from '../agents/sleep.ts'
import { tellMember } from './notify-members.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Facts } from '../step/facts.ts'
import { type Turn, callIn } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'
import { cutBytes } from '../words/text.ts'
import { nextSeat, seatOf } from './seats.ts'
import { harvested } from './harvest.ts'
import { hasAnswered } from './decisions.ts'
import { passOf, type Pass } from '../passing/passing.ts'
import { moveOn } from './piece.ts'
import { addRow } from './append-log.ts'
import { utter, type SpokenWords } from './speaking.ts'
import { beforeSilence } from '../../contract/mail/last-line.ts'

export function onTurnBegan(step: Step, { turn, isPrompted }: Facts['turn.began']): void {
  const call = callIn(turn.promptedBy)
  if (isPrompted && call) countTurn(step, call)
}

/** Also called for turns on other machines. */
export function countTurn(step: Step, call: PieceCall): void {
  const g = step.gatherings.get(call.gathering)
  if (g) step.gathering({ ...g, turns: g.turns + 1 })
}

/** The holder writes what may be its last text of this turn: wakes the next seat. */
export function onTurnSpeaking(step: Step, { turn }: Facts['turn.speaking']): void {
  const call = callIn(turn.promptedBy)
  const g = call && step.gatherings.get(call.gathering)
  if (!call || !g || !isCurrent(g, call)) return
  const agent = nextSeat(g)?.agent ?? null
  if (agent !== null) wakeAhead(step, agent)
}

/** A gathering's prompt was dropped unread: counts as a turn without text. */
export function onCallDropped(step: Step, { call }: Facts['call.dropped']): void {
  const g = step.gatherings.get(call.gathering)
  if (!g) return
  if (call.kind === 'harvest') return harvested(step, g, null)
  if (isCurrent(g, call) && (call.kind === 'final' || g.piece?.ending)) moveOn(step, g, null)
}

export function onTurnEnded(step: Step, { turn, outcome, broke }: Facts['turn.ended']): void {
  // It will resume.
  if (broke) return
  const call = callIn(turn.promptedBy)
  const found = call && step.gatherings.get(call.gathering)
  if (!call || !found || found.stage === 'closed') return
  const g = step.gathering(found)
  const completed = outcome?.kind === 'completed'
  // An answer that the gathering cut short counts as far as it is complete.
  const isCutShort = isCurrent(g, call) && g.piece !== null && g.piece.ending !== null
  const cut = !completed && (isCutShort || call.kind === 'harvest')
  const text = completed ? outcome.text : cut ? turn.text : ''
  if (call.kind === 'harvest') return harvested(step, g, text, completed)
  const pass = byLastLine(text, g)
  const spoken: SpokenWords = { ...wordsOf(step, turn, pass?.words ?? text), cut }
  if (!isCurrent(g, call)) return comment(step, g, call, spoken)
  // After a cut the piece is moved by whatever caused the cut.
  hear(step, g, call, spoken, cut ? null : pass)
}

interface SaidThere {
  readonly agent: AgentId
  readonly text: string
  readonly turnNumber: number | null
  readonly ms: number
}

/** Takes a remote seat's answer; nothing else of its turn is known here. */
export function onRemoteAnswer(step: Step, call: PieceCall, { text, ...said }: SaidThere): void {
  const g = step.gatherings.get(call.gathering)
  if (!g || g.stage === 'closed') return
  const pass = byLastLine(text, g, step.self)
  const words = cutWords(pass?.words ?? text, 'machine')
  const spoken: SpokenWords = { ...said, text: words, turn: null, costUsd: 0, tools: 0, cut: false }
  if (isCurrent(g, call)) hear(step, g, call, spoken, pass)
  else comment(step, g, call, spoken)
}

/** A pass by the last line. Text that ends in SILENT passes without that word; SILENT alone is silence. */
function byLastLine(text: string, { seats }: Gathering, machine: MachineName | null = null): Pass | null {
  const words = beforeSilence(text)
  if (words === null) return passOf(text, seats, machine)
  return passOf(words, seats, machine) ?? { to: null, words, isSilence: words === '' }
}

function isCurrent({ stage, piece }: Gathering, { pieceTurnId }: PieceCall): boolean {
  return stage === 'running' && piece?.id === pieceTurnId
}

function wordsOf(
  step: Step,
  { id, n, agent, startedAt, costUsd, tools }: Turn,
  text: string,
): Omit<SpokenWords, 'cut'> {
  const ms = step.now - startedAt
  return { text: cutWords(text, 'tab'), agent, turn: id, turnNumber: n, ms, costUsd, tools }
}

function cutWords(words: string, where: 'tab' | 'machine'): string {
  const { text, rest } = cutBytes(words.trim(), utteranceLimit)
  return rest > 0 ? `${text}\n\n(${rest} more characters stand in its own ${where})` : text
}

function hear(step: Step, g: Gathering, call: PieceCall, words: SpokenWords, byLine: Pass | null): void {
  const { piece } = g
  if (!piece) return
  const pass = piece.passing ?? byLine
  const as = byLine?.isSilence ? 'silence' : byLine === null ? 'speech' : 'pass'
  const after = utter(step, g, { ...words, beat: call.beat, as })
  // The host may have added a beat meanwhile.
  const isLast = call.kind === 'final' && call.beat >= piece.beats
  // A pass without a ballot doesn't end the turn: the ballot is asked for once more.
  const isDone = g.phase === 'decision' ? hasAnswered(after, piece.number) : pass !== null
  const over = isDone || piece.ending !== null || isLast
  if (!over || !after.piece) return
  const to = pass?.to ?? null
  // A held piece stays until the user lets go.
  if (piece.held && piece.ending === null)
    step.gathering({ ...after, piece: { ...after.piece, done: { to } } })
  else moveOn(step, after, to)
}

const cameLate =
  'Your words came after the piece had moved on: they stand as a comment, and nobody was given them.'

/** Logs an answer to an earlier turn as a comment; the piece doesn't move. */
function comment(step: Step, g: Gathering, { beat, pieceTurnId }: PieceCall, words: SpokenWords): void {
  const speaker = words.agent === null ? undefined : seatOf(g, words.agent)
  if (!speaker || words.text === '') return
  const { number, name } = speaker
  addRow(step, g, { ...words, kind: 'comment', number, name, beat, pieceTurnId })
  // Local seats see the comment; a remote user would think they had been heard.
  if (words.agent !== null && isGuestSeat(speaker) && !speaker.left)
    tellMember(step, g, words.agent, cameLate)
}
