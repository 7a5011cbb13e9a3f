import { useEffect, useId, useState, type FormEvent } from 'react'
import type { WorktreeLook } from '../../../main/contract/folders/changes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { Problem } from '../../components/problem.tsx'
import { endAgent } from '../../entities/agent/endings.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import { filesWord } from '../../entities/tool/change-lines.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import { CommandText, RunningCommand } from './running-command.tsx'
import css from './worktree.module.css'

interface LeaveWorktreeProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

export function LeaveWorktree({ agent, onClose }: LeaveWorktreeProps) {
  const { look, problem, setProblem } = useLook(agent)
  const [chosen, setChosen] = useState<Way | null>(null)
  const [isSent, setSent] = useState(false)
  const [isAnyway, setAnyway] = useState(false)
  const name = visible(agent.name)
  const canBring = look !== null && look.problem === '' && look.state === 'there'
  const hasWork = look !== null && (look.ahead > 0 || look.uncommitted > 0)
  const way = chosen ?? (canBring && hasWork ? 'bring' : 'keep')
  const leave = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    try {
      const stays = await leaveBy(way, agent, look, isAnyway)
      if (stays === null) return onClose()
      setProblem(stays)
    } catch (error) {
      setProblem(errorWords(error))
    }
    setSent(false)
  }
  return (
    <Dialog title={`Close ${name}, and its worktree?`} onClose={onClose}>
      <form onSubmit={(event) => void leave(event)}>
        <div className="sheet-body">
          {problem !== '' && <Problem text={problem} />}
          {agent.status === 'working' && <p>It is working, and closing ends its turn.</p>}
          {look === null ? <p className="muted">Checking its changes…</p> : <Holds look={look} />}
          {look && <Ways way={way} look={look} canBring={canBring} onChoose={setChosen} />}
          {look && way !== 'keep' && (
            <Cleanup
              agent={agent}
              look={look}
              isAnyway={isAnyway}
              isFailed={problem !== ''}
              onTurn={setAnyway}
            />
          )}
        </div>
        <footer>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={way === 'throw' ? 'danger' : 'primary'}
            disabled={isSent || look === null}
          >
            {verbs[way]}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const verbs = { bring: 'Merge and close', keep: 'Close tab', throw: 'Discard and close' } as const

/** Reloads when the agent's turn ends. */
function useLook({ id, status }: AgentView) {
  const [look, setLook] = useState<WorktreeLook | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let left = false
    ask('worktrees.look', { agent: id }).then(
      (told) => left || setLook(told),
      (error: unknown) => left || setProblem(errorWords(error)),
    )
    return () => void (left = true)
  }, [id, status])
  return { look, problem, setProblem }
}

interface CleanupProps {
  readonly agent: AgentView
  readonly look: WorktreeLook
  readonly isAnyway: boolean
  /** The removal failed; the cause may be a cleanup command that can't be read. */
  readonly isFailed: boolean
  readonly onTurn: (isAnyway: boolean) => void
}

/** The command that runs before the worktree is removed, and the option to skip it. */
function Cleanup({ agent, look: { cleanup }, isAnyway, isFailed, onTurn }: CleanupProps) {
  const running = agent.worktree?.teardown
  if (cleanup === null && !isFailed) return null
  return (
    <div className="stack gap-2" data-part="cleanup">
      {cleanup !== null && !isAnyway && (
        <>
          <p>Before it is removed, this command runs there:</p>
          <CommandText command={cleanup.command} />
        </>
      )}
      <label className="row">
        <input type="checkbox" checked={isAnyway} onChange={(event) => onTurn(event.target.checked)} />
        Remove it without the teardown command
      </label>
      {running?.state === 'running' && <RunningCommand agent={agent} phase="teardown" run={running} />}
    </div>
  )
}

/** Returns why the tab stays open, or null. */
async function leaveBy(
  way: Way,
  agent: AgentView,
  look: WorktreeLook | null,
  anyway: boolean,
): Promise<string | null> {
  if (look === null) return null
  if (way === 'keep') {
    await endAgent(agent, 'close')
    return null
  }
  const name = visible(agent.name)
  const consent = { anyway, ...(look.cleanup ? { teardown: look.cleanup.command } : {}) }
  if (way === 'throw') {
    await ask('worktrees.throwAway', { agent: agent.id, hash: look.hash, ...consent })
    toast(`${name} is closed, and its worktree is gone`)
    return null
  }
  const brought = await ask('worktrees.bringBack', { agent: agent.id, commit: true, ...consent })
  if (brought.state === 'conflicts')
    return `Both sides have changed ${brought.files.join(', ')}. Nothing was done. Let ${name} merge ${look.worktree.base ?? 'the other side'} into its branch first, or merge ${look.worktree.branch} yourself.`
  toast(`${name} is closed: ${commitsWord(brought.commits)} merged into ${visible(look.worktree.base ?? '')}`)
  return null
}

