import { useCallback, useState, useRef, useEffect } from 'react'
import type { ChangeList, ChangedFile, FileChange } from '../../../main/contract/folders/changes.ts'
import { type LineCommentView, pendingWords } from '../../../main/contract/folders/line-comments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { PathOpener, PathLink } from '../../components/path-link.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import type { Panel } from '../../state/panel.ts'
import {
  ChangeSum,
  nothingWords,
  SpanChoice,
  type ShownSpan,
  FileCount,
  KindSign,
  SplitPath,
} from './change-words.tsx'
import { CommentsApart, ReviewedDiff } from './reviewed-diff.tsx'
import { useChanges } from './use-changes.ts'
import { useComments } from './use-comments.ts'
import { classes } from '../../components/classes.ts'
import css from './changes.module.css'
import { newKey } from '../../state/view-store.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Icon } from '../../components/icon.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { CommentCount } from './line-comment.tsx'
import { RevertAct, revertChange } from './revert-act.tsx'

interface ChangesDialogProps {
  readonly agent: AgentView
  readonly panel: Extract<Panel, { kind: 'changes' }>
  readonly onClose: () => void
}

export function ChangesDialog({ agent, panel, onClose }: ChangesDialogProps) {
  const [of, setOf] = useState<ShownSpan>({ span: panel.span, n: panel.n })
  const { list, problem: unread, version, isOld } = useChanges(agent, of)
  const { comments, problem: unreadComments } = useComments(agent, version)
  const problem = unread || unreadComments
  const open = useCallback(
    (path: string, line: number | null) => void openPath(agent.id, path, line),
    [agent.id],
  )
  const [back, setBack] = useState<Back | null>(null)
  const reverted = (path: string, copy: string) => setBack({ path, copy, problem: '' })
  const putBack = async ({ path, copy }: Back) => {
    try {
      await ask('changes.putBack', { agent: agent.id, copy })
      setBack(null)
    } catch (error) {
      setBack({ path, copy, problem: errorWords(error) })
    }
  }
  return (
    <Dialog
      title={`${visible(agent.name)}’s changes`}
      className={css.sheet}
      onClose={onClose}
      tools={
        <SpanChoice
          now={of.span}
          onChoose={(span) => setOf({ span, n: span === 'turn' ? panel.n : undefined })}
        />
      }
    >
      <PathOpener value={open}>
        <div className={classes('row gap-6 row-gap-4 wrap muted', css.sum)} role="status">
          {list !== null && list.files.length > 0 && <ChangeSum list={list} />}
          <SendComments agent={agent} hasFiles={list !== null && list.files.length > 0} />
          {back && <TakenBack back={back} onPutBack={() => void putBack(back)} />}
        </div>
        <div className={css.files} data-part="changes" aria-busy={isOld}>
          {problem !== '' && <Problem text={problem} />}
          {list === null && problem === '' && <p className="muted">Looking for changes…</p>}
          {list && (
            <Files
              agent={agent}
              of={of}
              list={list}
              version={version}
              first={panel.path}
              line={panel.line}
              comments={comments}
              onReverted={reverted}
            />
          )}
        </div>
      </PathOpener>
    </Dialog>
  )
}

interface Back {
  readonly path: string
  readonly copy: string
  readonly problem: string
}

function TakenBack({ back, onPutBack }: { readonly back: Back; readonly onPutBack: () => void }) {
  if (back.problem !== '') return <Problem text={back.problem} />
  return (
    <span className={classes('inline-row', css.back)}>
      <span className="clip">
        Reverted <SafeText text={back.path} />
      </span>
      <Button variant="ghost" onClick={onPutBack}>
        Undo
      </Button>
    </span>
  )
}

interface FilesProps {
  readonly agent: AgentView
  readonly of: ShownSpan
  readonly list: ChangeList
  readonly version: number
  readonly first: string | undefined
  readonly line: number | undefined
  readonly comments: readonly LineCommentView[]
  readonly onReverted: (path: string, copy: string) => void
}

function Files({ agent, of, list, version, first, line, comments, onReverted }: FilesProps) {
  const opened = first ?? list.files[0]?.path
  const others = comments.filter(({ path }) => !list.files.some((file) => file.path === path))
  return (
    <>
      {list.remark !== '' && (
        <SafeText as="p" className={classes('small muted', css.remark)} text={list.remark} />
      )}
      {list.files.length === 0 && list.remark === '' && <p className="muted">{nothingWords[of.span]}</p>}
      {list.files.map((file) => (
        <ChangeFile
          key={`${of.span} ${file.path}`}
          agent={agent.id}
          of={of}
          file={file}
          version={version}
          onReverted={onReverted}
          isFirst={file.path === opened}
          line={line}
          comments={comments.filter(({ path }) => path === file.path)}
        />
      ))}
      {others.length > 0 && (
        <CommentsApart agent={agent.id} title="On files not listed here" comments={others} />
      )}
    </>
  )
}

interface SendCommentsProps {
  readonly agent: AgentView
  readonly hasFiles: boolean
}

function SendComments({ agent: { id, review }, hasFiles }: SendCommentsProps) {
  const pending = review?.pending ?? 0
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  // Reused by a retry, so that nothing is sent twice.
  const key = useRef(newKey())
  const send = async () => {
    setSending(true)
    try {
      await ask('comments.send', { agent: id, idempotencyKey: key.current })
      key.current = newKey()
      setProblem('')
    } catch (error) {
      setProblem(errorWords(error))
    }
    setSending(false)
  }
  if (pending === 0)
    return (
      hasFiles && (
        <span className="faint">To comment, drag over line numbers, or move to a line and press Enter.</span>
      )
    )
  return (
    <>
      {problem !== '' && <Problem text={problem} />}
      <span className="num">{pendingWords(pending)}</span>
      <Button variant="primary" disabled={isSending} onClick={() => void send()}>
        {pending === 1 ? 'Send comment' : `Send ${pending} comments`}
      </Button>
    </>
  )
}

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

function ChangeFile(props: ChangeFileProps) {
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
