import { z } from 'zod'
import { personKey } from '../../contract/mail/authors.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { WireCircle } from '../../contract/fleet/houses.ts'
import type {
  WireBodies,
  WireKind,
  WireLink,
  WireLinkAct,
  WireMail,
  WirePassedOver,
  WireReceipt,
  WireSaid,
  WireSeat,
  WireSeatAct,
} from './wire.ts'
import { messageLimit, mostMembers, purposeLimit, seatCount, wireLimits } from '../../contract/api/limits.ts'
import { line, metadata } from '../../contract/api/shapes.ts'

/** What other houses say is as strange as what comes over the network: each body is read by its shape, or not taken. */

const id = (kind: string) => z.string().regex(new RegExp(`^${kind}-[0-9a-z]{10}$`, 'u'))
const words = (most: number) => z.string().max(most)
const messageId = id('msg').transform((one) => one as `msg-${string}`)
const agentId = id('agt').transform((one) => one as `agt-${string}`)
/** An agent, or the person of its house. */
const memberId = z.union([agentId, z.literal(personKey)])
const linkId = id('lnk').transform((one) => one as `lnk-${string}`)
const gatheringId = id('gat').transform((one) => one as `gat-${string}`)
const house = z.string().regex(/^[a-z][a-z0-9-]{0,23}$/u)
/** How somebody is called: a line. */
const name = line(64).min(1)
const depth = z.int().min(0).max(wireLimits.depth)
const seatNumber = z.int().min(0).max(999)
const count = z.int().min(0).max(1_000_000)
const ms = z.int().min(0).max(1_000_000_000)

const isDistinct = (all: readonly string[]): boolean => new Set(all).size === all.length

export const wireMail: z.ZodType<WireMail> = z.object({
  id: messageId,
  from: z.union([z.object({ id: agentId, name }), z.object({ kind: z.literal('person'), name })]),
  to: memberId,
  body: words(messageLimit).min(1),
  priority: z.enum(['low', 'normal', 'high', 'urgent']),
  expectsReply: z.boolean(),
  isReply: z.boolean(),
  replyTo: z.union([z.object({ yours: messageId }), z.object({ mine: messageId }), z.null()]),
  depth,
  metadata,
  crossed: z
    .object({
      link: linkId,
      crossing: id('crs').transform((one) => one as `crs-${string}`),
      turnNumber: count,
      carriage: z.enum(['asked', 'converse', 'absorb']),
    })
    .optional(),
  seat: z
    .object({
      gathering: gatheringId,
      as: z.enum(['ask', 'words']),
      number: seatNumber.nullable(),
      turn: z
        .object({
          id: id('grt').transform((one) => one as `grt-${string}`),
          beat: count,
          beats: count,
          ms: ms.optional(),
        })
        .nullable(),
    })
    .optional(),
})

export const wireLink: z.ZodType<WireLink> = z.object({
  link: linkId,
  members: z
    .array(z.object({ house, id: agentId, name }))
    .max(mostMembers)
    .refine((all) => isDistinct(all.map((one) => `${one.id}@${one.house}`)), 'nobody twice'),
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
  spent: z.literal(true).optional(),
})

const sitter = z.object({
  number: seatNumber,
  name,
  isPerson: z.boolean(),
  had: z.boolean(),
  left: z.boolean(),
})

const wireCircle: z.ZodType<WireCircle> = z.object({
  question: line(wireLimits.question),
  phase: z.enum(['inhale', 'hold', 'exhale', 'harvest']).nullable(),
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

export const wireSeat: z.ZodType<WireSeat> = z.object({
  gathering: gatheringId,
  topic: line(200).min(1),
  by: name,
  member: memberId,
  seated: z.boolean(),
  paused: z.literal(true).optional(),
  asks: z.literal(true).optional(),
  circle: wireCircle.optional(),
})

export const wireSeatAct: z.ZodType<WireSeatAct> = z.object({
  gathering: gatheringId,
  member: memberId,
  act: z.enum(['taken', 'left']),
})

export const wireLinkAct: z.ZodType<WireLinkAct> = z.object({
  link: linkId,
  member: agentId,
  act: z.enum(['asked', 'joined', 'left', 'absorb', 'link', 'word']),
})

export const wireSaid: z.ZodType<WireSaid> = z.object({
  links: z.array(linkId).min(1).max(100).refine(isDistinct, 'no link twice'),
  member: agentId,
  turn: id('trn').transform((one) => one as `trn-${string}`),
  turnNumber: count,
  text: words(messageLimit),
  depth,
  except: z.array(z.object({ house, id: agentId })).max(mostMembers * 10),
})

export const wireReceipt: z.ZodType<WireReceipt> = z.object({
  message: messageId,
  stands: z.enum(['waits', 'held', 'read', 'answered', 'withdrawn', 'expired', 'dropped', 'undeliverable']),
  turn: z.int().min(0).nullable(),
  isOver: z.boolean(),
  why: words(wireLimits.why),
  reply: z.object({ text: words(messageLimit), implicit: z.boolean(), metadata }).nullable(),
})

export const wirePassedOver: z.ZodType<WirePassedOver> = z.object({
  kind: words(wireLimits.kind),
  version: line(40),
})

/** The message that a body seems to be which cannot be read; null: none. */
export const messageIn = (kind: string, body: unknown): MessageId | null =>
  (kind === 'mail' ? z.object({ id: messageId }).safeParse(body).data?.id : null) ?? null

/** Bodies of envelopes, by their kind. */
const bodies: { readonly [K in WireKind]: z.ZodType<WireBodies[K]> } = {
  mail: wireMail,
  receipt: wireReceipt,
  link: wireLink,
  nothing: z.null(),
  seat: wireSeat,
  'seat.act': wireSeatAct,
  'link.gone': z.object({ link: linkId }),
  'link.act': wireLinkAct,
  'link.said': wireSaid,
  'passed.over': wirePassedOver,
  withdrawn: z.object({ message: messageId }),
  life: z.object({ why: z.enum(['start', 'set back', 'answer']) }),
}

/** What bodies of that kind are like; undefined: of such a kind this Janus knows nothing. */
export const bodyShape = (kind: string): z.ZodType | undefined =>
  Object.hasOwn(bodies, kind) ? bodies[kind as WireKind] : undefined
