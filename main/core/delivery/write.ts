import { pick } from '../../contract/api/pick.ts'
import { isPeers } from '../../contract/mail/authors.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Message, OrderException } from '../../contract/mail/messages.ts'
import { isPlain, promptWritten } from '../gatherings/due-prompts.ts'
import { callIn, type Entrance, type Frame, type OwnPrompt } from '../step/frames-and-turns.ts'
import { eventWords, type TriggerEvent } from '../../contract/timers/triggers.ts'
import { fired, isAgent } from '../heartbeats/heartbeats.ts'
import { askWhatHolds } from '../heartbeats/stale-intents.ts'
import { unreadIn } from '../heartbeats/unread.ts'
import { claimedLines } from '../tasks/claims.ts'
import { capBefore } from '../budget/caps.ts'
import { attachedText } from '../words/attached-text.ts'
import { headers } from '../words/headers.ts'
import { absorbCrossings } from '../links/crossings.ts'
import { endAwaitsOnSteer } from '../mail/awaits.ts'
import { isCommand } from '../mail/mailbox.ts'
import type { PictureRef } from '../step/effects.ts'
import {
  fromJanus,
  heartbeatText,
  quotable,
  noteText,
  onceMore,
  ownWordsOf,
  peersText,
  usersText,
  underHead,
} from '../words/prompts.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { absorbedBatch } from './batches.ts'
import { isNoted, openMessagesOf } from '../turns/frame-messages.ts'
import { picturesOf } from './pictures.ts'
import { isUnread } from '../step/status.ts'
import { isAbsorbed, queueOf } from '../mail/queue.ts'
import { timeSpanWords } from '../../contract/words/times.ts'
import { findOpen } from '../step/mail-for.ts'
import { firstLine, neutralise } from '../words/text.ts'
import { mayLookAt, ticketsOf } from '../links/looking.ts'

export function writeIntoTurn(
  step: Step,
  state: AgentState,
  how: 'steer' | 'interject',
  batch: readonly Message[],
): void {
  writeBatch(step, state, how, batch, textOf(batch))
  endAwaitsOnSteer(step, state.agent.id)
}

/**
 * Writes a prompt of mail. Absorbed mail goes before peers' messages in the same prompt; before the user's as
 * a note or, if the process takes no notes, in the same prompt.
 */
export function writeMail(step: Step, known: AgentState, batch: readonly Message[]): true {
  const [first] = batch
  if (first) askWhatHolds(step, known.agent.id, first)
  const state = step.get(known.agent.id)
  const { put: absorbed, named } = absorbedBatch(state)
  const isUsers = first?.from.kind === 'user'
  const before = [...named, ...absorbed]
  if (isUsers && before.length > 0 && !isCommand(first))
    if (state.abilities.notes) writeBatch(step, state, 'note', before, noteText(absorbed, named))
    else {
      const text = `${peersText(absorbed, named)}\n\n${usersText(first)}`
      writeBatch(step, state, 'begin', [...before, first], text)
    }
  else if (isUsers)
    writeBatch(
      step,
      state,
      'begin',
      batch,
      standsBehindNotes(state) && !isCommand(first) ? usersText(first) : attachedText(first),
    )
  else writeBatch(step, state, 'begin', [...before, ...batch], peersText([...absorbed, ...batch], named))
  return true
}

/** Whether notes precede the next prompt: a model gets both as one turn of its user. */
function standsBehindNotes(state: AgentState): boolean {
  return state.frames.some((frame) => frame.how === 'note' && (isUnread(frame) || isNoted(state, frame)))
}

/** The user's text goes in as typed. */
function textOf(batch: readonly Message[]): string {
  return batch[0]?.from.kind === 'user' ? attachedText(batch[0]) : peersText(batch)
}

function writeBatch(
  step: Step,
  state: AgentState,
  how: Entrance,
  batch: readonly Message[],
  text: string,
): void {
  markWritten(step, state, batch)
  const frame = { ...plain, kind: 'mail', how, messages: batch.map((message) => message.id) } as const
  write(step, state, frame, { text, pictures: picturesOf(state, batch) })
}

const plain = { broke: null, chain: null, prompt: null, tries: 0 } as const

