import { useRef, useState } from 'react'
import type { Abilities } from '../../../main/contract/agents/abilities.ts'

interface DenyFormProps {
  /** What its model hears of a denial. */
  readonly heard: Abilities['denial']
  readonly isSent: boolean
  readonly onDeny: (words: string) => void
  readonly onBack: () => void
}

const heardWords: Readonly<Record<Abilities['denial'], string>> = {
  words: 'Why not? The agent reads this',
  plain: 'Why not? For yourself: the agent hears of the denial without your words',
  ends: 'Why not? For yourself: a denial ends the agent’s turn, without your words',
}

/** Where a no gets its reason. It may go without one. */
export function DenyForm({ heard, isSent, onDeny, onBack }: DenyFormProps) {
  const [words, setWords] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const back = () => {
    // The card's keys answer again: the focus goes to it before what has the focus is gone.
    form.current?.closest<HTMLElement>('[data-part=card]')?.focus({ preventScroll: true })
    onBack()
  }
  return (
    <form
      ref={form}
      className="stack"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        back()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onDeny(words)
      }}
    >
      <label className="field">
        <span className="label">
          {heardWords[heard]} <small>may stay empty</small>
        </span>
        <input
          className="input"
          autoFocus
          maxLength={4096}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <div className="acts">
        <button type="submit" className="btn primary" disabled={isSent}>
          Deny
        </button>
        <button type="button" className="btn ghost" disabled={isSent} onClick={back}>
          Back
        </button>
      </div>
    </form>
  )
}
