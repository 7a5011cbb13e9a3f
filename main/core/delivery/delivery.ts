import type { Heartbeat } from '../../contract/heartbeats.ts'
import type { PieceCall } from '../../contract/gatherings.ts'
import type { OrderException, Message } from '../../contract/model.ts'
import { endProcess } from '../agents/processes.ts'
import { sleepWhenDue } from '../agents/sleep.ts'
import {
  callFor,
  isPlain,
  isStale,
  promptFor,
  promptWritten,
  standsStill,
} from '../gatherings/due-prompts.ts'
import { callIn, dropFrame } from '../gatherings/piece-frames.ts'
import { dueOf, fired } from '../heartbeats/heartbeats.ts'
import { attachedTo } from '../heartbeats/attachments.ts'
import { absorbCrossings } from '../links/crossings.ts'
import { foldedInto } from '../mail/awaits.ts'
import { headers } from '../headers.ts'
import { isCommand } from '../mail/mailbox.ts'
import { expire, isOwed } from '../mail/tickets.ts'
import {
  fromJanus,
  heartbeatText,
  noteText,
  ownWordsOf,
  peersText,
  personsText,
  underHead,
} from '../prompts.ts'
import type { AgentState, OwnPrompt, Entrance, Frame } from '../state.ts'
import { isBusy, isHalted, isLocating, isUnread } from '../status.ts'
import type { Step } from '../step.ts'
import { absorbedBatch, foldBatch, interjectBatch, nextBatch } from './batches.ts'
import { goes, heard } from '../stop.ts'
import { isAbsorbed, isComposing, queueOf } from './timing.ts'

/**
 * The one place that decides what an agent does next, asked after every step for every agent that the step
 * touched: wait, start its process, write one frame, sleep. Asking twice changes nothing.
 */
export function advance(step: Step, state: AgentState): void {
  if (state.agent.closedAt !== null || isLocating(state)) return
  if (state.process === 'ending' || state.process === 'starting') return
  if (state.restartAt !== null && step.now < state.restartAt) return
  if (isHalted(state)) return
  if (state.process === 'off') {
    if (hasWork(step, state) || (state.restartAt !== null && goes(step))) start(step, state)
  } else if (isBusy(state)) intrude(step, state)
  else if (state.needsRestart) endProcess(step, state.agent.id)
  else if (!begin(step, state)) sleepWhenDue(step, state)
}

/** Whether there is something to begin a turn with. */
function hasWork(step: Step, state: AgentState): boolean {
  return (
    brokenOff(step, state) !== undefined ||
    nextBatch(heard(state, step.limits), step.now, step.limits).length > 0 ||
    beatOf(step, state, 'anchor') !== undefined ||
    beatOf(step, state, 'other') !== undefined ||
    asked(step, state) !== null ||
    toRemind(step, state) !== undefined
  )
}

/**
 * Begins a turn: with what was broken off; with the person's words, or what their hand sent ahead; with what the circle
 * asks of one who sits in it; with the anchor, which wins over all peers; with mail; with another timer; with a question that was left unanswered.
 */
function begin(step: Step, state: AgentState): boolean {
  const broken = brokenOff(step, state)
  if (broken && isStale(step, broken)) {
    dropFrame(step, broken)
    // A question that it had kept open may be too old by now.
    expire(step, state.agent.id)
    return begin(step, step.get(state.agent.id))
  }
  if (broken) return takeUp(step, state, broken)
  const batch = nextBatch(heard(state, step.limits), step.now, step.limits)
  const [first] = batch
  const isPersons = first !== undefined && (first.now || first.from.kind === 'human')
  const call = isPersons ? null : asked(step, state)
  if (call) return putPrompt(step, state, promptFor(step, call))
  const anchor = isPersons ? undefined : beatOf(step, state, 'anchor')
  if (anchor) return fire(step, state, anchor)
  if (batch.length > 0) return writeMail(step, state, batch)
  const beat = beatOf(step, state, 'other')
  if (beat) return fire(step, state, beat)
  const ticket = toRemind(step, state)
  return ticket !== undefined && remind(step, state, ticket)
}

/** The turn that was broken off last, and may go on. */
function brokenOff(step: Step, { frames }: AgentState): Frame | undefined {
  if (!goes(step)) return undefined
  return [...frames].reverse().find((frame) => {
    const { phase, broke } = frame
    if (phase !== 'unfinished' || standsStill(step, frame)) return false
    return broke?.why !== 'error' || (broke.retryAt !== null && broke.retryAt <= step.now)
  })
}

