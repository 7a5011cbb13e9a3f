import { attachmentLimits } from '../mail/attachments.ts'
import { beginLimit, messageLimit } from './limits.ts'
import { z } from 'zod'
import { priorityNames } from '../mail/priorities.ts'
import type { RequestAnswers } from './answers.ts'
import type { AgentId } from './model.ts'
import { settingsPatch } from '../app/settings.ts'
import { cursor, key, limit, metadata, ref, text } from './shapes.ts'
import { attachment, attachmentPaths, attachmentRequests } from '../mail/attachment-requests.ts'
import { attemptRequests } from '../app/attempt-requests.ts'
import { backgroundRequests } from '../agents/background-requests.ts'
import { backupRequests } from '../app/backup-requests.ts'
import { fleetRequests } from '../fleet/fleet-requests.ts'
import { changeRequests } from '../folders/change-requests.ts'
import { budgetRequests } from '../budget/budget-requests.ts'
import { costsRequests } from '../budget/costs-requests.ts'
import { kind } from '../agents/kind-shapes.ts'
import { exportRequests } from './export-requests.ts'
import { folderRequests } from '../folders/folder-requests.ts'
import { gatheringRequests } from '../gatherings/gathering-requests.ts'
import { groupRequests } from '../mail/group-requests.ts'
import { agentRequests } from '../agents/agent-requests.ts'
import { roleRequests } from '../agents/role-requests.ts'
import { tabRequests } from '../agents/tab-requests.ts'
import { noticeRequests } from '../agents/user-notices.ts'
import { handlerRequests } from '../handlers/handler-requests.ts'
import { heartbeatRequests } from '../timers/heartbeat-requests.ts'
import { historyRequests } from '../history/history-requests.ts'
import { linkRequests } from '../links/link-requests.ts'
import { conversationRequests } from '../folders/conversation-requests.ts'
import { processRequests } from '../agents/process-requests.ts'
import { timelineRequests } from '../history/timeline-requests.ts'

/** Who asks: the person's own window, the person's tools with their token, or an agent. */
export type Caller = { kind: 'window' } | { kind: 'api' } | { kind: 'agent'; id: AgentId }

const messageId = z.string().max(40)
const priority = z.enum(priorityNames)
const moveTo = z.union([z.enum(['up', 'down']), z.strictObject({ before: messageId.nullable() })])
/** ms; more than `awaitLimit` is read as that. */
const wait = z.int().min(0).max(3_600_000)

