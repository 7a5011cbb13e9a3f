import type { State } from '../core/state.ts'
import type { BranchWatch } from '../git-port.ts'

/** Has the folders of open tabs watched: when the tabs or their folders change, and after each turn. */
export function followBranches(branches: BranchWatch): (before: State, after: State) => void {
  let folders = ''
  return (before, after) => {
    if (before.agents === after.agents) return
    const cwds = new Set<string>()
    let hasEnded = false
    for (const [id, { agent, turn }] of after.agents) {
      if (agent.closedAt === null) cwds.add(agent.cwd)
      hasEnded ||= turn === null && (before.agents.get(id)?.turn ?? null) !== null
    }
    const now = [...cwds].join('\n')
    if (now === folders && !hasEnded) return
    folders = now
    branches.watch(cwds)
  }
}