/** A timer that has fallen due; while the person writes in the tab it waits. */
function beatOf(step: Step, state: AgentState, which: 'anchor' | 'other'): Heartbeat | undefined {
  return isComposing(state, step.now) ? undefined : dueOf(step, state, which)
}

/** What its gathering asks; while the person writes in the tab it waits. */
function asked(step: Step, state: AgentState): PieceCall | null {
  return isComposing(state, step.now) || !goes(step) ? null : callFor(step, state)
}

/** A ticket that was read in a turn that is over, and is to be put once more. */
function toRemind(step: Step, state: AgentState): Message | undefined {
  if (isComposing(state, step.now) || state.gatheringId !== null || !goes(step)) return undefined
  return state.mailbox.find(
    (message) =>
      message.state === 'read' &&
      isOwed(message) &&
      !message.reminded &&
      !state.frames.some((frame) => frame.messages.includes(message.id)),
  )
}

/** While a turn runs: what may come into it, if nothing else is on its way. */
function intrude(step: Step, state: AgentState): void {
  if (state.turn === null || state.frames.some(isUnread) || state.process !== 'on') return
  const seen = heard(state, step.limits)
  const urgent = interjectBatch(seen, step.now, step.limits)
  if (urgent.length > 0) {
    step.set(state.agent.id, { interjectedAt: step.now })
    return put(step, state, 'interject', urgent)
  }
  const batch = foldBatch(seen, step.now, step.limits)
  if (batch.length > 0) put(step, state, 'fold', batch)
}

function put(step: Step, state: AgentState, how: 'fold' | 'interject', batch: readonly Message[]): void {
  writeBatch(step, state, how, batch, textOf(batch))
  foldedInto(step, state.agent.id)
}

function start(step: Step, state: AgentState): void {
  const { agent } = state
  const run = state.run + 1
  step.set(agent.id, { run, process: 'starting', restartAt: null, background: 0 })
  const { cwd, conversation, conversed, model, permissionMode, name, role, allowed } = agent
  const launch = { cwd, conversation, conversed, model, permissionMode, name, role, allowed }
  step.emit({ do: 'agent.start', agent: agent.id, run, launch })
}

/**
 * Writes a prompt of mail. Absorbed mail goes before peers' words with them, before the person's as a note, or, where
 * the process takes none, in one prompt with theirs.
 */
function writeMail(step: Step, state: AgentState, batch: readonly Message[]): true {
  const { put: absorbed, named } = absorbedBatch(state)
  const [first] = batch
  const human = first?.from.kind === 'human'
  const before = [...named, ...absorbed]
  if (human && before.length > 0 && !isCommand(first))
    if (state.abilities.notes) writeBatch(step, state, 'note', before, noteText(absorbed, named))
    else {
      const text = `${peersText(absorbed, named)}\n\n${personsText(first)}`
      writeBatch(step, state, 'begin', [...before, first], text)
    }
  else if (human)
    writeBatch(
      step,
      state,
      'begin',
      batch,
      isNoted(state) && !isCommand(first) ? personsText(first) : first.body,
    )
  else writeBatch(step, state, 'begin', [...before, ...batch], peersText([...absorbed, ...batch], named))
  return true
}

/** Whether notes stand before what comes next: a model gets both as one turn of its user's. */
function isNoted({ frames }: AgentState): boolean {
  return frames.some(({ how }) => how === 'note')
}

/** The person's own words go in as they typed them. */
function textOf(batch: readonly Message[]): string {
  return batch[0]?.from.kind === 'human' ? batch[0].body : peersText(batch)
}

function writeBatch(
  step: Step,
  state: AgentState,
  how: Entrance,
  batch: readonly Message[],
  text: string,
): void {
  markWritten(step, state, batch)
  write(step, state, { ...plain, kind: 'mail', how, messages: batch.map((message) => message.id) }, text)
}

/** A frame about which nothing has happened before. */
const plain = { broke: null, chain: null, prompt: null, tries: 0 } as const

