import { z } from 'zod'
import { beginLimit, messageLimit } from '../api/limits.ts'
import { agentWords, cursor, key, limit, line, metadata, path, ref, text } from '../api/shapes.ts'
import { attachmentLimits, pictureTypes } from './attachments.ts'
import { ticketStates } from './mail-views.ts'
import { priorityNames } from './priorities.ts'

/** As a window stores it with a draft. */
const attachment = z.strictObject({
  name: line(attachmentLimits.name),
  path,
  bytes: z.int().min(0).nullable(),
  picture: z.enum(pictureTypes).nullable(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
})

/** Absolute paths: the user's files, or copies that `attachments.keep` returned. */
const attachmentPaths = z.array(z.strictObject({ path })).max(attachmentLimits.count)

const messageId = z.string().max(40)
const priority = z.enum(priorityNames)
const moveTo = z.union([z.enum(['up', 'down']), z.strictObject({ before: messageId.nullable() })])
/** Milliseconds; capped at `awaitLimit`. */
const wait = z.int().min(0).max(3_600_000)

const members = z.array(ref).min(1).max(200)
const name = z.string().max(400)

export const mailRequests = {
  'messages.send': z.strictObject({
    agent: ref,
    message: text,
    /** Default: `normal`; for the user `high`. */
    priority: priority.optional(),
    expectReply: z.boolean().optional(),
    /** Milliseconds to wait for the reply; implies `expectReply`. A later reply comes as a message. */
    awaitMs: wait.optional(),
    /** Milliseconds to wait until the receiver has begun with it; returns at once if it has to queue. */
    awaitBeginMs: z.int().min(0).max(beginLimit).optional(),
    /** A message that the caller sent or received. */
    replyTo: messageId.optional(),
    /** Steers it into the running turn at the next tool call; the user only. */
    now: z.boolean().optional(),
    /** The user only; with attachments the text may be empty. */
    attachments: attachmentPaths.optional(),
    /** Opens a link with the receiver in this mode if there is none; agents only. */
    link: z.enum(['answers', 'converse', 'absorb']).optional(),
    /** Closes the link between the two after this message; agents only. */
    closeLink: z.boolean().optional(),
    metadata: metadata.optional(),
    idempotencyKey: key.optional(),
  }),
  'messages.get': z.strictObject({ id: messageId, offset: z.coerce.number().int().min(0).optional() }),
  'messages.withdraw': z.strictObject({ id: messageId }),
  /** Releases a held message: *Continue*, or *Allow this pair* for one that waits for consent. */
  'messages.release': z.strictObject({ id: messageId }),
  /** *Close*: drops a held message and informs its sender. */
  'messages.drop': z.strictObject({ id: messageId }),
  /**
   * Promotes (`up`) or demotes a queued message by one priority. The user's own messages move up or down
   * among themselves, or before another of them (null: to the end).
   */
  'messages.move': z.strictObject({ id: messageId, to: moveTo }),
  /** *Send now*: steers it in at the next tool call, or starts a turn if none is running. */
  'messages.hasten': z.strictObject({ id: messageId }),
  /**
   * Answers the card of an urgent message. `now` interjects; `stopTool`: without waiting for the running
   * tool.
   */
  'messages.decide': z.strictObject({
    id: messageId,
    decision: z.enum(['now', 'later']),
    stopTool: z.boolean().optional(),
  }),
  /** Sends a ticket again that was read but not answered. */
  'messages.nudge': z.strictObject({ id: messageId }),
  /** Resends a message that could not be delivered. */
  'messages.retry': z.strictObject({ id: messageId }),
  /** The messages that led to this one, oldest first: the chain that the loop guard counts. */
  'messages.chain': z.strictObject({ id: messageId }),
  /** The caller's tickets, sent and received, newest first. */
  'tickets.list': z.strictObject({
    state: z.enum(ticketStates).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  'tickets.get': z.strictObject({ id: messageId }),
  /** Answers a ticket sent to the caller. */
  'replies.send': z.strictObject({
    ticketId: messageId,
    payload: text,
    metadata: metadata.optional(),
    idempotencyKey: key.optional(),
  }),
  /** A ticket's reply; waits up to `waitMs`. Reading does not consume it. */
  'replies.get': z.strictObject({ id: messageId, waitMs: z.coerce.number().pipe(wait).optional() }),
  /** `id`: any message of the thread. */
  'threads.get': z.strictObject({ id: messageId, limit: limit.optional(), cursor: cursor.optional() }),
  /**
   * Stores an unsent draft to an agent, a link or a gathering (its id); an empty text deletes it. `first`:
   * the first screen's.
   */
  'drafts.keep': z.strictObject({
    agent: z.union([z.literal('first'), ref]),
    text: z.string().max(messageLimit),
    attachments: z.array(attachment).max(attachmentLimits.count).optional(),
  }),
  'groups.list': z.strictObject({}),
  'groups.make': z.strictObject({ name, members }),
  'groups.change': z.strictObject({ group: ref, name: name.optional(), members: members.optional() }),
  'groups.delete': z.strictObject({ group: ref }),
  /** A message for each agent in a group, or (`all`) each one with an open tab, except the sender. */
  'messages.broadcast': z.strictObject({ group: ref, ...agentWords, idempotencyKey: key.optional() }),
  /** Stores Base64 data that is in no file: pasted, or from a browser. */
  'attachments.keep': z.strictObject({
    name: z.string().max(1000),
    data: z.base64().max(Math.ceil(attachmentLimits.bytes / 3) * 4),
  }),
  /** Turns a file of the user into an attachment; pictures are copied. */
  'attachments.take': z.strictObject({ path }),
  /** Base64 of a stored picture. */
  'attachments.show': z.strictObject({ path }),
  /** Paths in an agent's folder that match, best first; without words the shortest. */
  'files.find': z.strictObject({ agent: ref, words: z.string().max(500) }),
} as const
