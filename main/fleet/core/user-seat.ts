import { guestName, userKey } from '../../contract/mail/authors.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireMail, WireSeat, WireSeatMail } from '../contract/wire.ts'
import { utteranceLimit } from '../../contract/api/limits.ts'
import type { MessageId, Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Answer } from '../../core/step/events.ts'
import type { CircleCommand } from '../../core/step/fleet-commands.ts'
import { inState, refuse } from '../../core/mail/mailbox.ts'
import { newMessage } from '../../core/mail/new-message.ts'
import type { Step } from '../../core/step/step.ts'
import { utf8Length } from '../../core/words/text.ts'
import type { Machine, UserSeat } from '../../core/step/machines.ts'
import { pending } from './log.ts'
import { remoteAuthor, machineOf, nameInCircle, peerId } from '../../core/step/peer-ids.ts'
import { refuseMail } from './receipts.ts'
import { sendSeatAct } from './seat-here.ts'
import { passedTo } from '../../core/passing/passing.ts'

/**
 * Seats of this machine's user in gatherings of other machines. Messages are stored as mail. A turn with
 * the piece is a question; it counts as read when the user has looked at it, and what they say is its
 * reply. The other machine waits no longer than for an agent.
 */

/** Open seats of one machine; a further one is refused. */
const mostSeats = 20

export function updateUserSeat(
  step: Step,
  home: MachineName,
  { gathering, topic, by, seated, paused, asks, circle }: WireSeat,
): void {
  const id = peerId(home, gathering)
  const seat = seatIn(step, id)
  if (!seated) {
    if (seat?.stands === 'left') drop(step, id)
    else if (seat) {
      const over = { ...withoutState(seat), ...atTheEnd(seat), stands: 'over', isNew: true } as const
      put(step, endTurn(step, over))
    }
    return
  }
  // Older versions never set `asks`, so every seat they send asks.
  const asksAnything = asks === true || circle === undefined
  if (seat?.stands === 'taken' && asksAnything) sendSeatAct(step, id, userKey, 'taken')
  const stand = (one: UserSeat) =>
    put(step, withPause(step, { ...withoutState(one), ...(circle ? { circle } : {}) }, paused === true))
  if (seat && isOpen(seat)) return stand(seat)
  // Sent before the other machine got to know that the user left, so it asks for nothing.
  if (!asksAnything || isLeaving(step, home, gathering)) return
  const { machine } = step.fleet.machine(home)
  const open = (machine.circles ?? []).filter(isOpen)
  if (open.length >= mostSeats || !mayAsk(machine)) return sendSeatAct(step, id, userKey, 'left')
  step.fleet.keep(home, withOneAsk(machine))
  if (seat?.stands === 'left') return stand({ ...seat, stands: 'asked', isNew: true })
  // A gathering that runs again keeps its earlier messages.
  const { thread = null } = seat ?? {}
  stand({
    gathering: id,
    topic,
    by: guestName(by, home),
    stands: 'asked',
    thread,
    words: 0,
    isNew: true,
    ask: null,
  })
}

function withoutState({ circle: _, ...seat }: UserSeat): UserSeat {
  return seat
}

function isLeaving(step: Step, home: MachineName, gathering: GatheringId): boolean {
  return pending(step, home, 'seat.act').some(
    ({ body }) => body.gathering === gathering && body.member === userKey && body.act === 'left',
  )
}

/** Pauses or resumes the seat, and with it the time of the user's turn. */
function withPause(step: Step, { pausedAt, stoodFor = 0, ...seat }: UserSeat, isPaused: boolean): UserSeat {
  if (isPaused) return { ...seat, stoodFor, pausedAt: pausedAt ?? step.now }
  return { ...seat, stoodFor: stoodFor + (pausedAt === undefined ? 0 : step.now - pausedAt) }
}