/** Puts a timer's words, alone; absorbed mail goes before them. */
function fire(step: Step, state: AgentState, heartbeat: Heartbeat): true {
  const { agent } = state
  if (heartbeat.intent === 'anchor') absorbCrossings(step, state.mailbox)
  const text = heartbeatText(heartbeat, attachedTo(step, heartbeat))
  const { id, intent, note, about, depth, set, dueAt } = heartbeat
  const { mailbox } = step.get(agent.id)
  putPrompt(step, step.get(agent.id), {
    ...{ by: 'heartbeat', id, intent, note, about, depth, set, dueAt },
    ...{ head: headers.heartbeat(intent, id), text },
  })
  const written = step.get(agent.id).frames.at(-1)?.messages ?? []
  fired(
    step,
    heartbeat,
    mailbox.some((one) => one.from.kind === 'agent' && written.includes(one.id)),
  )
  return true
}

/**
 * Puts what a timer or a circle asks; what was absorbed goes before it. Of a circle's words nothing is left out: what is
 * too much for one frame, or what must not stand beside a plain prompt, goes as notes that begin no turn. Where the
 * process takes no notes, all of it stands in one prompt.
 */
function putPrompt(step: Step, state: AgentState, prompt: OwnPrompt): true {
  const { put: absorbed, named, more } = absorbedBatch(state)
  const before = [...named, ...absorbed]
  const takesNotes = state.abilities.notes
  const call = callIn(prompt)
  const plainly = call !== null && isPlain(step, call) && (takesNotes || before.length === 0)
  if (takesNotes && (more || (plainly && before.length > 0))) {
    writeBatch(step, state, 'note', before, noteText(absorbed, named))
    return true
  }
  markWritten(step, state, before)
  const asks = underHead(prompt)
  const text = before.length > 0 ? `${peersText(absorbed, named)}\n\n${asks}` : asks
  const messages = before.map((message) => message.id)
  write(step, state, { ...plain, kind: 'prompt', how: 'begin', messages, prompt }, text, plainly)
  if (call) promptWritten(step, call)
  return true
}

function markWritten(step: Step, state: AgentState, batch: readonly Message[]): void {
  const left = queueOf(state.mailbox).filter((message) => !batch.includes(message))
  for (const message of batch) {
    const ahead = aheadOf(message, left)
    step.message(
      { ...message, state: 'written', stateAt: step.now, reason: null, inInput: false, ahead },
      true,
    )
  }
}

/** Why a message goes before one that was accepted earlier, if it does. */
function aheadOf(message: Message, left: readonly Message[]): OrderException | null {
  if (isAbsorbed(message) || !left.some((other) => other.seq < message.seq)) return null
  return message.now || message.card?.later || message.from.kind === 'human' ? 'hand' : 'priority'
}

/** Goes on with a turn that was broken off, about all that it had read. */
function takeUp(step: Step, state: AgentState, broken: Frame): true {
  step.frame(broken, false)
  // Never read: it is put as if it had not been before.
  if (broken.prompt && broken.chain === null) return putPrompt(step, state, broken.prompt)
  const { why } = broken.broke ?? {}
  const kind = why === 'interjected' || why === 'stopped' ? 'resume' : 'nudge'
  const tries = broken.broke?.why === 'error' ? broken.tries + 1 : broken.tries
  const { messages, broke, chain } = broken
  const frame = { ...plain, kind, how: 'begin', messages, broke, chain, tries } as const
  write(step, state, frame, fromJanus(ownWordsOf(state, { ...broken, kind })))
  return true
}

function remind(step: Step, state: AgentState, ticket: Message): true {
  const frame = { ...plain, kind: 'reminder', how: 'begin', messages: [ticket.id] } as const
  write(step, state, frame, fromJanus(ownWordsOf(state, frame)))
  return true
}

/** The only place in Janus where something is written to an agent. */
function write(
  step: Step,
  state: AgentState,
  frame: Omit<Frame, 'id' | 'agent' | 'phase' | 'writtenAt'>,
  text: string,
  plainly = false,
): void {
  const id = step.ids.uuid()
  const agent = state.agent.id
  const [first] = frame.kind === 'mail' ? frame.messages : []
  const human =
    plainly ||
    (frame.how !== 'note' && state.mailbox.some((one) => one.id === first && one.from.kind === 'human'))
  step.frame({ ...frame, id, agent, phase: 'written', writtenAt: step.now }, true)
  step.emit({ do: 'agent.write', agent, run: state.run, frame: id, text, human, how: frame.how })
}