export function fire(step: Step, state: AgentState, heartbeat: Heartbeat): true {
  const { agent } = state
  if (heartbeat.intent === 'anchor') absorbCrossings(step, state.mailbox)
  const text = heartbeatText(heartbeat, attachedTo(step, heartbeat))
  const { mailbox } = step.get(agent.id)
  putPrompt(step, step.get(agent.id), {
    by: 'heartbeat',
    ...pick(heartbeat, ['id', 'intent', 'note', 'about', 'depth', 'set', 'schedule', 'dueAt', 'every']),
    ...pick(heartbeat, ['costUsd', 'trigger']),
    fired: heartbeat.fired + 1,
    head: headers.heartbeat(heartbeat.intent, heartbeat.id),
    text,
  })
  const written = step.get(agent.id).frames.at(-1)?.messages ?? []
  fired(
    step,
    heartbeat,
    mailbox.some((one) => isPeers(one.from) && written.includes(one.id)),
  )
  return true
}

/**
 * Writes the prompt of a timer or a gathering, after absorbed mail. A gathering's messages are complete: what
 * exceeds one frame, or must not be in a plain prompt, goes in as notes. If the process takes no notes,
 * everything is in one prompt.
 */
export function putPrompt(step: Step, state: AgentState, prompt: OwnPrompt): true {
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
  const frame = { ...plain, kind: 'prompt', how: 'begin', messages, prompt } as const
  write(step, state, frame, { text, pictures: picturesOf(state, before), plainly })
  if (call) promptWritten(step, call)
  return true
}

function markWritten(step: Step, state: AgentState, batch: readonly Message[]): void {
  // Mail that waits for its link's cap isn't overtaken.
  const left = queueOf(state.mailbox).filter(
    (message) => !batch.includes(message) && capBefore(step, state, message) !== 'link',
  )
  for (const message of batch) {
    const ahead = aheadOf(message, left)
    step.message(
      { ...message, state: 'written', stateAt: step.now, reason: null, inInput: false, ahead },
      true,
    )
  }
}

function aheadOf(message: Message, left: readonly Message[]): OrderException | null {
  if (isAbsorbed(message) || !left.some((other) => other.seq < message.seq)) return null
  return message.now || message.card?.later || message.from.kind === 'user' ? 'hand' : 'priority'
}

export function resumeTurn(step: Step, state: AgentState, broken: Frame): true {
  step.frame(broken, false)
  // Never read: written as if for the first time.
  if (broken.prompt && broken.chain === null) {
    if (unreadIn(broken)?.intent === 'anchor') absorbCrossings(step, state.mailbox)
    return putPrompt(step, step.get(state.agent.id), broken.prompt)
  }
  const { why } = broken.broke ?? {}
  const kind = why === 'interjected' || why === 'stopped' || why === 'cap' ? 'resume' : 'nudge'
  const tries = broken.broke?.why === 'error' ? broken.tries + 1 : broken.tries
  const { messages, broke, chain, failure } = broken
  const isEarlier = failure !== undefined && failure.turn < state.agent.turnNumber
  const frame: Written = {
    ...plain,
    kind,
    how: 'begin',
    messages,
    broke,
    chain,
    tries,
    ...(failure ? { failure: isEarlier ? { ...failure, isEarlier: true } : failure } : {}),
    ...(broken.isSeveral ? { isSeveral: true } : {}),
  }
  const own = ownWordsOf(state, frame)
  const lost = broken.isForgotten ? openMessagesOf(state, broken) : null
  const text = lost ? onceMore(own, lost, broken.prompt) : fromJanus(own)
  write(step, state, frame, { text, pictures: picturesOf(state, lost ?? []) })
  return true
}

export function remind(step: Step, state: AgentState, ticket: Message): true {
  const frame = { ...plain, kind: 'reminder', how: 'begin', messages: [ticket.id] } as const
  write(step, state, frame, { text: fromJanus(ownWordsOf(state, frame)) })
  return true
}

type Written = Omit<Frame, 'id' | 'agent' | 'phase' | 'writtenAt'>

/** `plainly`: as if it were the user's own text. */
interface Put {
  readonly text: string
  readonly pictures?: readonly PictureRef[]
  readonly plainly?: boolean
}

