import { useState, type ReactNode } from 'react'
import type { FileChange } from '../../../main/contract/folders/changes.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { focusNow } from '../../components/focus.ts'
import { Problem } from '../../components/problem.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import type { ShownSpan } from './change-words.tsx'
import css from './changes.module.css'

interface RevertActProps {
  readonly label: string
  readonly question: ReactNode
  readonly name: string
  readonly can: boolean
  /** Resolves with the copy that an undo restores. */
  readonly revert: () => Promise<string>
  readonly onReverted: (copy: string) => void
  readonly children?: ReactNode
}

export function RevertAct({ label, question, name, can, revert, onReverted, children }: RevertActProps) {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const takeBack = async () => {
    setAsking(false)
    try {
      onReverted(await revert())
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  if (isAsking && can)
    return (
      <div
        // Without a new key the focus would land on the button that reverts.
        key="question"
        className={classes('row wrap gap-5 row-gap-3 small muted', css.sure)}
        role="group"
        aria-label={label}
      >
        <p>{question} The current version is kept: you can undo this.</p>
        <Button ref={focusNow} variant="ghost" onClick={() => setAsking(false)}>
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
      {children}
      {can && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {name}
        </Button>
      )}
    </div>
  )
}

/** Reverts a file as it is shown, or one hunk of it. Returns the copy that an undo restores. */
export async function revertChange(
  agent: AgentId,
  { span, n }: ShownSpan,
  { path, revert }: FileChange,
  hunk?: number,
): Promise<string> {
  const hash = revert.can ? revert.hash : ''
  const { copy } = await ask('changes.revert', {
    agent,
    span,
    path,
    hash,
    ...(n === undefined ? {} : { n }),
    ...(hunk === undefined ? {} : { hunk }),
  })
  return copy
}
