import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { namesOfWriters, writersIn } from '../../entities/agent/worktree-field.tsx'
import { folderName } from '../../entities/folder/short-path.ts'
import { useMirrorList } from '../../state/store.ts'
import css from './head.module.css'

/** Where an agent works: the folder, the branch beside it, and who else may change files there. */
export function PlaceFacts({ agent }: { readonly agent: AgentView }) {
  const { cwd, branch, worktree, permissionMode, id } = agent
  const agents = useMirrorList((now) => Object.values<AgentView>(now.agents))
  const writers = permissionMode === 'plan' || agent.closed ? [] : writersIn(agents, cwd, id)
  const own = worktree === null ? '' : ' Its own worktree.'
  const where = branch === null ? visible(cwd) : `${visible(cwd)}, on ${visible(branch)}.${own}`
  return (
    <>
      <span className={css.place} title={where} data-part="place">
        · <SafeText text={folderName(worktree?.repository ?? cwd)} />
        {branch !== null && (
          <span className={css.branch} data-part="branch">
            <Icon name="branch" />
            <span className="vh">on branch </span>
            <SafeText text={branch} />
          </span>
        )}
      </span>
      {writers.length > 0 && (
        <span
          className={css.writers}
          data-part="writers"
          title="A new agent can have its own worktree, which keeps them apart."
        >
          · <SafeText text={namesOfWriters(writers)} /> {writers.length === 1 ? 'writes' : 'write'} here too
        </span>
      )}
    </>
  )
}
