import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { select, toast, type Ending } from '../../view-store.ts'

/** Does what ends or breaks off an agent's work, without asking; what goes wrong is told in a toast. */
export async function endAgent(agent: AgentView, how: Ending): Promise<void> {
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
      toast(`${visible(agent.name)} is closed`, { action: undo })
    }
  }
}

/** Brings a closed tab back and shows it. */
export async function reopenAgent(agent: Pick<AgentView, 'id'>): Promise<void> {
  if (await act('agents.reopen', { agent: agent.id })) select(agent.id)
}
