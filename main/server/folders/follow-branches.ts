import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { BranchWatch } from '../../ports/git.ts'

/** Watches the folders of open tabs and reports agents whose folder has changed its branch. */
export class FollowBranches {
  readonly branchOf: (folder: string) => string | null
  readonly #branches: BranchWatch
  #folders = ''

  constructor(branches: BranchWatch, state: () => State, tell: (all: State, one: AgentState) => void) {
    this.#branches = branches
    this.branchOf = (folder) => branches.branchOf(folder)
    branches.connect((folder) => {
      for (const one of state().agents.values()) if (isSameFolder(one.agent.cwd, folder)) tell(state(), one)
    })
  }

  /** Called when a window connects. */
  look(now: State): void {
    const folders = foldersOf(now)
    this.#folders = [...folders].join('\n')
    this.#branches.watch(folders)
  }

  /** Looks again after a change of tabs or folders, and after each turn. */
  published(before: State, after: State): void {
    if (before.agents === after.agents) return
    const hasEnded = [...after.agents].some(
      ([id, { turn }]) => turn === null && (before.agents.get(id)?.turn ?? null) !== null,
    )
    if (hasEnded || [...foldersOf(after)].join('\n') !== this.#folders) this.look(after)
  }
}

function foldersOf({ agents }: State): ReadonlySet<string> {
  return new Set([...agents.values()].flatMap(({ agent }) => (agent.closedAt === null ? [agent.cwd] : [])))
}
