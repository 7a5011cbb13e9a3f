import type { AgentId, PermissionMode } from '../../contract/api/model.ts'
import type { Agent, State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

const memory = 10 * 60_000
/** In that time, of one agent and of all. */
const most = { own: 3, all: 10 }
/** From strict to lax. */
const modes: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'auto', 'bypassPermissions']

/** Messages to many make no storm, and agents make no tabs beyond what the person has said. */
export class ManyWatcher extends Watcher {
  /** When an agent's message to many went to somebody at once. */
  #passed: { readonly at: number; readonly from: AgentId }[] = []

  committed({ before, rows, now, after }: Commit): void {
    const senders = new Set<AgentId>()
    for (const row of rows) {
      if (row.table === 'agent' && !before.agents.has(row.row.id)) this.#mayOpen(row.row, before, after)
      if (row.table !== 'message' || !row.row.spread || row.row.from.kind !== 'agent') continue
      const isNew = row.row.acceptedAt === now && !this.ledger.known.has(row.row.id)
      if (isNew && row.row.reason?.kind !== 'spread') senders.add(row.row.from.id)
    }
    for (const from of senders) this.#passes(from, now)
  }

  #passes(from: AgentId, now: number): void {
    this.#passed = [...this.#passed.filter(({ at }) => at > now - memory), { at: now, from }]
    const own = this.#passed.filter((one) => one.from === from)
    must(own.length <= most.own, 'an agent writes to many three times in ten minutes at most')
    must(
      this.#passed.length <= most.all,
      'all agents together write to many ten times in ten minutes at most',
    )
  }

  #mayOpen({ openedBy, permissionMode }: Agent, before: State, after: State): void {
    if (openedBy === null) return
    const proposer = before.agents.get(openedBy.agent)?.agent
    must(proposer !== undefined, 'a tab is wanted by an agent that is there')
    const isLaxer = modes.indexOf(permissionMode) > modes.indexOf(proposer?.permissionMode ?? 'plan')
    must(!isLaxer, 'a tab asks no less than the agent that wanted it')
    if (openedBy.byPerson) return
    const alone = [...after.agents.values()].filter(
      ({ agent }) => agent.closedAt === null && agent.openedBy !== null && !agent.openedBy.byPerson,
    )
    must(alone.length <= before.limits.tabsByAgents, 'agents open no tab beyond the limit without the person')
  }
}
