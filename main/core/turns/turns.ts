import { addUnread } from '../step/transcript.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Block, Outcome } from '../step/events.ts'
import { isSealed } from '../../contract/gatherings/gatherings.ts'
import { callIn, type Break, type TurnProvenance, type Frame, type Turn } from '../step/frames-and-turns.ts'
import { isNoted } from './frame-messages.ts'
import { endsAsking, firstLine, wordCount } from '../words/text.ts'
import { mayCross, turnProvenance, onlyChain, ownChain } from './provenance.ts'
import { sawCall, sawResult } from '../mail/awaits.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { isBroken } from '../step/broken-turn.ts'
import { mergedFrame, settleBroken } from './settle-broken.ts'
import { forgets } from './forgotten.ts'
import { blockEntry } from './block-entry.ts'
import { noteSubagent } from './subagents.ts'
import { settleRead } from './settle-messages.ts'
import { isSilent } from '../../contract/mail/last-line.ts'
import { interruptTurn, isHeldBack } from '../step/stopped.ts'
import { addUp } from '../budget/book.ts'
import { isUncalled } from '../budget/turn-cap.ts'
import { noTokens } from '../../contract/budget/budget.ts'
import type { NoteFact } from '../../contract/history/note-facts.ts'

/**
 * Opens the turn that a frame begins, or one that the process began by itself (`frame` null). A turn that is
 * open already and has no frame yet takes the frame: the process tells of both, in either order.
 */
export function beginTurn(step: Step, id: AgentId, frame: Frame | null): Turn {
  const state = step.get(id)
  const open = state.turn
  if (open && (frame === null || open.frame === frame.id)) return open
  const chain = frame ? turnProvenance(state, frame) : ownChain(state)
  const n = open?.n ?? state.agent.turnNumber + 1
  const turn: Turn = {
    id: open?.id ?? step.ids.next('trn'),
    agent: id,
    n,
    frame: frame?.id ?? null,
    ...chain,
    startedAt: open?.startedAt ?? step.now,
    endedAt: null,
    outcome: '',
    text: open?.text ?? '',
    costUsd: 0,
    tokens: noTokens,
    isPriced: true,
    seen: open?.seen ?? noTokens,
    saidAt: open?.saidAt ?? null,
    tools: open?.tools ?? 0,
  }
  step.turn(turn, true)
  step.agent(id, { turnNumber: n, depth: chain.depth, causes: chain.causes })
  step.announce('turn.began', { turn, isPrompted: frame !== null })
  // Begun by the process itself, or put before everything was stopped.
  const isOverCap = open === null && isUncalled(step, step.get(id))
  if (isOverCap || isHeldBack(step, step.get(id), turn)) interruptTurn(step, step.get(id))
  return turn
}

/** Words that are steered into a turn stand in its chain from then on: depth and causes, not whose turn it is. */
export function joinTurn(step: Step, turn: Turn, messages: readonly Message[]): Turn {
  const depth = Math.max(turn.depth, ...messages.map((message) => message.depth))
  const causes = [...new Set([...turn.causes, ...messages.map((message) => message.id)])]
  const joined = { ...turn, depth, causes }
  step.turn(joined, true)
  const words = messages.some(({ from }) => from.kind !== 'system')
  step.agent(turn.agent, { depth, causes, ...(words ? { beatsInRow: 0 } : {}) })
  return joined
}

/** Keeps one complete block of the stream as a transcript row. */
export function recordBlock(step: Step, id: AgentId, block: Block): void {
  const { agent, turn } = step.get(id)
  // Before its first answer a conversation may not be on the disk yet: only then it would be missed.
  if (!agent.conversed) step.agent(id, { conversed: true })
  noteSubagent(step, id, step.entry(id, blockEntry(step.get(id), block)))
  switch (block.kind) {
    case 'text':
      if (turn) step.turn({ ...turn, text: block.text, saidAt: step.now, streamed: '' }, true)
      // What the program prints for a command is none of the agent's words.
      if (!isSilent(block.text) && !isUnheard(step, turn) && !block.text.startsWith('~~~text\n'))
        step.agent(id, { lastLine: firstLine(block.text, 120) })
      return
    case 'thinking':
      return
    case 'tool':
      if (turn) step.turn({ ...turn, tools: turn.tools + 1 }, true)
      sawCall(step, id, block)
      return
    case 'result':
      sawResult(step, id, block)
  }
}

