import { addUnread } from '../step/transcript.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Block, Outcome } from '../step/events.ts'
import { isSealed } from '../../contract/gatherings/gatherings.ts'
import { callIn, type Break, type TurnProvenance, type Frame, type Turn } from '../step/frames-and-turns.ts'
import { isNoted } from './frame-messages.ts'
import { endsAsking, firstLine, wordCount } from '../words/text.ts'
import { mayCross, turnProvenance, provenanceOf, provenanceOfOwnTurn } from './provenance.ts'
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
import { interruptTurn, mustNotRun } from '../step/stopped.ts'
import { addUp } from '../budget/book.ts'
import { isUncalled } from '../budget/turn-cap.ts'
import { noTokens } from '../../contract/budget/budget.ts'
import type { NoteFact } from '../../contract/history/note-facts.ts'

/**
 * Opens the turn that a frame begins, or (`frame` null) that the process began itself. An open turn without a
 * frame takes it: the process reports both, in either order.
 */
export function beginTurn(step: Step, id: AgentId, frame: Frame | null): Turn {
  const state = step.get(id)
  const open = state.turn
  if (open && (frame === null || open.frame === frame.id)) return open
  const chain = frame ? turnProvenance(state, frame) : provenanceOfOwnTurn(state)
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
  // Begun by the process itself over its cap, or prompted before *Stop all*.
  const isOverCap = open === null && isUncalled(step, step.get(id))
  if (isOverCap || mustNotRun(step, step.get(id), turn)) interruptTurn(step, step.get(id))
  return turn
}

/** Steered messages join a turn's depth and causes, but don't change whose turn it is. */
export function joinTurn(step: Step, turn: Turn, messages: readonly Message[]): Turn {
  const depth = Math.max(turn.depth, ...messages.map((message) => message.depth))
  const causes = [...new Set([...turn.causes, ...messages.map((message) => message.id)])]
  const joined = { ...turn, depth, causes }
  step.turn(joined, true)
  const words = messages.some(({ from }) => from.kind !== 'system')
  step.agent(turn.agent, { depth, causes, ...(words ? { beatsInRow: 0 } : {}) })
  return joined
}

export function recordBlock(step: Step, id: AgentId, block: Block): void {
  const { agent, turn } = step.get(id)
  // Before its first answer a conversation may not be on disk yet; then it isn't missed.
  if (!agent.conversed) step.agent(id, { conversed: true })
  noteSubagent(step, id, step.entry(id, blockEntry(step.get(id), block)))
  switch (block.kind) {
    case 'text':
      if (turn) step.turn({ ...turn, text: block.text, saidAt: step.now, streamed: '' }, true)
      // The output of a slash command isn't the agent's text.
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

/** Sealed text and an unfinished harvest don't show in the tab list. */
function isUnheard(step: Step, turn: Turn | null): boolean {
  const call = callIn(turn?.promptedBy)
  const circle = call && step.gatherings.get(call.gathering)
  return circle ? call.kind === 'harvest' || isSealed(circle) : false
}

/** Saves streamed text, so that it survives a crash of the process. */
export function streamed(step: Step, { turn }: AgentState, text: string): void {
  if (!turn) return
  step.turn({ ...turn, streamed: text }, true)
  if ((turn.streamed ?? '') === '') step.announce('turn.speaking', { turn })
}

/** Stores unfinished streamed text as a half block, unless `whole`, the known final text, begins with it. */
function keepStreamed(step: Step, id: AgentId, whole: string): void {
  const text = step.get(id).turn?.streamed ?? ''
  if (text !== '' && !whole.startsWith(text)) recordBlock(step, id, { kind: 'text', text, half: true })
}

/** A final text found in the transcript is stored unless the stream brought it already. */
export function finalText(step: Step, id: AgentId, text: string): void {
  keepStreamed(step, id, text)
  if (text !== '' && step.get(id).turn?.text !== text) recordBlock(step, id, { kind: 'text', text })
}

/** The end of a turn that can't be resumed: one that the process began itself. */
const died: Outcome = { kind: 'broken', why: 'other', detail: 'its process ended' }

/**
 * The only way a turn ends: reported by its process, lost with it, or found in the transcript after a crash.
 * With `broke` it resumes later as a new turn. Settles its frames and messages, ends waiting calls, notes in
 * the transcript how it ended, and announces it.
 */
export function closeTurn(
  step: Step,
  id: AgentId,
  outcome: Outcome | null,
  broke: Break | null = null,
): void {
  if (outcome?.kind !== 'completed') keepStreamed(step, id, '')
  const { turn } = step.get(id)
  const isStopped = turn !== null && mustNotRun(step, step.get(id), turn)
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
  // No process has run since Janus started: this turn ended with the previous Janus.
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

/** Marks the turn's last row unread. A gathering has its own view, so its text isn't marked. */
function markUnread(step: Step, { agent: id, promptedBy }: Turn, text: string): void {
  if (promptedBy?.by === 'gathering' || text.trim() === '' || isSilent(text)) return
  addUnread(step, id)
}

function settleFrames(
  step: Step,
  id: AgentId,
  outcome: Outcome | null,
  broke: Break | null,
): readonly AgentId[] {
  const { turn, frames } = step.get(id)
  const its = frames.filter((frame) => frame.phase === 'started' && frame.how !== 'note')
  // A note that a prompt has followed is permanently in the conversation.
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
  // What is to be resumed isn't over.
  for (const frame of step.get(id).frames)
    if (frame.phase === 'unfinished') for (const message of frame.messages) ids.delete(message)
  return settleRead(step, id, ids, turn, outcome ?? died)
}

/** Remembers the newest final text, except of housekeeping. */
function keepFinalText(step: Step, turn: Turn, text: string): void {
  if (!mayCross(turn) || text.trim() === '' || isSilent(text)) return
  const begun = [...text.slice(0, 1000)].slice(0, 500).join('')
  step.agent(turn.agent, { lastFinal: { text: begun, at: step.now, asks: endsAsking(text) } })
}

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
  const [oldest = frame, ...others] = [...earlier, { ...frame, chain: provenanceOf(chain) }]
  step.frame(mergedFrame([oldest, ...others]), true)
}

function readIn({ mailbox }: AgentState, { id }: Turn): readonly MessageId[] {
  return mailbox
    .filter((message) => message.state === 'read' && message.turn === id)
    .map((message) => message.id)
}

function noteOf(
  outcome: Outcome | null,
  broke: Break | null,
  isStopped: boolean,
  isJanuss: boolean,
): NoteFact | null {
  if (broke?.why === 'cap') return { kind: 'capped' }
  // A missing sign-in stops the agent and is noted there.
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
