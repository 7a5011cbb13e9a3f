import { useCallback, useState } from 'react'
import type { ChangeList } from '../../../main/contract/folders/changes.ts'
import type { LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { PathOpener } from '../../components/path-link.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import type { Panel } from '../../state/panel.ts'
import { ChangeFile } from './change-file.tsx'
import { ChangeSum, nothingWords, SpanChoice, type ShownSpan } from './change-words.tsx'
import { CommentsApart } from './reviewed-diff.tsx'
import { SendComments } from './send-comments.tsx'
import { useChanges } from './use-changes.ts'
import { useComments } from './use-comments.ts'
import { classes } from '../../components/classes.ts'
import css from './changes.module.css'

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
