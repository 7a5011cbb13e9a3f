import { useEffect, useId, useState } from 'react'
import { classes } from '../../components/classes.ts'
import type { WorktreePlan } from '../../../main/contract/folders/changes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { useMirrorList } from '../../state/store.ts'
import { folderKey, shortPath } from '../folder/short-path.ts'
import css from './worktree-field.module.css'

interface WorktreeFieldProps {
  readonly folder: string
  readonly name: string
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
  /** The new agent may change files. */
  readonly mayWrite: boolean
}

/** Lets a new agent work in its own worktree; says where, and who else writes in the folder. */
export function WorktreeField({ folder, name, isOn, onTurn, mayWrite }: WorktreeFieldProps) {
  const id = useId()
  const plan = usePlan(folder, name)
  const agents = useMirrorList((now) => Object.values<AgentView>(now.agents))
  // The feed may contain the new agent before this form closes; it is the one with this name.
  const others = agents.filter((one) => one.name !== name)
  // Main resolves symbolic links and the spelling of the folder.
  const writers = mayWrite ? writersIn(others, plan?.folder ?? folder) : []
  const isApart = isOn && plan?.can === true
  // Turns the choice off if it is impossible.
  const isLost = isOn && plan?.can === false
  useEffect(() => {
    if (isLost) onTurn(false)
  }, [isLost, onTurn])
  if (!plan?.can && writers.length === 0) return null
  return (
    <div className="stack gap-2" data-part="worktree">
      {plan?.can && (
        <label className={classes('row strong', css.choice)}>
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby={`${id}-place`}
            onChange={(event) => onTurn(event.target.checked)}
          />
          In its own worktree
        </label>
      )}
      {plan?.can && (
        <small id={`${id}-place`} className="muted small break-anywhere">
          {isOn ? (
            <Place plan={plan} />
          ) : (
            'A copy of the repository on its own branch, to merge or discard later.'
          )}
        </small>
      )}
      {writers.length > 0 && !isApart && (
        <p className="muted small" role="status">
          <SafeText text={namesOfWriters(writers)} /> may change files in this folder too
          {plan?.can ? ': a worktree keeps them apart.' : '.'}
        </p>
      )}
    </div>
  )
}

function Place({
  plan: { path, branch, base, uncommitted },
}: {
  readonly plan: Extract<WorktreePlan, { can: true }>
}) {
  return (
    <>
      In <SafeText text={shortPath(path)} />, on the branch <SafeText text={branch} />
      {base !== null && (
        <>
          {' '}
          from <SafeText text={base} />
        </>
      )}
      .
      {uncommitted > 0 &&
        ` ${uncommitted === 1 ? '1 uncommitted file' : `${uncommitted} uncommitted files`} will not be included.`}
    </>
  )
}

/** Milliseconds after the last key. */
const settles = 250

function usePlan(folder: string, name: string): WorktreePlan | null {
  const [found, setFound] = useState<{ readonly of: string; readonly plan: WorktreePlan } | null>(null)
  useEffect(() => {
    if (folder === '' || name === '') return
    let left = false
    const timer = setTimeout(() => {
      ask('worktrees.plan', { folder, name }).then(
        (plan) => left || setFound({ of: folder, plan }),
        () => left || setFound(null),
      )
    }, settles)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [folder, name])
  return found && folderKey(found.of) === folderKey(folder) ? found.plan : null
}

/** Open agents that may change files in the folder, in tab order. */
export function writersIn(
  agents: readonly AgentView[],
  folder: string,
  but: AgentView['id'] | null = null,
): readonly AgentView[] {
  return agents
    .filter(({ id, closed, permissionMode, cwd }) => {
      const mayWrite = !closed && permissionMode !== 'plan'
      return mayWrite && id !== but && folderKey(cwd) === folderKey(folder)
    })
    .toSorted((a, b) => a.order - b.order)
}

/** `Scout`, `Scout and Builder`, `Scout, Builder and 2 others`. */
export function namesOfWriters(writers: readonly Pick<AgentView, 'name'>[]): string {
  const [first = '', second, ...more] = writers.map(({ name }) => name)
  if (second === undefined) return first
  if (more.length === 0) return `${first} and ${second}`
  return `${first}, ${second} and ${more.length === 1 ? '1 other' : `${more.length} others`}`
}
