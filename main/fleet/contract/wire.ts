import { z } from 'zod'
import { userKey } from '../../contract/mail/authors.ts'
import { priorityNames } from '../../contract/mail/priorities.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { WireCircle } from '../../contract/fleet/machines.ts'
import { messageLimit, mostMembers, purposeLimit, seatCount, wireLimits } from '../../contract/api/limits.ts'
import { line, metadata } from '../../contract/api/shapes.ts'

/**
 * What machines tell each other: the bodies of envelopes, each with its shape and its type. What others say is as strange as
 * what comes over the network, so a body is read by its shape, or not taken. Ids in it are those of the machine that sends.
 */

/** A value that was read, which nobody changes. */
type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T

const id = (kind: string) => z.string().regex(new RegExp(`^${kind}-[0-9a-z]{10}$`, 'u'))
const words = (most: number) => z.string().max(most)
const messageId = id('msg').transform((one) => one as `msg-${string}`)
const agentId = id('agt').transform((one) => one as `agt-${string}`)
/** An agent, or the user of its machine. */
const memberId = z.union([agentId, z.literal(userKey)])
const crossingId = id('crs').transform((one) => one as `crs-${string}`)
const linkId = id('lnk').transform((one) => one as `lnk-${string}`)
const gatheringId = id('gat').transform((one) => one as `gat-${string}`)
const machine = z.string().regex(/^[a-z][a-z0-9-]{0,23}$/u)
/** How somebody is called: a line. */
const name = line(64).min(1)
const depth = z.int().min(0).max(wireLimits.depth)
const seatNumber = z.int().min(0).max(999)
const count = z.int().min(0).max(1_000_000)
const ms = z.int().min(0).max(1_000_000_000)

const isDistinct = (all: readonly string[]): boolean => new Set(all).size === all.length

/** How words came over a link, told by the machine that keeps it. */
const wireCrossed = z.object({
  link: linkId,
  crossing: crossingId,
  turnNumber: count,
  carriage: z.enum(['asked', 'converse', 'absorb']),
})

export type WireCrossed = Read<z.infer<typeof wireCrossed>>

/** One turn with the piece in which somebody is asked, and which beat of it. */
const askedTurn = z.object({
  id: id('grt').transform((one) => one as `grt-${string}`),
  beat: count,
  beats: count,
  ms: ms.optional(),
})

/** What of a gathering words are. */
const wireSeatMail = z.object({
  gathering: gatheringId,
  /** `ask` has the piece, and its answer is said there; `words` were said there, or are told of it. */
  as: z.enum(['ask', 'words']),
  /** Number of the seat that spoke; null: the host, or the gathering itself. */
  number: seatNumber.nullable(),
  /** Null: it asks nothing. */
  turn: askedTurn.nullable(),
})

export type WireSeatMail = Read<z.infer<typeof wireSeatMail>>

/** A message to one agent of another machine. */
export const wireMail = z.object({
  id: messageId,
  from: z.union([z.object({ id: agentId, name }), z.object({ kind: z.literal('user'), name })]),
  to: memberId,
  body: words(messageLimit).min(1),
  priority: z.enum(priorityNames),
  expectsReply: z.boolean(),
  isReply: z.boolean(),
  /** The message that it goes on from: one of the receiver's machine (`yours`), or an earlier one of this sender's. */
  replyTo: z.union([z.object({ yours: messageId }), z.object({ mine: messageId }), z.null()]),
  depth,
  metadata,
  /** The link of the sender's machine that it crossed; absent: none. Who spoke is the sender then, or is only named. */
  crossed: wireCrossed.optional(),
  /** The gathering of the sender's machine that it is of; absent: none. */
  seat: wireSeatMail.optional(),
})

export type WireMail = Read<z.infer<typeof wireMail>>

/** A member of a link: an agent of that machine. */
const wireMember = z.object({ machine, id: agentId, name })

export type WireMember = Read<z.infer<typeof wireMember>>

/** How a link stands, told by the machine that keeps it to each that has a member. */
export const wireLink = z.object({
  link: linkId,
  members: z
    .array(wireMember)
    .max(mostMembers)
    .refine((all) => isDistinct(all.map((one) => `${one.id}@${one.machine}`)), 'nobody twice'),
  /** Members that absorb whatever the mode says. */
  muted: z.array(agentId).max(mostMembers),
  mode: z.enum(['answers', 'converse', 'absorb', 'paused']),
  purpose: z.object({ name, text: words(purposeLimit).min(1) }).nullable(),
  opened: name,
  budget: count,
  budgetGranted: count,
  budgetUsed: count,
  episode: count,
  stoppedByLoop: z.boolean(),
  /** Who closed it, and why; null: it is open. */
  closed: z.object({ name, why: words(500) }).nullable(),
  /** No more episodes begin by words on other machines before its own user has a word; absent: some may. */
  spent: z.literal(true).optional(),
})

