import { z } from 'zod'
import { kind, cursor, key, limit, line, path, ref } from '../api/shapes.ts'
import { commentLimits } from './line-comments.ts'
import { setupActions, worktreeLimits } from './worktree-runs.ts'

/** Position of a row in an agent's transcript. */
const place = z.int().min(1).max(1_000_000_000)

/** The id that its program uses. */
export const conversationId = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'the id of a conversation has letters, digits, - and _')

const span = z.enum(['turn', 'conversation', 'commit'])
/** Row of the agent's transcript that selects its turn. */
const n = z.coerce.number().int().min(1).max(1_000_000_000)
/** A line of a diff. */
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

/** A command exactly as shown. */
const shown = z.string().min(1).max(worktreeLimits.command)
/** `teardown` approves the command that runs before removal; `anyway` removes the worktree without it. */
const consent = { teardown: shown.optional(), anyway: z.boolean().optional() }

export const folderRequests = {
  /** The settings in a folder, and whether it is trusted. */
  'folders.look': z.strictObject({ folder: path, kind: kind.optional() }),
  /** Trusts or refuses what `folders.look` showed under `hash`. */
  'folders.decide': z.strictObject({
    folder: path,
    kind: kind.optional(),
    hash: z.string().min(1).max(100),
    decision: z.enum(['trust', 'refuse']),
  }),
  /** Folders with this prefix, for completion. */
  'folders.list': z.strictObject({ path: z.string().max(4096) }),
  /** Creates parents too. */
  'folders.make': z.strictObject({ folder: path }),
  /** The desktop app's dialog. */
  'folders.choose': z.strictObject({}),
  /** Of the span `turn` without `n`: the newest turn. */
  'changes.list': z.strictObject({ agent: ref, span, n: n.optional() }),
  /** One file, with its lines. */
  'changes.look': z.strictObject({ agent: ref, span, n: n.optional(), path }),
  /** Reverts a file, or one hunk of it by index; `hash` comes from `changes.look`. */
  'changes.revert': z.strictObject({
    agent: ref,
    span,
    n: n.optional(),
    path,
    hash,
    hunk: z.int().min(0).max(10_000).optional(),
  }),
  /** Undoes a revert. */
  'changes.putBack': z.strictObject({ agent: ref, copy: z.string().regex(/^[0-9a-z-]{1,60}$/) }),
  /** Pending comments, then sent ones, newest message first. */
  'comments.list': z.strictObject({ agent: ref }),
  /**
   * On lines of a file as it is now, or with `lines` as a diff shows them, between the lines `before` and
   * `after`.
   */
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
  /** Sends all pending ones as one message; `message`: text before them. */
  'comments.send': z.strictObject({
    agent: ref,
    message: z.string().max(20_000).optional(),
    idempotencyKey: key.optional(),
  }),
  /** In the user's editor; a file outside the agent's folder only with `sure`. */
  'files.open': z.strictObject({
    agent: ref,
    path,
    line: z.int().min(1).max(10_000_000).optional(),
    sure: z.boolean().optional(),
  }),
  'editors.list': z.strictObject({}),
  /** In the agent's folder, on the machine that Janus runs on. */
  'terminals.open': z.strictObject({ agent: ref }),
  'terminals.list': z.strictObject({}),
  /** For an agent of that name. */
  'worktrees.plan': z.strictObject({ folder: path, name: z.string().max(400) }),
  'worktrees.look': z.strictObject({ agent: ref }),
  /**
   * Merges its branch into the branch it was created from, then closes the tab and removes the worktree;
   * `commit` commits uncommitted changes first.
   */
  'worktrees.bringBack': z.strictObject({ agent: ref, commit: z.boolean().optional(), ...consent }),
  /** Removes it with its branch and closes the tab; `hash` comes from `worktrees.look`. */
  'worktrees.throwAway': z.strictObject({ agent: ref, hash, ...consent }),
  /** Decides about the setup command; `run` approves `command`, exactly as shown. */
  'worktrees.setUp': z.strictObject({ agent: ref, action: z.enum(setupActions), command: shown.optional() }),
  /** The end of its commands' output so far. */
  'worktrees.output': z.strictObject({ agent: ref }),
  /**
   * Conversations that an agent of this kind can resume: first those of the folder (default: the default
   * folder), then others.
   */
  'conversations.list': z.strictObject({
    kind: kind.optional(),
    folder: path.optional(),
    /** Words that must all occur in its title or folder. */
    q: z.string().max(400).optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  /**
   * Opens a conversation in the tab that has it, or in a new tab with a copy, named after its folder by
   * default. If the kind cannot copy it, `original` confirms that the original continues.
   */
  'conversations.open': z.strictObject({
    id: conversationId,
    kind: kind.optional(),
    name: z.string().max(400).optional(),
    original: z.boolean().optional(),
  }),
  /** Deletes a conversation that no tab has, where its program can; nothing brings it back. */
  'conversations.delete': z.strictObject({ id: conversationId, kind: kind.optional() }),
  /**
   * Opens a new tab with everything up to the turn of row `n`; `edit`: up to just before its text.
   * `beforeBroken`, instead of `n`: up to before the last turns, which an error broke off.
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
  /** Lists the files that the agent has changed since before the turn of row `n`; `do` restores them. */
  'agents.undoFiles': z.strictObject({ agent: ref, n: place, do: z.boolean().optional() }),
} as const