/** The shape of everything that can be asked of Janus; who may ask it is in `answers.ts`. An unknown field is refused. */
export const requests = {
  ...linkRequests,
  ...attemptRequests,
  ...attachmentRequests,
  ...backgroundRequests,
  ...backupRequests,
  ...fleetRequests,
  ...budgetRequests,
  ...costsRequests,
  ...heartbeatRequests,
  ...gatheringRequests,
  ...historyRequests,
  ...exportRequests,
  ...folderRequests,
  ...groupRequests,
  ...roleRequests,
  ...tabRequests,
  ...noticeRequests,
  ...handlerRequests,
  ...timelineRequests,
  ...processRequests,
  ...conversationRequests,
  ...changeRequests,
  'app.status': z.strictObject({}),
  /** Looks at an installed program anew: the three-line check. Without a kind at all that were looked at before. */
  'app.check': z.strictObject({ kind: kind.optional() }),
  /** Looks at the programs of all kinds that were not looked at yet; answers when that is done. */
  'app.look': z.strictObject({}),
  /** Stops everything: turns end, and nothing begins but one turn for each of the person's own words. */
  'app.stop': z.strictObject({}),
  /** Everything goes on where it stood. */
  'app.goOn': z.strictObject({}),
  /** The person has read the notices of the status. */
  'app.putNoticesAway': z.strictObject({}),
  /** Begins the rehearsal beside this app; in that rehearsal, goes back. */
  'app.rehearse': z.strictObject({}),
  /** Begins a sign-in with the program's own means; what comes of it shows in the status. */
  'app.signIn': z.strictObject({ kind: kind.optional() }),
  /** The code that the sign-in page showed, where the program asks for one. */
  'app.signInCode': z.strictObject({ code: z.string().min(1).max(4096) }),
  'settings.get': z.strictObject({}),
  'settings.change': settingsPatch,
  ...agentRequests,
  'messages.send': z.strictObject({
    agent: ref,
    message: text,
    /** `normal` without it; `high` for the person. */
    priority: priority.optional(),
    expectReply: z.boolean().optional(),
    /** Waits for the reply so long, in ms; implies `expectReply`. Without an answer by then it comes as a message. */
    awaitMs: wait.optional(),
    /** Answers once the receiver is at work with it, or after so long, in ms; at once where it has to wait. */
    awaitBeginMs: z.int().min(0).max(beginLimit).optional(),
    /** A message that one sent or got. */
    replyTo: messageId.optional(),
    /** Folded in at the next tool boundary while the agent works; the person only. */
    now: z.boolean().optional(),
    /** Pictures and files that go with it; the person only. With them the words may be empty. */
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
   * Promotes (`up`) or demotes a waiting one by one priority; the person's own goes one place up or down among their
   * own, or before another of them (null: after them all).
   */
  'messages.move': z.strictObject({ id: messageId, to: moveTo }),
  /** *Send now*: folded in at the next tool boundary; a turn at once where nothing runs. */
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
    state: z.enum(['open', 'answered', 'expired', 'withdrawn', 'dropped', 'undeliverable']).optional(),
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
  /** All that a card asks to run, where it shows a part. */
  'cards.look': z.strictObject({ agent: ref, card: z.string().max(40) }),
  'cards.answer': z.strictObject({
    agent: ref,
    card: z.string().max(40),
    decision: z.enum(['allow', 'deny']),
    /** What was shown whole, and is allowed: the hash that came with it. */
    hash: z.string().max(100).optional(),
    /** Place of the suggestion that is allowed for good, from 0. */
    suggestion: z.int().min(0).max(20).optional(),
    /** What to tell the agent with a denial. */
    message: z.string().max(4096).optional(),
    /** Answers to a question card: the question's text to the chosen label or own words. */
    answers: z.record(z.string().max(2000), z.string().max(4096)).optional(),
  }),
  /** Rows of a log in order: the newest page, or the one that ends before `before`, a page's `next`. Words under seal are left out. */
  'log.page': z.strictObject({
    channel: z.strictObject({ kind: z.enum(['agent', 'link', 'gathering', 'thread']), id: ref }),
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(500).optional(),
  }),
  /** Keeps what is not sent yet to an agent, to a link's members or in a gathering (its id); empty words forget it. `first`: the first screen's. */
  'drafts.keep': z.strictObject({
    agent: z.union([z.literal('first'), ref]),
    text: z.string().max(messageLimit),
    attachments: z.array(attachment).max(attachmentLimits.count).optional(),
  }),
  /** Opens a page of the web in the person's browser; the desktop only. */
  'pages.open': z.strictObject({ url: z.string().max(4096) }),
  /** Brings the window before all others, as when a notification was clicked; the desktop only. */
  'window.show': z.strictObject({}),
} as const

/** A kind of request. */
export type RequestKind = keyof typeof requests
/** The question of a kind, as its schema reads it. */
export type RequestInput<K extends RequestKind> = z.infer<(typeof requests)[K]>

/** Tells when whoever asked waits no more; an `AbortSignal` is one. */
export interface Gone {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Asks one thing of Janus as one caller; `gone`: whoever asked waits no more. Rejects with `RefusedError`. */
export type Ask = <K extends RequestKind>(
  caller: Caller,
  kind: K,
  input: unknown,
  gone?: Gone,
) => Promise<RequestAnswers[K]>
