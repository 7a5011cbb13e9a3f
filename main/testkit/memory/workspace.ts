import { GitError } from '../../ports/git.ts'
import type { Workspace } from '../../server/folders/workspace.ts'

const none = (): Promise<never> => Promise.reject(new GitError('git was not found on this machine.'))

/** A computer without git and editors, whose folders have no files. */
export function memoryWorkspace(): Workspace {
  return {
    git: {
      repository: (_, why) => {
        why?.('git was not found on this machine.')
        return Promise.resolve(null)
      },
      changes: none,
      committed: none,
      addWorktree: none,
      included: none,
      hasBranch: none,
      foreign: none,
      stateOf: none,
      commitAll: none,
      notBringable: none,
      bringBack: none,
      removeWorktree: none,
    },
    branches: {
      watch: () => undefined,
      branchOf: () => null,
      connect: () => undefined,
      close: () => undefined,
    },
    workingFiles: { read: () => ({ kind: 'missing' }), put: () => undefined, remove: () => undefined },
    fileCopies: { keep: () => '', take: () => null },
    editors: { found: () => [], start: () => Promise.resolve() },
    terminals: { found: () => [], start: () => Promise.resolve(), run: () => Promise.resolve() },
    hasVariable: () => false,
    processesIn: () => Promise.resolve([]),
    worktreeTools: {
      start: () => ({
        output: () => '',
        stop: () => undefined,
        ended: Promise.resolve({ problem: null, output: '' }),
      }),
      copy: () => Promise.resolve(null),
      config: () => null,
      isPortFree: () => Promise.resolve(true),
      isApproved: () => false,
      approve: () => undefined,
    },
    worktrees: '/worktrees',
  }
}
