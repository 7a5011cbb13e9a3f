import { isSilent } from '../../contract/mail/last-line.ts'
import { must, Watcher } from './invariant.ts'
import type { Commit } from './ledger.ts'

/** So many are kept of an agent that nobody looks at. */
const most = 99

/** Words that end a turn are unread until the person has seen them; nothing else makes or takes such a mark. */
export class UnreadWatcher extends Watcher {
  committed({ before, after }: Commit): void {
    for (const [id, { agent }] of after.agents) {
      const was = before.agents.get(id)?.agent.unread ?? []
      const { unread, entryCount } = agent
      if (unread === was) continue
      this.ledger.count('unread')
      must(
        unread.length <= most && unread.every((row) => row <= entryCount),
        'what is unread is a row of its tab',
      )
      // Nobody looks in these worlds: only the oldest of very many go.
      const kept = was.filter((row) => unread.includes(row)).length
      must(kept === Math.min(was.length, most - (unread.length - kept)), 'what was not seen stays unread')
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
