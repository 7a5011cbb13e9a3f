import type { HandlersView } from '../../../main/contract/handlers/handlers.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { NewerReader } from '../../state/newer.ts'
import { isInView } from '../../state/selectors.ts'
import { followTold } from '../../state/store.ts'
import { select, toast } from '../../state/view-store.ts'

type Told = HandlersView['told'][number]

export function ruleNoticeWords({ name }: Pick<AgentView, 'name'>, told: Told): string {
  const words = `${visible(told.fromName)} to ${visible(name)}: “${visible(told.preview)}”`
  return told.problem === ''
    ? `${words} (your rule “${visible(told.name)}”)`
    : `Your rule “${visible(told.name)}” could not answer: ${visible(told.problem)} ${words}`
}

/**
 * Shows the notices that rules send to the user: as a toast, and as a system notification when the tab is not
 * visible. Returns the unsubscribe function.
 */
export function followRuleNotices(notify: (title: string, body: string, go: () => void) => void): () => void {
  const reader = new NewerReader()
  return followTold((now, before) => {
    if (now.agents === before.agents) return
    const all = Object.values<AgentView>(now.agents).flatMap((agent) =>
      agent.handlers.told.map((told) => ({ agent, told, key: told.handler, at: told.at })),
    )
    for (const { agent, told } of reader.read(all)) {
      const run = () => select(agent.id)
      toast(ruleNoticeWords(agent, told), {
        isError: told.problem !== '',
        action: { label: `Go to ${visible(agent.name)}`, run },
      })
      const isSeen = !document.hidden && document.hasFocus() && isInView('agent', agent.id)
      if (!isSeen) notify(`${visible(agent.name)}: ${visible(told.name)}`, ruleNoticeWords(agent, told), run)
    }
  })
}
