import { z } from 'zod'
import { kind, cursor, key, limit, line, path, ref } from '../api/shapes.ts'
import { commentLimits } from './line-comments.ts'
import { setupActions, worktreeLimits } from './worktree-runs.ts'

/** A row of an agent's transcript, by its place. */
const place = z.int().min(1).max(1_000_000_000)

/** A conversation, as its program names it. */
export const conversationId = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'the id of a conversation has letters, digits, - and _')

const span = z.enum(['turn', 'conversation', 'commit'])
/** A row of the agent's transcript, by its place: which turn is meant. */
const n = z.coerce.number().int().min(1).max(1_000_000_000)
/** A line as a diff shows it. */
const diffLine = z
  .string()
  .max(commentLimits.quote)
  .regex(/^[ +-][^\n]*$/, 'a line that begins with a space, + or -')
const neighbor = z
  .string()
  .max(commentLimits.quote)
  .regex(/^[^\n]*$/, 'one line')
  .nullable()
const lineNumber = z.int().min(0).max(10_000_000)
const commentText = z.string().min(1).max(commentLimits.text)
const commentId = z.string().min(1).max(40)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A command as it was shown. */
const shown = z.string().min(1).max(worktreeLimits.command)
/** `teardown` approves the command that runs before a worktree is removed; `anyway`: it is removed without that. */
const consent = { teardown: shown.optional(), anyway: z.boolean().optional() }

/** What can be asked about folders, files, worktrees, and the conversations held there. */
export const folderRequests = {
  /** What a folder brings along, and whether it is trusted. */
  'folders.look': z.strictObject({ folder: path, kind: kind.optional() }),
  /** Trusts what `folders.look` showed under `hash`, or refuses it. */
  'folders.decide': z.strictObject({
    folder: path,
    kind: kind.optional(),
    hash: z.string().min(1).max(100),
    decision: z.enum(['trust', 'refuse']),
  }),
  /** Folders that begin so, to complete what is being written. */
  'folders.list': z.strictObject({ path: z.string().max(4096) }),
  /** Makes a folder that is not there, and those above it. */
  'folders.make': z.strictObject({ folder: path }),
  /** The desktop's own dialog. */
  'folders.choose': z.strictObject({}),
  /** Files that were changed in a span; of a turn the newest without `n`. */
  'changes.list': z.strictObject({ agent: ref, span, n: n.optional() }),
  /** One of them, with its lines. */
  'changes.look': z.strictObject({ agent: ref, span, n: n.optional(), path }),
  /** Makes it again what it was before, or one hunk of it, by its place from 0; `hash` comes from the look. */
  'changes.revert': z.strictObject({
    agent: ref,
    span,
    n: n.optional(),
    path,
    hash,
    hunk: z.int().min(0).max(10_000).optional(),
  }),
  /** Puts back what a revert has taken away. */
  'changes.putBack': z.strictObject({ agent: ref, copy: z.string().regex(/^[0-9a-z-]{1,60}$/) }),
  /** Comments on lines of an agent's changes: those that wait, then those that were sent, the newest message first. */
  'comments.list': z.strictObject({ agent: ref }),
  /** On lines of a file as it is now; with `lines` as a diff shows them, `before` and `after` standing around them. */
  'comments.add': z.strictObject({
    agent: ref,
    path: line(4096).min(1),
    line: lineNumber,
    endLine: lineNumber.optional(),
    side: z.enum(['old', 'new']).optional(),
    lines: z.array(diffLine).min(1).max(commentLimits.lines).optional(),
    before: neighbor.optional(),
    after: neighbor.optional(),
    text: commentText,
  }),
  'comments.change': z.strictObject({ agent: ref, id: commentId, text: commentText }),
  'comments.remove': z.strictObject({ agent: ref, id: commentId }),
  /** Sends all that wait as one message; `message`: words before them. */
  'comments.send': z.strictObject({
    agent: ref,
    message: z.string().max(20_000).optional(),
    idempotencyKey: key.optional(),
  }),
  /** Opens a file, at a line, in the user's editor; one outside of the agent's folder only if they are `sure`. */
  'files.open': z.strictObject({
    agent: ref,
    path,
    line: z.int().min(1).max(10_000_000).optional(),
    sure: z.boolean().optional(),
  }),
  /** Editors that are installed. */
  'editors.list': z.strictObject({}),
  /** Opens a terminal in the agent's folder, on the machine on which Janus runs. */
  'terminals.open': z.strictObject({ agent: ref }),
  /** Terminals that are installed. */
  'terminals.list': z.strictObject({}),
  /** Where a worktree for an agent of that name would be made. */
  'worktrees.plan': z.strictObject({ folder: path, name: z.string().max(400) }),
  /** How an agent's worktree stands. */
  'worktrees.look': z.strictObject({ agent: ref }),
  /** Merges its branch into that from which it was made, then closes the tab and removes it; `commit`: what is not committed goes along. */
  'worktrees.bringBack': z.strictObject({ agent: ref, commit: z.boolean().optional(), ...consent }),
  /** Removes it with its branch and closes the tab; `hash` comes from the look. */
  'worktrees.throwAway': z.strictObject({ agent: ref, hash, ...consent }),
  /** Decides about the setup of an agent's worktree; `run` approves this `command`, exactly as it was shown. */
  'worktrees.setUp': z.strictObject({ agent: ref, action: z.enum(setupActions), command: shown.optional() }),
  /** The end of what a command in an agent's worktree has written so far. */
  'worktrees.output': z.strictObject({ agent: ref }),
  /** What an agent of this kind can go on from: of the folder (the default one without it) first, then others. */
  'conversations.list': z.strictObject({
    kind: kind.optional(),
    folder: path.optional(),
    /** Words that all stand in its first words or its folder. */
    q: z.string().max(400).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /**
   * Opens one as a tab: the tab that has it, or a new one that goes on in a copy, named after its folder if not said.
   * Where the kind cannot copy it: in the original, if `original` says that this is meant.
   */
  'conversations.open': z.strictObject({
    id: conversationId,
    kind: kind.optional(),
    name: z.string().max(400).optional(),
    original: z.boolean().optional(),
  }),
  /**
   * A new tab with everything up to the turn of that row and its answer; `edit`: up to before the words there.
   * `beforeBroken`, in the place of a row: up to before the turns that an error broke off last.
   */
  'agents.fork': z
    .strictObject({
      agent: ref,
      n: place.optional(),
      edit: z.boolean().optional(),
      beforeBroken: z.literal(true).optional(),
    })
    .refine(({ n, beforeBroken }) => (n === undefined) === (beforeBroken === true), {
      error: 'say n, the row to go on from, or beforeBroken',
    }),
  /** Which files the agent has changed since before the turn of that row; `do`: takes that back. */
  'agents.undoFiles': z.strictObject({ agent: ref, n: place, do: z.boolean().optional() }),
} as const
