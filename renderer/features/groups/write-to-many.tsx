import { useId, useState, type FormEvent } from 'react'
import type { SpreadSent } from '../../../main/contract/mail/mail-views.ts'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'

/** Words to each of a group, or to all. */
export function WriteToMany({ to, onDone }: { readonly to: string; readonly onDone: () => void }) {
  const id = useId()
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState('')
  const [key] = useState(() => `window-${crypto.randomUUID()}`)
  const send = (event: FormEvent) => {
    event.preventDefault()
    ask('messages.spread', { group: to, message, idempotencyKey: key }).then(
      ({ sent }) => {
        toast(sentWords(sent))
        onDone()
      },
      (error: unknown) => setProblem(wordsOf(error)),
    )
  }
  return (
    <form onSubmit={send}>
      <div className="sheet-body">
        {problem !== '' && <Problem text={problem} />}
        <div className="field">
          <label htmlFor={id}>Message</label>
          <textarea
            ref={takeFocus}
            id={id}
            className="input"
            rows={5}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <small>One message for each of them</small>
        </div>
      </div>
      <footer>
        <button type="button" className="btn ghost" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="btn primary" disabled={message.trim() === ''}>
          Send
        </button>
      </footer>
    </form>
  )
}

/** How many have it, and who has not. */
function sentWords(sent: readonly SpreadSent[]): string {
  const lost = sent.filter(({ delivered }) => !delivered)
  const words = `Sent to ${String(sent.length - lost.length)} of ${String(sent.length)} agents.`
  return lost.length === 0 ? words : `${words} Not to ${lost.map((one) => visible(one.to)).join(', ')}.`
}