export function userSeatMail(step: Step, machine: MachineName, mail: WireMail, of: WireSeatMail): void {
  const circle = peerId(machine, of.gathering)
  const seat = seatIn(step, circle)
  if (!seat || seat.stands === 'left') return refuseMail(step, machine, mail.id, 'nobody has a seat there')
  const { machine: known } = step.fleet.machine(machine)
  const bytes = utf8Length(mail.body)
  if (!hasRoom(known, seat, bytes))
    return refuseMail(step, machine, mail.id, 'too much of that circle waits there')
  const isAsk = of.as === 'ask' && of.turn !== null && seat.stands !== 'over'
  const message = wordsOf(step, machine, mail, of, { isAsk, thread: seat.thread })
  step.message(message, false)
  const { kept, machine: more } = withWords(known, seat, bytes)
  step.fleet.keep(machine, more)
  // The question itself is not worth searching for.
  if (of.as !== 'ask') keepHeard(step, seat, message)
  const next = { ...seat, ...kept, thread: message.thread, isNew: true }
  put(step, isAsk ? { ...endTurn(step, next), ask: message, stoodFor: 0 } : next)
}

function wordsOf(
  step: Step,
  machine: MachineName,
  { id: key, from, body, depth }: WireMail,
  { gathering, number, turn }: WireSeatMail,
  { isAsk, thread }: { readonly isAsk: boolean; readonly thread: MessageId | null },
): Message {
  const circle = peerId(machine, gathering)
  const id = step.ids.next('msg')
  return newMessage(step, {
    id,
    thread: thread ?? id,
    from: remoteAuthor(machine, from),
    fromName: nameInCircle(from.name, machine),
    to: userKey,
    body,
    depth,
    priority: 'low',
    expectsReply: isAsk,
    idempotencyKey: key,
    spoken: { gathering: circle, utterance: null, number },
    ...(isAsk && turn ? { asks: { gathering: circle, topic: '', turn } } : {}),
    state: isAsk ? 'queued' : 'read',
  })
}

/** The user takes a seat, leaves it, or dismisses one that is over. */
export function decideCircle(
  step: Step,
  { circle, take }: Extract<CircleCommand, { type: 'circle.decided' }>,
): Answer {
  const seat = seatIn(step, circle)
  if (!seat) return take ? noSeat() : { kind: 'done' }
  if (seat.stands === 'over' && take)
    return refuse('wrong_state', 'That circle is over, or goes on without you.')
  step.fleet.keep(machineOf(circle) ?? '', { unasked: 0 })
  if (!take) leave(step, seat)
  else if (seat.stands !== 'taken') {
    sendSeatAct(step, circle, userKey, 'taken')
    put(step, { ...seat, stands: 'taken' })
  }
  return { kind: 'done' }
}

/** The user declines or leaves, and may come back while it runs; a second call removes the seat. */
function leave(step: Step, seat: UserSeat): void {
  if (!isOpen(seat)) return drop(step, seat.gathering)
  sendSeatAct(step, seat.gathering, userKey, 'left')
  // The state is no longer updated after leaving.
  const { pausedAt: _, ...gone } = withoutState(endTurn(step, seat))
  put(step, { ...gone, stands: 'left', isNew: false })
}

/** The user has looked: their turn's time starts on the other machine. */
export function circleSeen(step: Step, { circle }: Extract<CircleCommand, { type: 'circle.seen' }>): Answer {
  const seat = seatIn(step, circle)
  if (!seat) return noSeat()
  const { ask } = seat
  if (!seat.isNew && ask?.state !== 'queued') return { kind: 'done' }
  const isRead = seat.stands === 'taken' && ask?.state === 'queued'
  const read = ask && isRead ? inState(step, ask, 'read', null) : ask
  if (read && isRead) step.message(read, false)
  // A pause before that doesn't count for the time that starts now.
  const begun = isRead ? { stoodFor: 0, ...(seat.pausedAt === undefined ? {} : { pausedAt: step.now }) } : {}
  put(step, { ...seat, ...begun, isNew: false, ask: read })
  return { kind: 'done' }
}

