import { useState, type FormEvent, type KeyboardEvent } from 'react'
import {
  commentLimits,
  placeWords,
  type LineCommentView,
} from '../../../main/contract/folders/line-comments.ts'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { goToMessage } from '../../entities/message/go-to-message.ts'
import { CommentedLines } from '../../entities/folder/commented-lines.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import css from './comments.module.css'

interface CommentFormProps {
  readonly label: string
  readonly words?: string
  /** Called on each change, to keep the draft if the form is closed. */
  readonly onType?: (words: string) => void
  readonly onSave: (words: string) => Promise<unknown>
  readonly onDone: () => void
}

/** Enter saves, Shift+Enter inserts a line break, Escape closes an empty field. */
export function CommentForm({ label, words: before = '', onType, onSave, onDone }: CommentFormProps) {
  const [words, setWords] = useState(before)
  const [problem, setProblem] = useState('')
  const [isSaving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    try {
      await onSave(words)
      onDone()
    } catch (error) {
      setProblem(errorWords(error))
      setSaving(false)
    }
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    } else if (event.key === 'Escape') {
      // Keep the dialog open, and the unsaved text.
      event.preventDefault()
      if (words === before || words === '') onDone()
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} data-part="comment-form">
      <div className={css.writing}>
        {problem !== '' && <Problem text={problem} />}
        <textarea
          ref={focusAtEnd}
          className="input"
          aria-label={label}
          placeholder="Comment"
          dir="auto"
          rows={2}
          maxLength={commentLimits.text}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            onType?.(target.value)
          }}
          onKeyDown={press}
        />
        <div className="row gap-4">
          <Button type="submit" variant="primary" disabled={words.trim() === '' || isSaving}>
            Save
          </Button>
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>{' '}
    </form>
  )
}

const focusAtEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

interface LineCommentProps {
  readonly agent: AgentId
  readonly comment: LineCommentView
  /** Its lines are not directly above it. */
  readonly isApart?: boolean
}

export function LineComment({ agent, comment, isApart = false }: LineCommentProps) {
  const { id, text, message, lineStatus } = comment
  const [isEditing, setEditing] = useState(false)
  const [problem, setProblem] = useState('')
  const place = visible(placeWords(comment))
  const remove = () =>
    ask('comments.remove', { agent, id }).catch((error: unknown) => setProblem(errorWords(error)))
  if (isEditing)
    return (
      <CommentForm
        label={`Comment on ${place}`}
        words={text}
        onSave={(words) => ask('comments.change', { agent, id, text: words })}
        onDone={() => setEditing(false)}
      />
    )
  return (
    <article className={css.comment} aria-label={`Comment on ${place}`} data-part="line-comment">
      {isApart && <CommentedLines comment={comment} />}
      {problem !== '' && <Problem text={problem} />}
      <SafeText as="p" className={classes('plain', css.words)} dir="auto" text={text} />
      <div className="row wrap gap-4 small muted">
        {message === null ? <span>Pending</span> : <Receipt id={message} isOwn />}
        {lineStatus.state === 'changed' && (
          <span title="These lines changed after the comment was written">Outdated: lines changed</span>
        )}
        <span className="grow" />
        {message === null ? (
          <>
            <Button variant="ghost" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button variant="ghost" onClick={() => void remove()}>
              Remove
            </Button>
          </>
        ) : (
          <Button
            variant="ghost"
            onClick={() => {
              show(null)
              void goToAnswer(agent, message)
            }}
          >
            Show answer
          </Button>
        )}
      </div>
    </article>
  )
}

/** Scrolls to the start of the agent's answer to a message; to the message itself while there is none. */
async function goToAnswer(agent: AgentId, message: MessageId): Promise<void> {
  await goToMessage(agent, message)
  const rows = mirror.getState().logs.agent[agent]?.rows ?? []
  const asked = rows.find((row) => row.comments && row.message === message)
  const answer = rows.find(
    ({ kind, turn, n }) => asked && kind === 'text' && turn === asked.turn && n > asked.n,
  )
  if (answer) void goToRow({ agent, n: answer.n })
}

export function CommentCount({ comments }: { readonly comments: readonly LineCommentView[] }) {
  const words = comments.length === 1 ? '1 comment' : `${comments.length} comments`
  return (
    <span className="faint num" title={words}>
      {words}
    </span>
  )
}
