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
import { atTheEnd, hasRoom, mayAsk, withOneAsk, withWords } from './circle-room.ts'
import type { UserSeat } from '../../core/step/machines.ts'
import { pending } from './log.ts'
import { remoteAuthor, machineOf, nameInCircle, peerId } from '../../core/step/peer-ids.ts'
import { refuseMail } from './receipts.ts'
import { sendSeatAct } from './seat-here.ts'
import { passedTo } from '../../core/passing/passing.ts'

/**
 * Seats of this machine's user in circles that other machines keep. What is said there comes as mail and stands in the store;
 * their turn with the piece is a question, which counts as read when they have looked at it, and whose answer is what they
 * say. The other machine waits for none of that longer than for an agent.
 */

/** So many seats are kept for the user by one machine; a further one is refused. */
const mostSeats = 20

/** A machine keeps a seat for the user, or no more. */
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
      const over = { ...undrawn(seat), ...atTheEnd(seat), stands: 'over', isNew: true } as const
      put(step, endTurn(step, over))
    }
    return
  }
  // An older Janus says neither how the circle stands nor whether it asks: it does whenever it tells anything.
  const asksAnything = asks === true || circle === undefined
  if (seat?.stands === 'taken' && asksAnything) sendSeatAct(step, id, userKey, 'taken')
  const stand = (one: UserSeat) =>
    put(step, standing(step, { ...undrawn(one), ...(circle ? { circle } : {}) }, paused === true))
  if (seat && isOpen(seat)) return stand(seat)
  // What was told before their going was heard asks for nothing, whether the seat still stands in their list or not.
  if (!asksAnything || isGoing(step, home, gathering)) return
  const { machine } = step.fleet.machine(home)
  const open = (machine.circles ?? []).filter(isOpen)
  if (open.length >= mostSeats || !mayAsk(machine)) return sendSeatAct(step, id, userKey, 'left')
  step.fleet.keep(home, withOneAsk(machine))
  if (seat?.stands === 'left') return stand({ ...seat, stands: 'asked', isNew: true })
  // Of one that was over, what was said before stays with it.
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

/** Without how the circle stands: that is not known any more. */
function undrawn({ circle: _, ...seat }: UserSeat): UserSeat {
  return seat
}

/** Whether a machine has not heard yet that the user has left a seat of its. */
function isGoing(step: Step, home: MachineName, gathering: GatheringId): boolean {
  return pending(step, home, 'seat.act').some(
    ({ body }) => body.gathering === gathering && body.member === userKey && body.act === 'left',
  )
}

/** The circle stands still, and with it the time of their turn; or it goes on. */
function standing(step: Step, { pausedAt, stoodFor = 0, ...seat }: UserSeat, isPaused: boolean): UserSeat {
  if (isPaused) return { ...seat, stoodFor, pausedAt: pausedAt ?? step.now }
  return { ...seat, stoodFor: stoodFor + (pausedAt === undefined ? 0 : step.now - pausedAt) }
}

/** Words of such a circle, or the user's turn with its piece. */
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
  // What gives them the piece says nothing that they would look for.
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

/** The user takes a seat, leaves it, or has done with one that is over. */
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

/** A no, or a going: as long as the circle runs they may come; the next time the seat is put away. */
function leave(step: Step, seat: UserSeat): void {
  if (!isOpen(seat)) return drop(step, seat.gathering)
  sendSeatAct(step, seat.gathering, userKey, 'left')
  // Of what the circle does without them nothing is told.
  const { pausedAt: _, ...gone } = undrawn(endTurn(step, seat))
  put(step, { ...gone, stands: 'left', isNew: false })
}

/** The user has looked: the clock of their turn begins on the other machine. */
export function circleSeen(step: Step, { circle }: Extract<CircleCommand, { type: 'circle.seen' }>): Answer {
  const seat = seatIn(step, circle)
  if (!seat) return noSeat()
  const { ask } = seat
  if (!seat.isNew && ask?.state !== 'queued') return { kind: 'done' }
  const isRead = seat.stands === 'taken' && ask?.state === 'queued'
  const read = ask && isRead ? inState(step, ask, 'read', null) : ask
  if (read && isRead) step.message(read, false)
  // What stood still before is no part of a time that begins now.
  const begun = isRead ? { stoodFor: 0, ...(seat.pausedAt === undefined ? {} : { pausedAt: step.now }) } : {}
  put(step, { ...seat, ...begun, isNew: false, ask: read })
  return { kind: 'done' }
}

/** The user speaks there, in their turn. */
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

/** What passes the piece there by its last line; nothing said, and to nobody by name, is silence. */
const passing = (words: string, to: number | null): string =>
  words === '' && to === null ? 'SILENT' : passedTo(words, to === null ? null : String(to))

/** The other machine has moved the piece on. Answers whether it was the user's turn that ended so. */
export function turnTakenBack(step: Step, machine: MachineName, id: MessageId): boolean {
  const seat = seatsOf(step, machine).find(({ ask }) => ask?.idempotencyKey === id)
  if (seat) put(step, { ...endTurn(step, seat), isNew: true })
  return seat !== undefined
}

/** A machine has forgotten what it was told: in which of its circles the user sits, and what they were asked. */
export function retellUser(step: Step, machine: MachineName): void {
  for (const { gathering, stands, ask } of seatsOf(step, machine)) {
    if (stands === 'taken' || stands === 'left') sendSeatAct(step, gathering, userKey, stands)
    if (ask) step.dirty.standing(ask)
  }
}

/** The seat with its turn over, whatever became of it. */
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

/** Whether the user is asked there, or sits there. */
const isOpen = ({ stands }: UserSeat): boolean => stands === 'asked' || stands === 'taken'

/** Keeps it, in its place; of those that are over, or were left, no more than may lie there. */
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
 * Words of circles that other machines keep, as rows of a transcript of the user's own: there the search finds them, and no
 * agent reads it. A row's place is twice that of the message that brought it, and one more for what the user said to it.
 */

/** The user has heard something in such a circle. */
function keepHeard(step: Step, { topic }: Pick<UserSeat, 'topic'>, message: Message): void {
  const { from: author, fromName: authorName, body: text } = message
  step.fleet.heard(
    rowOf(step, message, { n: 2 * message.seq, kind: 'peer', author, authorName, text, topic }),
  )
}

/** The user has said something there, to the question that gave them the piece. */
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