export function sayRemotely(
  step: Step,
  { circle, turn, text, keep, to }: Extract<CircleCommand, { type: 'circle.said' }>,
): Answer {
  const seat = seatIn(step, circle)
  if (!seat) return noSeat()
  const { ask } = seat
  if (seat.stands === 'asked') return refuse('wrong_state', 'Take the seat first.')
  if (ask?.id !== turn)
    return refuse('stale_turn', 'The piece had moved on before your words came: nobody was given them.')
  const { seats = null } = seat.circle ?? {}
  if (to !== null && seats?.every(({ number }) => number !== to))
    return refuse('wrong_state', `No seat there has the number ${String(to)}.`)
  const words = text.trim()
  if (utf8Length(words) > utteranceLimit)
    return refuse('too_large', 'Words to a circle have 60 KiB at most. Put the rest into a file and name it.')
  const said = keep && words !== '' ? words : passing(words, to)
  const reply = { text: said, implicit: false, metadata: {}, message: null, at: step.now }
  step.message({ ...inState(step, ask, 'answered', null), reply }, false)
  if (words !== '') keepSaid(step, seat, { ask, text: words })
  const { idempotencyKey: answered } = ask
  put(step, { ...seat, ask: null, isNew: false, ...(answered === null ? {} : { answered }) })
  return { kind: 'done' }
}

/** Passes the piece by its last line; no text and no receiver is silence. */
const passing = (words: string, to: number | null): string =>
  words === '' && to === null ? 'SILENT' : passedTo(words, to === null ? null : String(to))

/** The other machine moved the piece on. Returns whether that ended a turn of the user. */
export function withdrawTurn(step: Step, machine: MachineName, id: MessageId): boolean {
  const seat = seatsOf(step, machine).find(({ ask }) => ask?.idempotencyKey === id)
  if (seat) put(step, { ...endTurn(step, seat), isNew: true })
  return seat !== undefined
}

/** After a machine lost its memory: sends the user's seats and open turns again. */
export function retellUser(step: Step, machine: MachineName): void {
  for (const { gathering, stands, ask } of seatsOf(step, machine)) {
    if (stands === 'taken' || stands === 'left') sendSeatAct(step, gathering, userKey, stands)
    if (ask) step.dirty.standing(ask)
  }
}

function endTurn(step: Step, seat: UserSeat): UserSeat {
  if (!seat.ask) return seat
  step.message(inState(step, seat.ask, 'withdrawn', null), false)
  return { ...seat, ask: null }
}

const noSeat = (): Answer =>
  refuse('not_found', 'No circle of another machine has a seat for you under that id.')

const seatsOf = (step: Step, machine: MachineName): readonly UserSeat[] =>
  step.fleet.machines.get(machine)?.machine.circles ?? []

function seatIn(step: Step, circle: GatheringId): UserSeat | undefined {
  return seatsOf(step, machineOf(circle) ?? '').find(({ gathering }) => gathering === circle)
}

const isOpen = ({ stands }: UserSeat): boolean => stands === 'asked' || stands === 'taken'

/** Stores the seat; the oldest of those that are over or left are dropped. */
function put(step: Step, seat: UserSeat): void {
  const machine = machineOf(seat.gathering) ?? ''
  const all = seatsOf(step, machine)
  const isKnown = all.some(({ gathering }) => gathering === seat.gathering)
  const next = isKnown ? all.map((one) => (one.gathering === seat.gathering ? seat : one)) : [...all, seat]
  const over = next.filter((one) => !isOpen(one))
  const tooOld = new Set(over.slice(0, Math.max(0, over.length - mostSeats)))
  step.fleet.keep(machine, { circles: next.filter((one) => !tooOld.has(one)) })
}