/** Words under seal, and a harvest that is still written, show in no tab list: what becomes of them does. */
function isUnheard(step: Step, turn: Turn | null): boolean {
  const call = callIn(turn?.promptedBy)
  const circle = call && step.gatherings.get(call.gathering)
  return circle ? call.kind === 'harvest' || isSealed(circle) : false
}

/** Words have come that no block has said yet: kept, so that they outlive what streams them. */
export function streamed(step: Step, { turn }: AgentState, text: string): void {
  if (!turn) return
  step.turn({ ...turn, streamed: text }, true)
  if ((turn.streamed ?? '') === '') step.announce('turn.speaking', { turn })
}

/** What was streaming does not go on: what had come of it stays. `whole`: the end of it that is known by now. */
function keepStreamed(step: Step, id: AgentId, whole: string): void {
  const text = step.get(id).turn?.streamed ?? ''
  if (text !== '' && !whole.startsWith(text)) recordBlock(step, id, { kind: 'text', text, half: true })
}

/** A final text that was found in the transcript: kept once, if the stream did not bring it already. */
export function finalText(step: Step, id: AgentId, text: string): void {
  keepStreamed(step, id, text)
  if (text !== '' && step.get(id).turn?.text !== text) recordBlock(step, id, { kind: 'text', text })
}

/** How a turn ended that nothing goes on with: one of the process's own. */
const died: Outcome = { kind: 'broken', why: 'other', detail: 'its process ended' }

/**
 * The one door through which every turn ends: told by its process, cut off with it, or found in the transcript
 * after a death. With a `broke` it goes on later as a new turn. Its frames and what it read are settled, waiting calls
 * end, the transcript says how it ended, and others hear of it.
 */
export function closeTurn(
  step: Step,
  id: AgentId,
  outcome: Outcome | null,
  broke: Break | null = null,
): void {
  if (outcome?.kind !== 'completed') keepStreamed(step, id, '')
  const { turn } = step.get(id)
  const isStopped = turn !== null && isHeldBack(step, step.get(id), turn)
  if (turn && outcome?.kind === 'completed') markUnread(step, turn, outcome.text)
  const answered = settleFrames(step, id, outcome, broke)
  step.set(id, {
    awaits: [],
    denied: [],
    sent: [],
    sends: [],
    interruptingMessage: null,
    haltedBy: null,
  })
  if (!turn) return
  // No process of it has been started since Janus was: that one ended with the Janus before.
  const isJanuss = step.get(id).run === 0
  const note = noteOf(outcome, broke, isStopped, isJanuss)
  if (note) step.note(id, note)
  addUp(step, turn)
  step.announce('turn.ending', { turn, outcome })
  if (outcome?.kind === 'completed')
    step.agent(id, { finalWords: isSilent(outcome.text) ? 0 : wordCount(outcome.text) })
  const text = outcome?.kind === 'completed' ? outcome.text : turn.text
  step.turn(
    { ...turn, endedAt: step.now, outcome: outcome?.kind ?? 'died', text, streamed: '', seen: noTokens },
    false,
  )
  if (outcome?.kind === 'completed') keepFinalText(step, turn, outcome.text)
  step.announce('turn.ended', { turn, outcome, broke, answered })
}

/** Words that the user may not have seen: at the row with which their turn ended. Those of a circle stand in its own view. */
function markUnread(step: Step, { agent: id, promptedBy }: Turn, text: string): void {
  if (promptedBy?.by === 'gathering' || text.trim() === '' || isSilent(text)) return
  addUnread(step, id)
}

