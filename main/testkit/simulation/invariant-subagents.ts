import { isSubagentLog, mostSubagentRows, ownerOf } from '../../contract/agents/subagents.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import { subagentWords } from '../memory/subagent.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** A subagent's text is in its own log only: it never counts as its agent's text, and reaches no other agent. */
export class SubagentWatcher extends Watcher {
  readonly #newest = new Map<AgentId, number>()

  committed({ after, rows }: Commit): void {
    for (const row of rows) {
      if (row.table === 'entry' && isSubagentLog(row.row.agent)) this.#row(row.row)
      else if (row.table !== 'forgotten' && row.table !== 'copied')
        must(
          !JSON.stringify(row.row).includes(subagentWords),
          'a subagent’s words stand in its own log alone',
        )
    }
    for (const { process, subagents } of after.agents.values())
      must(process !== 'off' || subagents.length === 0, 'no subagent outlives the process that runs it')
  }

  #row({ agent, n, within, author }: Entry): void {
    const before = this.#newest.get(agent) ?? 0
    must(n === before + 1 && n <= mostSubagentRows, 'a subagent’s log has no gaps, and an end')
    must(within !== undefined, `a row of a subagent of ${ownerOf(agent)} is found under its call`)
    must(author.kind === 'system', 'a subagent does not speak for its agent')
    this.ledger.count('subagent said')
    this.#newest.set(agent, n)
  }
}
