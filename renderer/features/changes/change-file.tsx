import { useEffect, useRef, useState } from 'react'
import type { ChangedFile, FileChange } from '../../../main/contract/folders/changes.ts'
import type { LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { PathLink } from '../../components/path-link.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { CommentCount } from './line-comment.tsx'
import { RevertAct, revertChange } from './revert-act.tsx'
import { ReviewedDiff } from './reviewed-diff.tsx'
import { FileCount, KindSign, SplitPath, type ShownSpan } from './change-words.tsx'
import { classes } from '../../components/classes.ts'
import css from './changes.module.css'

interface ChangeFileProps {
  readonly agent: AgentId
  readonly of: ShownSpan
  readonly file: ChangedFile
  /** Changes when the files may have changed. */
  readonly version: number
  readonly isFirst: boolean
  /** Line to scroll to, in the first file. */
  readonly line: number | undefined
  readonly comments: readonly LineCommentView[]
  /** Called after a revert; `copy` is what an undo restores. */
  readonly onReverted: (path: string, copy: string) => void
}

export function ChangeFile(props: ChangeFileProps) {
  const { file, isFirst, comments } = props
  const [isOpen, setOpen] = useState(isFirst)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFirst) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isFirst])
  return (
    <section
      ref={box}
      className={classes('box', css.file)}
      aria-label={visible(file.path)}
      data-part="changed-file"
    >
      <h2>
        <button
          type="button"
          className={classes('row bare small', css.collapse)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="right" className={classes('faint', css.twist)} />
          <KindSign kind={file.kind} />
          <SplitPath path={file.path} />
          {comments.length > 0 && <CommentCount comments={comments} />}
          <FileCount file={file} />
        </button>
      </h2>
      {isOpen && <Lines {...props} />}
    </section>
  )
}

function Lines({ agent, of, file, version, isFirst, line, comments, onReverted }: ChangeFileProps) {
  const { path } = file
  const { span, n } = of
  const from = n === undefined ? {} : { n }
  const { answer: change, problem } = useAnswer('changes.look', { agent, span, path, ...from }, version)
  if (problem !== '') return <Problem text={problem} />
  if (change === null) return <p className="faint">Reading…</p>
  return (
    <>
      {change.from !== null && (
        <p className={classes('small muted', css.remark)}>
          Renamed from <SafeText text={change.from} />.
        </p>
      )}
      {change.remark !== '' && (
        <SafeText as="p" className={classes('small muted', css.remark)} text={change.remark} />
      )}
      <ReviewedDiff
        agent={agent}
        of={of}
        change={change}
        line={isFirst ? line : undefined}
        comments={comments}
        onReverted={onReverted}
      />
      <FileActs agent={agent} of={of} change={change} onReverted={onReverted} />
    </>
  )
}

interface FileActsProps {
  readonly agent: AgentId
  readonly of: ShownSpan
  readonly change: FileChange
  readonly onReverted: ChangeFileProps['onReverted']
}

function FileActs({ agent, of, change, onReverted }: FileActsProps) {
  const { path, revert, kind } = change
  return (
    <RevertAct
      key={revert.can ? revert.hash : ''}
      label={`Revert ${visible(path)}?`}
      name="Revert…"
      question={
        <>
          Revert the changes in <b className="mono">{visible(path)}</b>?{' '}
          {revert.can && <SafeText text={revert.loses} />}
        </>
      }
      revert={() => revertChange(agent, of, change)}
      can={revert.can}
      onReverted={(copy) => onReverted(path, copy)}
    >
      {kind !== 'deleted' && (
        <PathLink path={path} line={firstLine(change)}>
          Open in your editor
        </PathLink>
      )}
      <span className="grow" />
      {!revert.can && <SafeText as="span" className="faint" text={revert.why} />}
    </RevertAct>
  )
}

function firstLine({ hunks: [first] }: FileChange): number | null {
  if (!first || first.newStart === 0) return null
  const before = first.lines.findIndex((line) => !line.startsWith(' '))
  return first.newStart + Math.max(before, 0)
}