/** The frames of a turn that ends, and what it read; answers who has an answer by that. */
function settleFrames(
  step: Step,
  id: AgentId,
  outcome: Outcome | null,
  broke: Break | null,
): readonly AgentId[] {
  const { turn, frames } = step.get(id)
  const its = frames.filter((frame) => frame.phase === 'started' && frame.how !== 'note')
  // What stands before a prompt of the conversation is there for good.
  for (const frame of frames)
    if (frame.how === 'note' && frame.phase === 'started' && !isNoted(step.get(id), frame))
      step.frame(frame, false)
  if (broke && its.length > 0) {
    breakOff(step, id, its, broke)
    return []
  }
  if (turn && outcome) settleBroken(step, id, turn, outcome)
  for (const frame of its) step.frame(frame, false)
  const read = turn ? readIn(step.get(id), turn) : []
  const ids = new Set([...its.flatMap((frame) => frame.messages), ...read])
  // What is to be taken up again has not come to its end.
  for (const frame of step.get(id).frames)
    if (frame.phase === 'unfinished') for (const message of frame.messages) ids.delete(message)
  return settleRead(step, id, ids, turn, outcome ?? died)
}

/** Its agent's newest word, if it was no housekeeping. */
function keepFinalText(step: Step, turn: Turn, text: string): void {
  if (!mayCross(turn) || text.trim() === '' || isSilent(text)) return
  const begun = [...text.slice(0, 1000)].slice(0, 500).join('')
  step.agent(turn.agent, { lastFinal: { text: begun, at: step.now, asks: endsAsking(text) } })
}

/** The frames of a turn that was broken off become one, about everything that the turn had read. */
function breakOff(step: Step, id: AgentId, its: readonly Frame[], broke: Break): void {
  const { turn } = step.get(id)
  const [first] = its
  if (!first) return
  const kept = its.find((frame) => frame.id === turn?.frame) ?? first
  for (const frame of its) if (frame !== kept) step.frame(frame, false)
  const read = turn ? readIn(step.get(id), turn) : []
  const messages = [...new Set([...kept.messages, ...its.flatMap((frame) => frame.messages), ...read])]
  const chain: TurnProvenance = turn ?? turnProvenance(step.get(id), { ...kept, messages })
  const forgotten = forgets(step.get(id), broke) ? ({ isForgotten: true } as const) : {}
  const frame = { ...kept, how: 'begin', messages, phase: 'unfinished', broke, ...forgotten } as const
  const earlier = broke.why === 'error' ? step.get(id).frames.filter(isBroken) : []
  for (const one of earlier) step.frame(one, false)
  const [oldest = frame, ...others] = [...earlier, { ...frame, chain: onlyChain(chain) }]
  step.frame(mergedFrame([oldest, ...others]), true)
}

/** What a turn has read so far. */
function readIn({ mailbox }: AgentState, { id }: Turn): readonly MessageId[] {
  return mailbox
    .filter((message) => message.state === 'read' && message.turn === id)
    .map((message) => message.id)
}

/** What the transcript says of how a turn ended; null where it ended well, or something else says it. */
function noteOf(
  outcome: Outcome | null,
  broke: Break | null,
  isStopped: boolean,
  isJanuss: boolean,
): NoteFact | null {
  if (broke?.why === 'cap') return { kind: 'capped' }
  // That nobody is signed in stops the agent, and is noted with that.
  if (broke?.why === 'login') return null
  if (broke?.why === 'interjected') return { kind: 'interjected', by: broke.by }
  if (!outcome) return isJanuss ? { kind: 'died', with: 'janus' } : { kind: 'died' }
  switch (outcome.kind) {
    case 'completed':
      return null
    case 'interrupted':
      return isStopped ? { kind: 'interrupted', by: 'everything' } : { kind: 'interrupted' }
    case 'cut':
      return { kind: 'cut' }
    case 'broken':
      return { kind: 'broken', detail: outcome.detail }
  }
}
