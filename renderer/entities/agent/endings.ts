import { waitingMail } from './agent-state.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { mirror } from '../../state/store.ts'
import type { ConfirmedAct } from '../../state/panel.ts'
import { dismiss, select, toast, view } from '../../state/view-store.ts'

/** Does it without asking; errors are shown in a toast. */
export async function endAgent(agent: AgentView, how: ConfirmedAct): Promise<void> {
  const of = { agent: agent.id }
  switch (how) {
    case 'stop':
      await act('agents.stop', of)
      return
    case 'restart':
      await act('agents.restart', of)
      return
    case 'delete':
      if (await act('agents.close', { ...of, forever: true })) toast(`${visible(agent.name)} is deleted`)
      return
    case 'close': {
      if (!(await act('agents.close', of))) return
      const undo = { label: 'Undo', run: () => void reopenAgent(agent) }
      goneWithReopening(agent.id, toast(closedWords(agent), { action: undo }))
    }
  }
}

function closedWords(agent: AgentView): string {
  const { name } = agent
  const length = waitingMail(agent)
  const mail =
    length === 0 ? '' : length === 1 ? '; 1 message waits for it' : `; ${length} messages wait for it`
  return `${visible(name)} is closed${mail}`
}

/** Dismisses the undo offer once the tab is reopened or deleted. */
function goneWithReopening(agent: AgentId, offer: number) {
  const leave = mirror.subscribe(({ agents }, { agents: before }) => {
    const isBack = before[agent]?.closed === true && agents[agent]?.closed !== true
    const isOffered = view.getState().toasts.some(({ id }) => id === offer)
    if (isBack) dismiss(offer)
    if (isBack || !isOffered) leave()
  })
}

export async function reopenAgent(agent: Pick<AgentView, 'id'>): Promise<void> {
  if (await act('agents.reopen', { agent: agent.id })) select(agent.id)
}
