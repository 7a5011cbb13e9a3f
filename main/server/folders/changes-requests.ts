import type { ChangeSpan } from '../../contract/folders/changes.ts'
import { listChanges, lookChange } from './changes/look-changes.ts'
import { openFile, openTerminal } from './changes/open-programs.ts'
import { restoreFile, revertFile } from './changes/take-back.ts'
import { commentHandlers } from './comments-requests.ts'
import { findAgent, type RequestContext, readFolder } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { setUp } from './worktrees/worktree-requests.ts'
import { mergeAndCloseWorktree, lookWorktree, planWorktree, discardWorktree } from './changes/worktree.ts'

export function changeHandlers(parts: RequestContext) {
  const { store } = parts
  const sources = { store, ...parts.workspace }
  const agentOf = (ref: string) => findAgent(parts, ref).state.agent
  return {
    ...commentHandlers(parts),
    'changes.list': (_, { agent, ...span }) => listChanges(sources, agentOf(agent), spanOf(span)),
    'changes.look': async (_, { agent, path, ...span }) =>
      (await lookChange(sources, agentOf(agent), spanOf(span), path)).change,
    'changes.revert': (_, { agent, path, hash, hunk, ...span }) =>
      revertFile(parts, agentOf(agent), spanOf(span), { path, hash, hunk }),
    'changes.putBack': async (_, { agent, copy }) => ({ files: await restoreFile(parts, agent, copy) }),
    'files.open': (_, { agent, path, line = 1, sure = false }) =>
      openFile(parts, agentOf(agent).cwd, path, line, sure),
    'editors.list': () => ({ editors: parts.workspace.editors.found() }),
    'terminals.list': () => ({ terminals: parts.workspace.terminals.found() }),
    'terminals.open': (_, { agent }) => openTerminal(parts, agentOf(agent).cwd),
    'worktrees.plan': (_, { folder, name }) => planWorktree(parts, readFolder(folder), name),
    'worktrees.look': (_, { agent }) => lookWorktree(parts, findAgent(parts, agent).state),
    'worktrees.bringBack': (_, { agent, ...how }) =>
      mergeAndCloseWorktree(parts, findAgent(parts, agent).state, how),
    'worktrees.throwAway': (_, { agent, ...how }) =>
      discardWorktree(parts, findAgent(parts, agent).state, how),
    'worktrees.setUp': (_, input) => setUp(parts, input),
    'worktrees.output': (_, { agent }) => ({ text: parts.worktreeRuns.output(agentOf(agent).id) }),
  } satisfies Partial<Handlers>
}

const spanOf = ({ span, n }: { span: ChangeSpan['of']; n?: number | undefined }): ChangeSpan =>
  span === 'turn' ? { of: span, n } : { of: span }
