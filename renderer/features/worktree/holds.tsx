import type { WorktreeLook } from '../../../main/contract/folders/changes.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { shortPath } from '../../entities/folder/short-path.ts'
import { filesWord } from '../../entities/tool/turn-changes.ts'
import { commitsWord } from './worktree-words.ts'
import css from './worktree.module.css'

/** Where a worktree is, and what is in it alone. */
export function Holds({ look }: { readonly look: WorktreeLook }) {
  const { worktree, state, uncommitted, files, commits, ahead, others } = look
  return (
    <>
      <p>
        It works in{' '}
        <span className="mono">
          <SafeText text={shortPath(worktree.path)} />
        </span>
        , on the branch{' '}
        <span className="mono">
          <SafeText text={worktree.branch} />
        </span>
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
          of="on its branch alone"
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
      {ahead === 0 && uncommitted === 0 && state === 'there' && (
        <p className="muted">Nothing in it is its own.</p>
      )}
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
          <li key={at}>
            <SafeText text={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