interface WaysProps {
  readonly way: Way
  readonly look: WorktreeLook
  readonly canBring: boolean
  readonly onChoose: (way: Way) => void
}

function Ways({ way, look, canBring, onChoose }: WaysProps) {
  const { worktree, uncommitted, problem, blocked } = look
  const { base, branch, repository, path } = worktree
  const also =
    uncommitted > 0 ? ` The uncommitted ${uncommitted === 1 ? 'file is' : 'files are'} committed first.` : ''
  const all = [
    [
      'bring',
      'Merge',
      canBring
        ? `Merges ${branch} into ${base ?? ''} in ${shortPath(repository)}, then removes the worktree.${also}`
        : problem,
    ],
    ['keep', 'Keep', `The worktree stays in ${shortPath(path)}, and is there when you reopen the tab.`],
    ['throw', 'Discard', blocked === '' ? lossWords(look) : blocked],
  ] as const
  return (
    <fieldset className={classes('stack', css.ways)}>
      <legend className="vh">What to do with its worktree</legend>
      {all.map(([of, word, about]) => (
        <WayRow
          key={of}
          of={of}
          word={word}
          about={about}
          isOn={way === of}
          isOff={(of === 'bring' && !canBring) || (of === 'throw' && blocked !== '')}
          onChoose={onChoose}
        />
      ))}
    </fieldset>
  )
}

interface WayRowProps {
  readonly of: Way
  readonly word: string
  readonly about: string
  readonly isOn: boolean
  readonly isOff: boolean
  readonly onChoose: (way: Way) => void
}

function WayRow({ of, word, about, isOn, isOff, onChoose }: WayRowProps) {
  const id = useId()
  return (
    <div className={css.way}>
      <input
        type="radio"
        id={id}
        name="way"
        checked={isOn}
        disabled={isOff}
        aria-describedby={`${id}-about`}
        onChange={() => onChoose(of)}
      />
      <label htmlFor={id}>{word}</label>
      <SafeText as="small" id={`${id}-about`} className="muted break-anywhere" text={about} />
    </div>
  )
}

function Holds({ look }: { readonly look: WorktreeLook }) {
  const { worktree, state, uncommitted, files, commits, ahead, others } = look
  return (
    <>
      <p>
        It works in <SafeText as="span" className="mono" text={shortPath(worktree.path)} />, on the branch{' '}
        <SafeText as="span" className="mono" text={worktree.branch} />
        {worktree.base !== null && (
          <>
            {' '}
            from <SafeText text={worktree.base} />
          </>
        )}
        .{state === 'gone' && ' That folder is gone.'}
      </p>
      {ahead > 0 && (
        <Named
          count={commitsWord(ahead)}
          of="only on this branch"
          names={commits}
          isMore={ahead > commits.length}
        />
      )}
      {uncommitted > 0 && (
        <Named
          count={filesWord(uncommitted)}
          of="not committed"
          names={files}
          isMore={uncommitted > files.length}
          isCode
        />
      )}
      {ahead === 0 && uncommitted === 0 && state === 'there' && <p className="muted">It has no changes.</p>}
      {others.length > 0 && (
        <p>
          <SafeText text={others.join(', ')} /> {others.length === 1 ? 'works' : 'work'} there too.
        </p>
      )}
    </>
  )
}

interface NamedProps {
  readonly count: string
  readonly of: string
  readonly names: readonly string[]
  readonly isMore: boolean
  readonly isCode?: boolean
}

function Named({ count, of, names, isMore, isCode = false }: NamedProps) {
  return (
    <div className={css.named}>
      <p>
        {count} {of}
        {isMore && ', among them'}:
      </p>
      <ul className={isCode ? 'mono' : undefined}>
        {names.map((name, at) => (
          <SafeText as="li" key={at} text={name} />
        ))}
      </ul>
    </div>
  )
}

type Way = 'bring' | 'keep' | 'throw'

const commitsWord = (count: number): string => (count === 1 ? '1 commit' : `${count} commits`)

export function lossWords({ uncommitted, ahead, worktree, state }: WorktreeLook): string {
  const files = uncommitted > 0 && state === 'there' ? `${filesWord(uncommitted)} not committed` : ''
  const commits = ahead > 0 ? commitsWord(ahead) : ''
  const both = [commits, files].filter((part) => part !== '').join(' and ')
  const also = `The branch ${worktree.branch} and the folder are removed`
  if (both === '') return `Nothing is lost: it has no changes. ${also}.`
  return `${both} ${both.startsWith('1 ') && !both.includes(' and ') ? 'is' : 'are'} deleted permanently. ${also}.`
}
