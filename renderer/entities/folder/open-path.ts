import type { AgentId } from '../../../main/contract/api/model.ts'
import { withErrorToast } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { show, toast } from '../../state/view-store.ts'

/** Opens a file in the user's editor; asks first if it is outside of the agent's folder. */
export async function openPath(
  agent: AgentId,
  path: string,
  line: number | null,
  sure = false,
): Promise<void> {
  const editor = mirror.getState().status?.settings.editor
  if (editor === '') {
    const choose = { label: 'Choose…', run: () => show({ kind: 'settings', text: 'editor' }) }
    toast('Choose an editor first to open files.', { action: choose })
    return
  }
  await withErrorToast(async () => {
    const opened = await ask('files.open', { agent, path, sure, ...(line === null ? {} : { line }) })
    if (opened.state === 'asks') show({ kind: 'openFile', agent, path: opened.path, line })
  })
}
