import type { AgentView } from '../main/contract/views.ts'
import { ReadMessage } from './features/composer/read-message.tsx'
import { NewAgentDialog } from './features/start/new-agent.tsx'
import { SettingsDialog } from './features/settings/agent-settings.tsx'
import { RenameDialog } from './features/tabs/change-agent.tsx'
import { CloseDialog } from './features/tabs/close-tab.tsx'
import { useMirror } from './store.ts'
import { show, useView } from './view-store.ts'

const close = () => show(null)

/** The one sheet that may stand over the window. */
export function Panels({ selected }: { readonly selected: AgentView | null }) {
  const panel = useView((now) => now.panel)
  const agent = useMirror((now) => (panel && 'agent' in panel ? now.agents[panel.agent] : undefined))
  if (panel === null) return null
  if (panel.kind === 'newAgent') return <NewAgentDialog near={selected} onClose={close} />
  if (panel.kind === 'message') return <ReadMessage id={panel.message} from={panel.from} onClose={close} />
  if (!agent) return null
  switch (panel.kind) {
    case 'rename':
      return <RenameDialog agent={agent} onClose={close} />
    case 'settings':
      return <SettingsDialog agent={agent} onClose={close} />
    case 'close':
      return <CloseDialog agent={agent} onClose={close} />
  }
}
