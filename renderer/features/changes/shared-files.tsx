import { useMemo } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { SharedFileView } from '../../../main/contract/edits/edits.ts'
import { sharedWords } from '../../../main/contract/edits/edit-words.ts'
import { classes } from '../../components/classes.ts'
import { Dialog } from '../../components/dialog.tsx'
import { hunkLines } from '../../components/diff-lines.ts'
import { Diff } from '../../components/diff.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { SplitPath } from './change-words.tsx'
import css from './changes.module.css'

interface SharedFilesDialogProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

export function SharedFilesDialog({ agent, onClose }: SharedFilesDialogProps) {
  const { sharedFiles = [] } = agent
  return (
    <Dialog
      title={`Files of ${visible(agent.name)} that other agents use too`}
      className={css.sheet}
      onClose={onClose}
    >
      <div className={css.files} data-part="shared-files">
        {sharedFiles.length === 0 && <p className="muted">No other agent edits its files now.</p>}
        {sharedFiles.map((file) => (
          <SharedFile key={`${file.with} ${file.path}`} agent={agent} file={file} />
        ))}
      </div>
    </Dialog>
  )
}

function SharedFile({ agent, file }: { readonly agent: AgentView; readonly file: SharedFileView }) {
  const peer = useMirror((now) => now.agents[file.with])
  if (!peer) return null
  return (
    <section className={classes('box', css.file)} aria-label={visible(file.path)} data-part="shared-file">
      <h2 className={classes('row gap-4 small', css.collapse)}>
        <SplitPath path={file.path} />
        <SafeText as="span" className="muted" text={sharedWords(file, peer.name)} />
      </h2>
      <div className={css.both}>
        <OneSide of={agent} path={file.path} />
        <OneSide of={peer} path={file.theirPath} />
      </div>
    </section>
  )
}

function OneSide({ of, path }: { readonly of: AgentView; readonly path: string }) {
  return (
    <div role="group" aria-label={`Changes by ${visible(of.name)}`}>
      <h3 className="small">
        <Name name={of.name} />
      </h3>
      <Lines key={`${of.turnNumber} ${of.status}`} of={of} path={path} />
    </div>
  )
}

function Lines({ of, path }: { readonly of: AgentView; readonly path: string }) {
  const { answer, problem } = useAnswer('changes.look', { agent: of.id, span: 'conversation', path })
  const lines = useMemo(() => hunkLines(answer?.hunks ?? []), [answer])
  if (problem !== '') return <p className="muted small">No change of it is to be seen.</p>
  if (answer === null) return <p className="faint">Reading…</p>
  return (
    <>
      {answer.remark !== '' && <SafeText as="p" className="small muted" text={answer.remark} />}
      {lines.length > 0 && <Diff path={path} lines={lines} isNumbered={!answer.isInParts} />}
    </>
  )
}
