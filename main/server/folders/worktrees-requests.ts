import { bringBack, lookWorktree, planWorktree, throwAway } from './changes/worktree.ts'
import { findAgent, readFolder, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

/** Working copies that are made for single agents. */
export function worktreeHandlers(parts: RequestContext) {
  return {
    'worktrees.plan': (_, { folder, name }) => planWorktree(parts, readFolder(folder), name),
    'worktrees.look': (_, { agent }) => lookWorktree(parts, findAgent(parts, agent).state),
    'worktrees.bringBack': (_, { agent, commit = false }) =>
      bringBack(parts, findAgent(parts, agent).state, commit),
    'worktrees.throwAway': (_, { agent, hash }) => throwAway(parts, findAgent(parts, agent).state, hash),
  } satisfies Partial<Handlers>
}
