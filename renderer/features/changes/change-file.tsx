import { useEffect, useMemo, useRef, useState } from 'react'
import type { ChangedFile, FileChange } from '../../../main/contract/folders/changes.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { hunkLines } from '../../components/diff-lines.ts'
import { Diff } from '../../components/diff.tsx'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { PathLink } from '../../components/path-link.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { FileCount, KindSign, SplitPath, type ShownSpan } from './change-words.tsx'
import { classes } from '../../components/classes.ts'
import css from './changes.module.css'

interface ChangeFileProps {
  readonly agent: AgentId
  readonly of: ShownSpan
  readonly file: ChangedFile
  /** Another number: what is shown may have changed. */
  readonly version: number
  readonly isFirst: boolean
  /** It was taken back; `copy` can be put back. */
  readonly onReverted: (path: string, copy: string) => void
}

/** One file of a span: its head, and its lines once they are asked for. */
export function ChangeFile({ agent, of, file, version, isFirst, onReverted }: ChangeFileProps) {
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
          <FileCount file={file} />
        </button>
      </h2>
      {isOpen && <Lines key={version} agent={agent} of={of} file={file} onReverted={onReverted} />}
    </section>
  )
}

type LinesProps = Pick<ChangeFileProps, 'agent' | 'of' | 'file' | 'onReverted'>

function Lines({ agent, of, file, onReverted }: LinesProps) {
  const { path } = file
  const { span, n } = of
  const from = n === undefined ? {} : { n }
  const { answer: change, problem } = useAnswer('changes.look', { agent, span, path, ...from })
  const lines = useMemo(() => hunkLines(change?.hunks ?? []), [change])
  if (problem !== '') return <Problem text={problem} />
  if (change === null) return <p className="faint">Reading…</p>
  const isNumbered = change.hunks.every(({ oldStart, newStart }) => oldStart > 0 || newStart > 0)
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
      {lines.length > 0 && <Diff path={path} lines={lines} isNumbered={isNumbered} />}
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

/** Opens the file, or takes back what was changed in it, after a question. */
function FileActs({ agent, of: { span, n }, change, onReverted }: FileActsProps) {
  const { path, revert, kind } = change
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const takeBack = async () => {
    if (!revert.can) return
    setAsking(false)
    try {
      const from = n === undefined ? {} : { n }
      const { copy } = await ask('changes.revert', { agent, span, path, hash: revert.hash, ...from })
      onReverted(path, copy)
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  if (isAsking && revert.can)
    return (
      <div
        className={classes('row wrap gap-5 row-gap-3 small muted', css.sure)}
        role="group"
        aria-label={`Revert ${visible(path)}?`}
      >
        <p>
          Revert the changes in <b className="mono">{visible(path)}</b>? <SafeText text={revert.loses} /> The
          current version is kept: you can undo this.
        </p>
        <Button ref={takeFocus} variant="ghost" onClick={() => setAsking(false)}>
          Cancel
        </Button>
        <Button variant="danger" onClick={() => void takeBack()}>
          Revert
        </Button>
      </div>
    )
  return (
    <div className={classes('row wrap gap-5 row-gap-3 small muted', css.acts)}>
      {problem !== '' && <Problem text={problem} />}
      {kind !== 'deleted' && (
        <PathLink path={path} line={firstLine(change)}>
          Open in your editor
        </PathLink>
      )}
      <span className="grow" />
      {revert.can ? (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Revert…
        </Button>
      ) : (
        <SafeText as="span" className="faint" text={revert.why} />
      )}
    </div>
  )
}

function firstLine({ hunks: [first] }: FileChange): number | null {
  if (!first || first.newStart === 0) return null
  const before = first.lines.findIndex((line) => !line.startsWith(' '))
  return first.newStart + Math.max(before, 0)
}
