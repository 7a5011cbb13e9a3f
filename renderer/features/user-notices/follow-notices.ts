import type { AgentView } from '../../../main/contract/api/views.ts'
import type { UserNotice } from '../../../main/contract/agents/user-notices.ts'
import { visible } from '../../components/hygiene.ts'
import { NewerReader } from '../../state/newer.ts'
import { isInView } from '../../state/selectors.ts'
import { followTold } from '../../state/store.ts'
import { jumpTo, select, toast } from '../../state/view-store.ts'

/** The newest notice, and how many there were before it. */
function noticeWords({ text, count }: Pick<UserNotice, 'text' | 'count'>): string {
  const more = count === 2 ? 'one more notice' : `${count - 1} more notices`
  return count === 1 ? visible(text) : `${visible(text)} (and ${more} before it)`
}

/**
 * Shows agents' notices to the user as toasts, and as system notifications when the tab is not visible.
 * Returns the unsubscribe function.
 */
export function followNotices(notify: (title: string, body: string, go: () => void) => void): () => void {
  const reader = new NewerReader()
  return followTold((now, before) => {
    if (now.agents === before.agents) return
    const all = Object.values<AgentView>(now.agents).flatMap((agent) => {
      const shown = agent.notices?.shown
      return shown ? [{ agent, notice: shown, key: agent.id, at: shown.row }] : []
    })
    for (const { agent, notice } of reader.read(all)) {
      if (!document.hidden && document.hasFocus() && isInView('agent', agent.id)) continue
      const name = visible(agent.name)
      const run = () => {
        select(agent.id)
        jumpTo({ agent: agent.id, n: notice.row, words: '', isLanding: true })
      }
      toast(`${name}: ${noticeWords(notice)}`, { action: { label: `Go to ${name}`, run } })
      notify(name, noticeWords(notice), run)
    }
  })
}
