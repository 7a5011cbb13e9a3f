import { useRef, useState, type FormEvent } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { wordsOf } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { takeFocus } from '../../components/focus.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { newKey } from '../../state/view-store.ts'
import { excessOf } from '../../entities/draft/send.ts'
import { isKeptElsewhere } from '../../entities/link/link-acts.ts'
import { memberName, listed, namesOf } from '../../entities/link/link-words.ts'
import { classes } from '../../components/classes.ts'
import css from './link.module.css'

interface CloseLinkProps {
  readonly link: LinkView
  readonly onClose: () => void
}

/** Asks for last words, then closes the link. */
export function CloseLinkDialog({ link, onClose }: CloseLinkProps) {
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const key = useRef(newKey())
  const title = useMirror((now) => namesOf(link, now.agents))
  // Last words do not leave this house.
  const here = isKeptElsewhere(link) ? [] : link.members.filter((id) => !id.includes('@'))
  const names = useMirror((now) => listed(here.map((id) => memberName(id, now.agents))))
  const trouble = excessOf(words) ?? problem
  const close = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || excessOf(words) !== null) return
    setSending(true)
    try {
      const last = words.trim() === '' ? {} : { message: words, idempotencyKey: key.current }
      await ask('links.close', { id: link.id, ...last })
      onClose()
    } catch (error) {
      setProblem(wordsOf(error))
      setSending(false)
    }
  }
  return (
    <Dialog title={`Close ${visible(title)}?`} onClose={onClose}>
      <form onSubmit={(event) => void close(event)}>
        <div className="sheet-body">
          <p>
            {isKeptElsewhere(link)
              ? 'Your agents take part no more; what was read stays read. The house that keeps it is told.'
              : 'Nothing crosses any more; what was read stays read. Opened again, it goes on with what may still cross.'}
          </p>
          {trouble !== '' && <Problem text={trouble} />}
          {here.length > 0 && (
            <div className="field">
              <label htmlFor="last-words">
                Last words to {visible(names)}
                <small>optional; what they answer does not cross</small>
              </label>
              <textarea
                id="last-words"
                ref={takeFocus}
                className={classes('input', css.lastWords)}
                rows={3}
                value={words}
                onChange={(event) => {
                  setWords(event.target.value)
                  setProblem('')
                  key.current = newKey()
                }}
              />
            </div>
          )}
        </div>
        <footer>
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn danger" aria-disabled={isSending}>
            Close link
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
