import type { AgentId } from '../../../main/contract/api/model.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { visible } from '../../components/hygiene.ts'
import { show, toast } from '../../state/view-store.ts'

/** Opens a terminal in the agent's folder, on the machine on which Janus runs. */
export async function openTerminal(agent: AgentId): Promise<void> {
  try {
    const { folder } = await ask('terminals.open', { agent })
    toast(`A terminal opens in ${visible(folder)}`)
  } catch (error) {
    const choose = { label: 'Choose…', run: () => show({ kind: 'settings', text: 'terminal' }) }
    toast(wordsOf(error), { isError: true, action: choose })
  }
}
