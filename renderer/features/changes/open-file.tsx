import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { ConfirmDialog } from '../../components/sure.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import type { Panel } from '../../state/panel.ts'

interface OpenFileDialogProps {
  readonly agent: AgentView
  readonly panel: Extract<Panel, { kind: 'openFile' }>
  readonly onClose: () => void
}

/** The path came from the agent's text. */
export function OpenFileDialog({ agent, panel, onClose }: OpenFileDialogProps) {
  return (
    <ConfirmDialog
      title="Open a file outside the folder?"
      words={`${visible(panel.path)} is outside the folder of ${visible(agent.name)}. It opens in your editor.`}
      verb="Open"
      isDanger={false}
      onConfirm={() => {
        onClose()
        void openPath(agent.id, panel.path, panel.line, true)
      }}
      onClose={onClose}
    />
  )
}
