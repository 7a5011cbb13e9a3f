import { noticesPerHour } from '../../contract/api/limits.ts'
import type { Agent, State } from '../../core/step/state.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isSilent } from '../../contract/mail/last-line.ts'

const hour = 3_600_000
/** So many unread rows are kept of an agent that nobody looks at. */
const mostUnread = 99

/** What agents tell their user is all shown, each once and in order, in time, and not more often than an hour has room for. */
export class NoticeWatcher extends Watcher {
  /** By agent: when notices were shown, in the last hour. */
  readonly #shown = new Map<AgentId, readonly number[]>()

  override rebooted(): void {
    this.#shown.clear()
  }

  committed({ before, rows, now }: Commit): void {
    for (const row of rows) {
      if (row.table !== 'agent') continue
      const { id } = row.row
      const told = rows.flatMap((one) =>
        one.table === 'entry' && one.row.agent === id && one.row.isNotice ? [one.row.n] : [],
      )
      for (const _ of told) this.ledger.count('notice')
      this.#looks(row.row, before.agents.get(id)?.agent, told, now)
    }
  }

  #looks({ id, notices }: Agent, was: Agent | undefined, told: readonly number[], now: number): void {
    const held = was?.notices?.held ?? null
    const count = (held?.count ?? 0) + told.length
    const last = notices?.last ?? null
    const isShown = last !== null && last.row !== was?.notices?.last?.row
    if (!isShown) return must((notices?.held?.count ?? 0) === count, 'a notice is shown or waits')
    must(last.row === (held?.row ?? told[0]), 'notices are shown in order, each once')
    must(last.count === count, 'all that waits is shown together')
    const times = [...(this.#shown.get(id) ?? []).filter((at) => at > now - hour), now]
    must(
      times.length <= noticesPerHour,
      'the user is shown notices of an agent three times in an hour at most',
    )
    this.#shown.set(id, times)
    if (count > 1) this.ledger.count('notices shown together')
  }

  override checked({ agents }: State, now: number): void {
    for (const { agent } of agents.values()) {
      if (agent.closedAt !== null || !agent.notices?.held) continue
      must((agent.notices.shown[0] ?? 0) + hour >= now, 'a notice waits an hour at most')
    }
  }
}

/** Words that end a turn are unread until the user has seen them; nothing else makes or takes such a mark. */
export class UnreadWatcher extends Watcher {
  committed({ before, after }: Commit): void {
    for (const [id, { agent }] of after.agents) {
      const was = before.agents.get(id)?.agent.unread ?? []
      const { unread, entryCount } = agent
      if (unread === was) continue
      this.ledger.count('unread')
      must(
        unread.length <= mostUnread && unread.every((row) => row <= entryCount),
        'what is unread is a row of its tab',
      )
      // Nobody looks in these worlds: only the oldest of very many go.
      const kept = was.filter((row) => unread.includes(row)).length
      must(
        kept === Math.min(was.length, mostUnread - (unread.length - kept)),
        'what was not seen stays unread',
      )
    }
    for (const { agent: id, outcome, text, promptedBy } of this.ledger.ended) {
      const now = after.agents.get(id)?.agent.unread
      if (outcome !== 'completed' || promptedBy?.by === 'gathering' || text.trim() === '' || isSilent(text))
        continue
      must(
        now === undefined || now !== before.agents.get(id)?.agent.unread,
        'words that ended a turn are unread',
      )
    }
  }
}
