import { z } from 'zod'
import { beginLimit, messageLimit } from '../api/limits.ts'
import { agentWords, cursor, key, limit, line, metadata, path, ref, text } from '../api/shapes.ts'
import { attachmentLimits, pictureTypes } from './attachments.ts'
import { ticketStates } from './mail-views.ts'
import { priorityNames } from './priorities.ts'

/** An attachment, as a window keeps it with a draft. */
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

/** What goes with a message, by its full path: the user's file, or a copy that `attachments.keep` has told. */
const attachmentPaths = z.array(z.strictObject({ path })).max(attachmentLimits.count)

const messageId = z.string().max(40)
const priority = z.enum(priorityNames)
const moveTo = z.union([z.enum(['up', 'down']), z.strictObject({ before: messageId.nullable() })])
/** ms; more than `awaitLimit` is read as that. */
const wait = z.int().min(0).max(3_600_000)

const members = z.array(ref).min(1).max(200)
const name = z.string().max(400)

/** What can be asked about messages, questions and their answers, groups, attachments and drafts. */
export const mailRequests = {
  'messages.send': z.strictObject({
    agent: ref,
    message: text,
    /** `normal` without it; `high` for the user. */
    priority: priority.optional(),
    expectReply: z.boolean().optional(),
    /** Waits for the reply so long, in ms; implies `expectReply`. Without an answer by then it comes as a message. */
    awaitMs: wait.optional(),
    /** Answers once the receiver is at work with it, or after so long, in ms; at once where it has to wait. */
    awaitBeginMs: z.int().min(0).max(beginLimit).optional(),
    /** A message that one sent or got. */
    replyTo: messageId.optional(),
    /** Folded in at the next tool boundary while the agent works; the user only. */
    now: z.boolean().optional(),
    /** Pictures and files that go with it; the user only. With them the words may be empty. */
    attachments: attachmentPaths.optional(),
    /** Opens a link with the receiver in this mode, if there is none yet; agents only. */
    link: z.enum(['answers', 'converse', 'absorb']).optional(),
    /** The words are the last: closes the link of the two behind them; agents only. */
    closeLink: z.boolean().optional(),
    metadata: metadata.optional(),
    idempotencyKey: key.optional(),
  }),
  'messages.get': z.strictObject({ id: messageId, offset: z.coerce.number().int().min(0).optional() }),
  'messages.withdraw': z.strictObject({ id: messageId }),
  /** Lets a held one go on: *Continue*, and *Allow this pair* for one that waits for consent. */
  'messages.release': z.strictObject({ id: messageId }),
  /** *Close*: drops a held one and tells its sender. */
  'messages.drop': z.strictObject({ id: messageId }),
  /**
   * Promotes (`up`) or demotes a waiting one by one priority; the user's own goes one place up or down among their
   * own, or before another of them (null: after them all).
   */
  'messages.move': z.strictObject({ id: messageId, to: moveTo }),
  /** *Send now*: steered in at the next tool boundary; a turn at once where nothing runs. */
  'messages.hasten': z.strictObject({ id: messageId }),
  /** The card of an urgent one. `now` interjects; `stopTool`: without waiting for the tool that runs. */
  'messages.decide': z.strictObject({
    id: messageId,
    decision: z.enum(['now', 'later']),
    stopTool: z.boolean().optional(),
  }),
  /** Puts a ticket that was read and not answered once more, now. */
  'messages.nudge': z.strictObject({ id: messageId }),
  /** Sends one again that could not be delivered. */
  'messages.retry': z.strictObject({ id: messageId }),
  /** What led to a message, oldest first: the chain that the loop guard counts. */
  'messages.chain': z.strictObject({ id: messageId }),
  /** One's own tickets, asked and to be answered, newest first. */
  'tickets.list': z.strictObject({
    state: z.enum(ticketStates).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  'tickets.get': z.strictObject({ id: messageId }),
  /** Answers a ticket that was put to the caller. */
  'replies.send': z.strictObject({
    ticketId: messageId,
    payload: text,
    metadata: metadata.optional(),
    idempotencyKey: key.optional(),
  }),
  /** A ticket's reply; waits for it as long as told. Reading takes nothing. */
  'replies.get': z.strictObject({ id: messageId, waitMs: z.coerce.number().pipe(wait).optional() }),
  /** The conversation of any of its messages. */
  'threads.get': z.strictObject({ id: messageId, limit: limit.optional(), cursor: cursor.optional() }),
  /** Keeps what is not sent yet to an agent, to a link's members or in a gathering (its id); empty words forget it. `first`: the first screen's. */
  'drafts.keep': z.strictObject({
    agent: z.union([z.literal('first'), ref]),
    text: z.string().max(messageLimit),
    attachments: z.array(attachment).max(attachmentLimits.count).optional(),
  }),
  'groups.list': z.strictObject({}),
  'groups.make': z.strictObject({ name, members }),
  'groups.change': z.strictObject({ group: ref, name: name.optional(), members: members.optional() }),
  'groups.delete': z.strictObject({ group: ref }),
  /** One message for each agent of a group, or (`all`) for each with an open tab; not for the sender itself. */
  'messages.broadcast': z.strictObject({ group: ref, ...agentWords, idempotencyKey: key.optional() }),
  /** Keeps a copy of bytes, as Base64, that lie in no file: what was pasted, or came out of a browser. */
  'attachments.keep': z.strictObject({
    name: z.string().max(1000),
    data: z.base64().max(Math.ceil(attachmentLimits.bytes / 3) * 4),
  }),
  /** What a file of the user's is as an attachment; of a picture a copy is kept. */
  'attachments.take': z.strictObject({ path }),
  /** The bytes of a kept picture, as Base64, to be shown. */
  'attachments.show': z.strictObject({ path }),
  /** Files of an agent's folder whose paths fit, best first; without words the shortest. */
  'files.find': z.strictObject({ agent: ref, words: z.string().max(500) }),
} as const
