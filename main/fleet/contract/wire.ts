import { z } from 'zod'
import { userKey } from '../../contract/mail/authors.ts'
import { priorityNames } from '../../contract/mail/priorities.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { WireCircle } from '../../contract/fleet/machines.ts'
import { messageLimit, mostMembers, purposeLimit, seatCount, wireLimits } from '../../contract/api/limits.ts'
import { line, metadata } from '../../contract/api/shapes.ts'

/**
 * Bodies of the envelopes that machines exchange, with schemas and types. They come from the network, so a
 * body that doesn't match its schema is rejected. Ids in a body belong to the sending machine.
 */

type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T

const id = (kind: string) => z.string().regex(new RegExp(`^${kind}-[0-9a-z]{10}$`, 'u'))
const words = (most: number) => z.string().max(most)
const messageId = id('msg').transform((one) => one as `msg-${string}`)
const agentId = id('agt').transform((one) => one as `agt-${string}`)
const memberId = z.union([agentId, z.literal(userKey)])
const crossingId = id('crs').transform((one) => one as `crs-${string}`)
const linkId = id('lnk').transform((one) => one as `lnk-${string}`)
const gatheringId = id('gat').transform((one) => one as `gat-${string}`)
const machine = z.string().regex(/^[a-z][a-z0-9-]{0,23}$/u)
const name = line(64).min(1)
const depth = z.int().min(0).max(wireLimits.depth)
const seatNumber = z.int().min(0).max(999)
const count = z.int().min(0).max(1_000_000)
const ms = z.int().min(0).max(1_000_000_000)

const isDistinct = (all: readonly string[]): boolean => new Set(all).size === all.length

/** How a message crossed a link; sent by the link's owner machine. */
const wireCrossed = z.object({
  link: linkId,
  crossing: crossingId,
  turnNumber: count,
  carriage: z.enum(['asked', 'converse', 'absorb']),
})

export type WireCrossed = Read<z.infer<typeof wireCrossed>>

/** A turn with the talking piece, and the beat that asks. */
const askedTurn = z.object({
  id: id('grt').transform((one) => one as `grt-${string}`),
  beat: count,
  beats: count,
  ms: ms.optional(),
})

const wireSeatMail = z.object({
  gathering: gatheringId,
  /** `ask`: the receiver has the piece and replies in the gathering; `words`: said there, or about it. */
  as: z.enum(['ask', 'words']),
  number: seatNumber.nullable(),
  turn: askedTurn.nullable(),
})

export type WireSeatMail = Read<z.infer<typeof wireSeatMail>>

export const wireMail = z.object({
  id: messageId,
  from: z.union([z.object({ id: agentId, name }), z.object({ kind: z.literal('user'), name })]),
  to: memberId,
  body: words(messageLimit).min(1),
  priority: z.enum(priorityNames),
  expectsReply: z.boolean(),
  isReply: z.boolean(),
  /**
   * The message it replies to: one sent by the receiver's machine (`yours`), or an earlier one of this
   * sender (`mine`).
   */
  replyTo: z.union([z.object({ yours: messageId }), z.object({ mine: messageId }), z.null()]),
  depth,
  metadata,
  /**
   * The sender's link that the message crossed. `from` is then the speaker and may be an agent of a third
   * machine.
   */
  crossed: wireCrossed.optional(),
  seat: wireSeatMail.optional(),
})

export type WireMail = Read<z.infer<typeof wireMail>>

const wireMember = z.object({ machine, id: agentId, name })

export type WireMember = Read<z.infer<typeof wireMember>>

/** State of a link, sent by its owner machine to every machine with a member. */
export const wireLink = z.object({
  link: linkId,
  members: z
    .array(wireMember)
    .max(mostMembers)
    .refine((all) => isDistinct(all.map((one) => `${one.id}@${one.machine}`)), 'nobody twice'),
  /** Members that only absorb, whatever the mode is. */
  muted: z.array(agentId).max(mostMembers),
  mode: z.enum(['answers', 'converse', 'absorb', 'paused']),
  purpose: z.object({ name, text: words(purposeLimit).min(1) }).nullable(),
  opened: name,
  budget: count,
  budgetGranted: count,
  budgetUsed: count,
  episode: count,
  stoppedByLoop: z.boolean(),
  closed: z.object({ name, why: words(500) }).nullable(),
  /** Remote messages start no more episodes until the owner's user writes; absent: they may. */
  spent: z.literal(true).optional(),
})

export type WireLink = Read<z.infer<typeof wireLink>>