export type WireLink = Read<z.infer<typeof wireLink>>

/** What happens at a member: its user is asked, it takes part, or not (any more), lowers its side, or has a word of its user. */
const wireLinkAct = z.object({
  link: linkId,
  member: agentId,
  act: z.enum(['asked', 'joined', 'left', 'absorb', 'link', 'word']),
})

export type WireLinkAct = Read<z.infer<typeof wireLinkAct>>

/** What an agent concluded, told to the machine that keeps links of its. */
export const wireConclusion = z.object({
  links: z.array(linkId).min(1).max(100).refine(isDistinct, 'no link twice'),
  member: agentId,
  turn: id('trn').transform((one) => one as `trn-${string}`),
  turnNumber: count,
  /** Empty: it had nothing to add. */
  text: words(messageLimit),
  depth,
  /** Members of these links that have been given these words already. */
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

/** A machine keeps a seat in its gathering for an agent of another, or for its user, or does so no more. */
export const wireSeat = z.object({
  gathering: gatheringId,
  topic: line(200).min(1),
  /** Who convened it. */
  by: name,
  member: memberId,
  seated: z.boolean(),
  /** The gathering stands still; absent: it does not. */
  paused: z.literal(true).optional(),
  /** A user is asked to sit there, again where they had left; absent: it only tells how the gathering stands. */
  asks: z.literal(true).optional(),
  /** For a user: how it stands; absent: an older Janus says nothing of that, nor whether it asks. */
  circle: wireCircle.optional(),
})

export type WireSeat = Read<z.infer<typeof wireSeat>>

/** The machine of who has a seat: they sit there, or not (any more). */
const wireSeatAct = z.object({
  gathering: gatheringId,
  member: memberId,
  act: z.enum(['taken', 'left']),
})

export type WireSeatAct = Read<z.infer<typeof wireSeatAct>>

/** What became of a message, told to the machine of its sender. */
export const wireReceipt = z.object({
  /** Its id there, where it was sent. */
  message: messageId,
  stands: z.enum(['waits', 'held', 'read', 'answered', 'withdrawn', 'expired', 'dropped', 'undeliverable']),
  /** The turn that read it, by its number; null: none, or none any more. */
  turn: z.int().min(0).nullable(),
  /** Nothing more becomes of it there. */
  isOver: z.boolean(),
  /** Why it stands so, in words; empty where that says it all. */
  why: words(wireLimits.why),
  /** For a ticket that was answered. */
  reply: z.object({ text: words(messageLimit), implicit: z.boolean(), metadata }).nullable(),
})

export type WireReceipt = Read<z.infer<typeof wireReceipt>>

/** A machine could not read what it was told: its Janus is of another version. */
const wirePassedOver = z.object({
  kind: words(wireLimits.kind),
  /** Of the Janus that could not, as "0.1.0". */
  version: line(40),
})

export type WirePassedOver = Read<z.infer<typeof wirePassedOver>>

/** Bodies of envelopes, by their kind. */
const bodies = {
  mail: wireMail,
  receipt: wireReceipt,
  /** The sender of that message takes it back. */
  withdrawn: z.object({ message: messageId }),
  link: wireLink,
  'link.act': wireLinkAct,
  'link.said': wireConclusion,
  /** The receiver has no part in that link, or there is no such link. */
  'link.gone': z.object({ link: linkId }),
  seat: wireSeat,
  'seat.act': wireSeatAct,
  'passed.over': wirePassedOver,
  /** The log begins again at 1; `answer`: because the other one's did. */
  life: z.object({ why: z.enum(['start', 'set back', 'answer']) }),
  /** In the place of something that a newer one has replaced, so that no number is missing. */
  nothing: z.null(),
}

export type WireKind = keyof typeof bodies

export type WireBodies = { readonly [K in WireKind]: Read<z.infer<(typeof bodies)[K]>> }

/** What bodies of that kind are like; undefined: of such a kind this Janus knows nothing. */
export const bodyShape = (kind: string): z.ZodType | undefined =>
  Object.hasOwn(bodies, kind) ? bodies[kind as WireKind] : undefined

/** The message that a body seems to be which cannot be read; null: none. */
export const messageIn = (kind: string, body: unknown): MessageId | null =>
  (kind === 'mail' ? z.object({ id: messageId }).safeParse(body).data?.id : null) ?? null
