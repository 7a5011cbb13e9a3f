import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { RowMenu, Yields } from '../../components/priority-row.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { PolicyPicker } from '../../entities/agent/policies.tsx'
import { folderName } from '../../entities/folder/short-path.ts'
import { SetUp } from '../../entities/agent/set-up.tsx'
import css from './composer.module.css'

/** Model, effort, permission mode and folder: what holds for the next turn. */
export function ComposerSettings({ agent }: { readonly agent: AgentView }) {
  return (
    <>
      <SetUp
        kind={agent.kind}
        value={agent}
        efforts={agent.abilities.efforts}
        onChange={(changed) => void act('agents.change', { agent: agent.id, ...changed })}
      />
      <Yields at={2}>
        <PolicyPicker agent={agent} />
      </Yields>
      <RowMenu label="More settings of the next turn" />
      <span className={css.folder} data-yield={1} title={visible(agent.cwd)}>
        <Icon name="folder" />
        <span className="clip">
          <SafeText text={folderName(agent.cwd)} />
        </span>
      </span>
    </>
  )
}