/** A member is asked, has joined or left, changes what it receives, or its user has written. */
const wireLinkAct = z.object({
  link: linkId,
  member: agentId,
  act: z.enum(['asked', 'joined', 'left', 'absorb', 'link', 'word']),
})

export type WireLinkAct = Read<z.infer<typeof wireLinkAct>>

/** What an agent concluded, sent to the machine that owns the links. */
export const wireConclusion = z.object({
  links: z.array(linkId).min(1).max(100).refine(isDistinct, 'no link twice'),
  member: agentId,
  turn: id('trn').transform((one) => one as `trn-${string}`),
  turnNumber: count,
  text: words(messageLimit),
  depth,
  /** Members of these links that already got this text. */
  except: z.array(z.object({ machine, id: agentId })).max(mostMembers * 10),
})

export type WireConclusion = Read<z.infer<typeof wireConclusion>>

const sitter = z.object({
  number: seatNumber,
  name,
  isUser: z.boolean(),
  had: z.boolean(),
  left: z.boolean(),
})

const wireCircle: z.ZodType<WireCircle> = z.object({
  question: line(wireLimits.question),
  phase: z.enum(['inhale', 'hold', 'exhale', 'decision', 'harvest']).nullable(),
  round: seatNumber,
  rounds: seatNumber,
  holder: seatNumber.nullable(),
  yours: seatNumber,
  seats: z
    .array(sitter)
    .max(seatCount.most)
    .refine((all) => isDistinct(all.map((one) => String(one.number))), 'no number twice'),
  harvester: name,
})

/** State of a seat that a machine keeps in its gathering for a remote agent or user. */
export const wireSeat = z.object({
  gathering: gatheringId,
  topic: line(200).min(1),
  by: name,
  member: memberId,
  seated: z.boolean(),
  paused: z.literal(true).optional(),
  /** A user is asked to take the seat, possibly again; absent: only an update. */
  asks: z.literal(true).optional(),
  /** State of the gathering for a user; absent from older versions, which never set `asks` either. */
  circle: wireCircle.optional(),
})

export type WireSeat = Read<z.infer<typeof wireSeat>>

const wireSeatAct = z.object({
  gathering: gatheringId,
  member: memberId,
  act: z.enum(['taken', 'left']),
})

export type WireSeatAct = Read<z.infer<typeof wireSeatAct>>

/** State of a message, sent to the sender's machine. */
export const wireReceipt = z.object({
  /** Its id on the sender's machine. */
  message: messageId,
  stands: z.enum(['waits', 'held', 'read', 'answered', 'withdrawn', 'expired', 'dropped', 'undeliverable']),
  /** Number of the turn that read it; null if there is none (any more). */
  turn: z.int().min(0).nullable(),
  isOver: z.boolean(),
  /** Text that explains the state; may be empty. */
  why: words(wireLimits.why),
  /** The reply to a ticket. */
  reply: z.object({ text: words(messageLimit), implicit: z.boolean(), metadata }).nullable(),
})

export type WireReceipt = Read<z.infer<typeof wireReceipt>>

/** A machine could not read an envelope, because its Janus has another version. */
const wirePassedOver = z.object({
  kind: words(wireLimits.kind),
  /** Version of the Janus that could not read it, as "0.1.0". */
  version: line(40),
})

export type WirePassedOver = Read<z.infer<typeof wirePassedOver>>

const bodies = {
  mail: wireMail,
  receipt: wireReceipt,
  withdrawn: z.object({ message: messageId }),
  link: wireLink,
  'link.act': wireLinkAct,
  'link.said': wireConclusion,
  /** The receiver has no part in that link, or the link doesn't exist. */
  'link.gone': z.object({ link: linkId }),
  seat: wireSeat,
  'seat.act': wireSeatAct,
  'passed.over': wirePassedOver,
  /** The log starts again at 1; `answer`: because the other machine's log did. */
  life: z.object({ why: z.enum(['start', 'set back', 'answer']) }),
  /** Replaces an envelope that a newer one has made obsolete, so that no number is missing. */
  nothing: z.null(),
}

export type WireKind = keyof typeof bodies

export type WireBodies = { readonly [K in WireKind]: Read<z.infer<(typeof bodies)[K]>> }

/** Schema of a kind's body; undefined for a kind that this version doesn't know. */
export const bodyShape = (kind: string): z.ZodType | undefined =>
  Object.hasOwn(bodies, kind) ? bodies[kind as WireKind] : undefined

/** Id of the message in a body that can't be read as a whole; null if there is none. */
export const messageIn = (kind: string, body: unknown): MessageId | null =>
  (kind === 'mail' ? z.object({ id: messageId }).safeParse(body).data?.id : null) ?? null
