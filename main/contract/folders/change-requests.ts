import { z } from 'zod'
import { path, ref } from '../api/shapes.ts'

const span = z.enum(['turn', 'conversation', 'commit'])
/** A row of the agent's transcript, by its place: which turn is meant. */
const n = z.coerce.number().int().min(1).max(1_000_000_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Changes to files, the person's editor, and worktrees. The person's alone. */
export const changeRequests = {
  /** Files that were changed in a span; of a turn the newest without `n`. */
  'changes.list': z.strictObject({ agent: ref, span, n: n.optional() }),
  /** One of them, with its lines. */
  'changes.look': z.strictObject({ agent: ref, span, n: n.optional(), path }),
  /** Makes it again what it was before; `hash` comes from the look. */
  'changes.revert': z.strictObject({ agent: ref, span, n: n.optional(), path, hash }),
  /** Puts back what a revert has taken away. */
  'changes.putBack': z.strictObject({ agent: ref, copy: z.string().regex(/^[0-9a-z-]{1,60}$/) }),
  /** Opens a file, at a line, in the person's editor; one outside of the agent's folder only if they are `sure`. */
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
  'worktrees.bringBack': z.strictObject({ agent: ref, commit: z.boolean().optional() }),
  /** Removes it with its branch and closes the tab; `hash` comes from the look. */
  'worktrees.throwAway': z.strictObject({ agent: ref, hash }),
} as const
