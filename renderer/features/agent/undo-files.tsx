import { useState, type FormEvent } from 'react'
import type { FileUndo } from '../../../main/contract/folders/conversations.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { toast } from '../../state/view-store.ts'
import { pathWithin } from '../../entities/folder/short-path.ts'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'

interface UndoFilesProps {
  readonly agent: AgentView
  /** A row of the turn whose files are to be restored. */
  readonly n: number
  readonly onClose: () => void
}

export function UndoFilesDialog({ agent, n, onClose }: UndoFilesProps) {
  const { id } = agent
  const { answer: found, problem: unread } = useAnswer('agents.undoFiles', { agent: id, n })
  const [refused, setRefused] = useState('')
  const [isSent, setSent] = useState(false)
  const problem = refused || unread
  const undo = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    try {
      const { files } = await ask('agents.undoFiles', { agent: id, n, do: true })
      toast(files.length === 1 ? '1 file reverted' : `${files.length} files reverted`)
      onClose()
    } catch (error) {
      setRefused(errorWords(error))
      setSent(false)
    }
  }
  const isNothing = found !== null && found.files.length === 0
  return (
    <Dialog title={`Revert ${visible(agent.name)}’s changes`} onClose={onClose}>
      <form onSubmit={(event) => void undo(event)}>
        <div className="sheet-body" aria-live="polite">
          {problem !== '' && <Problem text={problem} />}
          {found === null && problem === '' && <p>Looking for changed files…</p>}
          {isNothing && <p>Its tools have changed no file since before this turn.</p>}
          {found !== null && !isNothing && <Files agent={agent} found={found} />}
        </div>
        <SheetFooter act="Revert" onClose={onClose} isSent={isSent || found === null || isNothing} />
      </form>
    </Dialog>
  )
}

function Files({ agent, found: { files, lines } }: { readonly agent: AgentView; readonly found: FileUndo }) {
  return (
    <>
      <p>
        Restore {files.length === 1 ? 'this file' : `these ${files.length} files`} to before this turn?
        {lines && (
          <span className="num">
            {' '}
            +{lines.added} −{lines.removed}
          </span>
        )}
      </p>
      <ul className={classes('small break-anywhere', css.files)}>
        {files.map((path) => (
          <SafeText as="li" key={path} className="mono" text={pathWithin(path, agent.cwd)} />
        ))}
      </ul>
      <p className="faint">
        Later edits to them, by you or others, are lost. Files that commands created or removed are unchanged,
        and so is the conversation.
      </p>
    </>
  )
}