function drop(step: Step, circle: GatheringId): void {
  const machine = machineOf(circle) ?? ''
  step.fleet.keep(machine, {
    circles: seatsOf(step, machine).filter(({ gathering }) => gathering !== circle),
  })
}

/**
 * Messages of remote gatherings as entries of the user's own transcript: search finds them and no agent
 * reads them. An entry's number is twice that of the message, plus one for the user's reply.
 */

function keepHeard(step: Step, { topic }: Pick<UserSeat, 'topic'>, message: Message): void {
  const { from: author, fromName: authorName, body: text } = message
  step.fleet.heard(
    rowOf(step, message, { n: 2 * message.seq, kind: 'peer', author, authorName, text, topic }),
  )
}

function keepSaid(
  step: Step,
  { topic }: Pick<UserSeat, 'topic'>,
  { ask, text }: { readonly ask: Message; readonly text: string },
): void {
  const by = { author: { kind: 'user', via: 'window' }, authorName: 'You' } as const
  step.fleet.heard(rowOf(step, ask, { n: 2 * ask.seq + 1, kind: 'user', ...by, text, topic }))
}

type Words = Pick<Entry, 'n' | 'kind' | 'author' | 'authorName' | 'text' | 'topic'>

function rowOf({ now }: Step, { id, spoken }: Message, words: Words): Entry {
  return {
    agent: userKey,
    turn: null,
    tool: null,
    call: null,
    isError: false,
    message: id,
    at: now,
    ...words,
    ...(spoken === null ? {} : { spoken }),
  }
}

/** Limits what remote gatherings may store here, so that unrequested ones can't fill the disk. */

const mebi = 1024 * 1024
/** Per gathering: `asked` until the user accepts and after it is over, then `taken`. */
const roomFor = {
  asked: { words: 200, bytes: 4 * mebi },
  taken: { words: 20_000, bytes: 64 * mebi },
} as const
/** Bytes of all gatherings of a machine that the user has not joined, since the user last decided about one. */
const mostUnasked = 16 * mebi
/** Bytes counted for a message at least, for its row and its index entries. */
const leastWeight = 1024

type Kept = Pick<UserSeat, 'words' | 'bytes'>

function hasRoom({ unasked = 0 }: Pick<Machine, 'unasked'>, seat: UserSeat, bytes: number): boolean {
  const { words, bytes: kept = 0, stands } = seat
  const limit = roomFor[stands === 'asked' ? 'asked' : 'taken']
  const isWithin = words < limit.words && kept + bytes <= limit.bytes
  return isWithin && (stands === 'taken' || unasked + weightOf(bytes) <= mostUnasked)
}

/** Counts one message of this size for the seat and its machine. */
function withWords(machine: Pick<Machine, 'unasked'>, seat: UserSeat, bytes: number) {
  const { unasked = 0 } = machine
  const kept: Kept = { words: seat.words + 1, bytes: (seat.bytes ?? 0) + bytes }
  return { kept, machine: seat.stands === 'taken' ? {} : { unasked: unasked + weightOf(bytes) } }
}

/** Whether a machine may ask the user to join; it always may ask once if none of its is in the list. */
const mayAsk = ({ unasked = 0, circles = [] }: Pick<Machine, 'unasked' | 'circles'>): boolean =>
  circles.length === 0 || unasked + leastWeight <= mostUnasked

/** Counts the question: it has a timeline entry, and so has its end. */
const withOneAsk = ({ unasked = 0 }: Pick<Machine, 'unasked'>) => ({ unasked: unasked + leastWeight })

/** Raises the counts of a gathering that is over, so that only a little more may follow. */
function atTheEnd({ words, bytes = 0 }: Kept): Kept {
  return {
    words: Math.max(words, roomFor.taken.words - roomFor.asked.words),
    bytes: Math.max(bytes, roomFor.taken.bytes - roomFor.asked.bytes),
  }
}

const weightOf = (bytes: number): number => Math.max(leastWeight, bytes)
