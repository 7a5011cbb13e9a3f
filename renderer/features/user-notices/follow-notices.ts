import type { HandlersView } from '../../../main/contract/handlers/handlers.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { UserNotice } from '../../../main/contract/agents/user-notices.ts'
import { visible } from '../../components/hygiene.ts'
import { NewerReader } from '../../state/newer.ts'
import { isInView } from '../../state/selectors.ts'
import { followMainChanges } from '../../state/store.ts'
import { jumpTo, select, toast } from '../../state/view-store.ts'

type Notify = (title: string, body: string, go: () => void) => void

/** Calls `tell` for notices that are newer than the last one with the same key. */
function follow<T extends { readonly key: string; readonly at: number }>(
  noticesOf: (agent: AgentView) => readonly T[],
  tell: (agent: AgentView, notice: T, isSeen: boolean) => void,
): () => void {
  const reader = new NewerReader()
  return followMainChanges((now, before) => {
    if (now.agents === before.agents) return
    const all = Object.values<AgentView>(now.agents).flatMap((agent) =>
      noticesOf(agent).map((notice) => ({ agent, notice, key: notice.key, at: notice.at })),
    )
    for (const { agent, notice } of reader.read(all))
      tell(agent, notice, !document.hidden && document.hasFocus() && isInView('agent', agent.id))
  })
}

/** The newest notice, and how many there were before it. */
function noticeWords({ text, count }: Pick<UserNotice, 'text' | 'count'>): string {
  const more = count === 2 ? 'one more notice' : `${count - 1} more notices`
  return count === 1 ? visible(text) : `${visible(text)} (and ${more} before it)`
}

/**
 * Shows agents' notices to the user as toasts and system notifications, unless the tab is visible. Returns
 * the unsubscribe function.
 */
export const followNotices = (notify: Notify): (() => void) =>
  follow(
    ({ id, notices }) => (notices?.shown ? [{ ...notices.shown, key: id, at: notices.shown.row }] : []),
    ({ id, name }, notice, isSeen) => {
      if (isSeen) return
      const run = () => {
        select(id)
        jumpTo({ agent: id, n: notice.row, words: '', isLanding: true })
      }
      toast(`${visible(name)}: ${noticeWords(notice)}`, { action: { label: `Go to ${visible(name)}`, run } })
      notify(visible(name), noticeWords(notice), run)
    },
  )

type Told = HandlersView['told'][number]

export function ruleNoticeWords({ name }: Pick<AgentView, 'name'>, told: Told): string {
  const words = `${visible(told.fromName)} to ${visible(name)}: “${visible(told.preview)}”`
  return told.problem === ''
    ? `${words} (your rule “${visible(told.name)}”)`
    : `Your rule “${visible(told.name)}” could not answer: ${visible(told.problem)} ${words}`
}

/**
 * Shows the notices of message rules as toasts, and as system notifications unless the tab is visible.
 * Returns the unsubscribe function.
 */
export const followRuleNotices = (notify: Notify): (() => void) =>
  follow(
    ({ handlers }) => handlers.told.map((told) => ({ ...told, key: told.handler })),
    (agent, told, isSeen) => {
      const words = ruleNoticeWords(agent, told)
      const run = () => select(agent.id)
      toast(words, {
        isError: told.problem !== '',
        action: { label: `Go to ${visible(agent.name)}`, run },
      })
      if (!isSeen) notify(`${visible(agent.name)}: ${visible(told.name)}`, words, run)
    },
  )
