import { useState, type FormEvent } from 'react'
import { purposeLimit } from '../../../main/contract/api/limits.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { isKeptElsewhere, sayPurpose } from '../../entities/link/link-acts.ts'
import { namesOf } from '../../entities/link/link-words.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import css from './link.module.css'

/** What the link is for and who said so; nothing where nobody has. */
export function PurposeLine({ link }: { readonly link: LinkView }) {
  const { purpose, closed } = link
  if (purpose === null) return null
  return (
    <p className={css.purpose} aria-label="What the link is for">
      <span>
        <SafeText text={purpose.text} />{' '}
        <span className="faint">
          (<Name name={purpose.name} />)
        </span>
      </span>
      {closed === null && !isKeptElsewhere(link) && (
        <button type="button" className="btn ghost" onClick={() => sayPurpose(link)}>
          Change
        </button>
      )}
    </p>
  )
}

interface PurposeProps {
  readonly link: LinkView
  readonly onClose: () => void
}

/** Asks what the link is for; its members are told. */
export function PurposeDialog({ link, onClose }: PurposeProps) {
  const [words, setWords] = useState(link.purpose?.text ?? '')
  const [problem, setProblem] = useState('')
  const title = useMirror((now) => namesOf(link, now.agents))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await ask('links.change', { id: link.id, purpose: words.replace(/\s+/g, ' ').trim() })
      onClose()
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  return (
    <Dialog title={`What is ${visible(title)} for?`} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <div className="sheet-body">
          {problem !== '' && <Problem text={problem} />}
          <div className="field">
            <label htmlFor="link-purpose">
              What it is for
              <small>each member reads it ahead of its next prompt, as your word</small>
            </label>
            <textarea
              id="link-purpose"
              ref={takeFocus}
              className="input"
              rows={2}
              maxLength={purposeLimit}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        </div>
        <SheetFooter act="Tell them" onClose={onClose} />
      </form>
    </Dialog>
  )
}
