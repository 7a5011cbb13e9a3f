import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { show, toast } from '../../view-store.ts'

/** Closes a tab; one that works asks first. */
export function closeTab(agent: AgentView) {
  if (agent.status === 'working') show({ kind: 'close', agent: agent.id })
  else void close(agent)
}

async function close(agent: AgentView) {
  if (!(await act('agents.close', { agent: agent.id }))) return
  const reopen = () => void act('agents.reopen', { agent: agent.id })
  toast(`${visible(agent.name)} is closed`, { action: { label: 'Undo', run: reopen } })
}

/** Asks before a working agent is closed. */
export function CloseDialog({ agent, onClose }: { readonly agent: AgentView; readonly onClose: () => void }) {
  return (
    <Dialog title={`Close ${visible(agent.name)}?`} onClose={onClose}>
      <div className="body">
        <p>
          It is at work, and closing ends its turn. The conversation is kept; the tab can be opened again.
        </p>
      </div>
      <footer>
        <button type="button" className="btn ghost" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="btn danger"
          onClick={() => {
            onClose()
            void close(agent)
          }}
        >
          Close tab
        </button>
      </footer>
    </Dialog>
  )
}