/** The only place in Janus that writes to an agent. */
function write(
  step: Step,
  state: AgentState,
  frame: Written,
  { text, pictures = [], plainly = false }: Put,
): void {
  const id = step.ids.uuid()
  const agent = state.agent.id
  const [first] = frame.kind === 'mail' ? frame.messages : []
  const isFromUser =
    plainly ||
    (frame.how !== 'note' && state.mailbox.some((one) => one.id === first && one.from.kind === 'user'))
  step.frame({ ...frame, id, agent, phase: 'written', writtenAt: step.now }, true)
  const seen = pictures.length > 0 ? { pictures } : {}
  step.emit({
    do: 'agent.write',
    agent,
    run: state.run,
    frame: id,
    text,
    isFromUser,
    how: frame.how,
    ...seen,
  })
}

/** Characters of a peer's final text that a heartbeat shows. */
const finalLength = 500
/** A schedule that is later than this, in ms, says so. */
const lateTime = 60_000

/** Information added to a heartbeat when it fires: the state of a peer, or whether an answer came. */
function attachedTo(step: Step, heartbeat: Heartbeat): readonly string[] {
  const { intent, about, agent, dueAt } = heartbeat
  if (intent === 'anchor') return claimedLines(step, agent)
  if (intent === 'schedule') return step.now < dueAt + lateTime ? [] : [lateLine(step.now - dueAt)]
  if (intent === 'event') return happenedLines(step, heartbeat)
  if (about === null) return ticketLines(step, ticketsOf(step, agent, null))
  if (!isAgent(about)) {
    const ticket = findOpen(step, about)
    return ticket
      ? ticketLines(step, [ticket])
      : [`${about} is settled: read_message shows it and its thread.`]
  }
  const peer = step.find(about)
  if (!peer) return ['It was deleted.']
  return [
    lookAt(step, peer, mayLookAt(step, agent, about)),
    ...ticketLines(step, ticketsOf(step, agent, about)),
  ]
}

function happenedLines(step: Step, { agent, about, trigger }: Heartbeat): readonly string[] {
  const event = trigger?.event
  if (!event) return []
  const words = `What happened: ${quotable(eventWords(event))}.`
  if (event.kind === 'finishes') return [words, ...finishedLines(event)]
  const peer = isAgent(about) ? step.find(about) : undefined
  // Its state may have changed since the event.
  return peer ? [words, `Now ${lookAt(step, peer, mayLookAt(step, agent, peer.agent.id))}`] : [words]
}

function finishedLines({ task, result }: Extract<TriggerEvent, { kind: 'finishes' }>): readonly string[] {
  return [`The id of that task: ${task}.`, ...(result === '' ? [] : [`Its result: "${quotable(result)}"`])]
}

const lateLine = (late: number): string => `It was due ${timeSpanWords(late)} ago, when it could not come.`

/** For agents that may not read the peer's transcript. */
const howToLook = 'To read what it concluded, link with it (open_link), or ask it.'

function lookAt(step: Step, { agent }: AgentState, mayRead: boolean): string {
  const { name, status, since, lastFinal } = agent
  const stands = `"${name}" is ${status}, for ${timeSpanWords(step.now - since)}.`
  if (!lastFinal) return `${stands} It has not concluded anything yet.`
  if (!mayRead) return `${stands} ${howToLook}`
  const words = firstLine(neutralise(lastFinal.text).replaceAll('\n', ' '), finalLength)
  return `${stands} It last concluded, ${timeSpanWords(step.now - lastFinal.at)} ago: "${words.replace(/["[\]]/g, "'")}"`
}

function ticketLines(step: Step, tickets: readonly Message[]): readonly string[] {
  if (tickets.length === 0) return ['No question is open.']
  return tickets.slice(0, 5).map(({ id, body, fromName, to, state, acceptedAt }) => {
    const words = firstLine(body, 80).replace(/["[\]]/g, "'")
    const receiver = step.find(to)?.agent.name ?? 'an agent that is gone'
    const stands = state === 'read' ? 'read, not answered yet' : 'not read yet'
    return `${id} of "${fromName}" to "${receiver}", ${timeSpanWords(step.now - acceptedAt)} ago, ${stands}: "${words}"`
  })
}
