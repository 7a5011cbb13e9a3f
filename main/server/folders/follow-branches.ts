import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { BranchWatch } from '../../ports/git.ts'

/** Has the folders of open tabs watched, and tells of each agent there when the branch of its folder has changed. */
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

  /** Looks at the folders of these tabs: a window has come. */
  look(now: State): void {
    const folders = foldersOf(now)
    this.#folders = [...folders].join('\n')
    this.#branches.watch(folders)
  }

  /** Looks again where the tabs or their folders have changed, and after each turn. */
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
