import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { Card } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { shortPath } from '../agent/short-path.ts'
import { AskedInput } from './asked-input.tsx'
import { askedWords } from './asked-words.ts'
import { CardFrame } from './card-frame.tsx'

interface PermissionCardProps {
  readonly agent: AgentView
  readonly card: Card
  /** Takes the focus that the card had. */
  readonly onAnswered: () => void
}

/** A tool asks to run. The answer stands when main says so: then the card goes by itself. */
export function PermissionCard({ agent, card, onAnswered }: PermissionCardProps) {
  const [isDenying, setDenying] = useState(false)
  const [isSent, setSent] = useState(false)
  const answer = useCallback(
    async (decision: 'allow' | 'deny', message = '') => {
      setSent(true)
      const words = decision === 'deny' && message.trim() !== '' ? { message: message.trim() } : {}
      const isTaken = await act('cards.answer', { agent: agent.id, card: card.id, decision, ...words })
      setSent(isTaken)
      if (isTaken) onAnswered()
    },
    [agent.id, card.id, onAnswered],
  )
  const words = useMemo(() => askedWords(card.input, card.reason), [card.input, card.reason])
  const keys = useMemo(
    () =>
      isSent || isDenying
        ? null
        : { 1: () => void answer('allow'), 2: () => void answer('deny'), 3: () => setDenying(true) },
    [isSent, isDenying, answer],
  )
  return (
    <CardFrame card={card} title={card.title} keys={keys}>
      <AskedInput tool={card.tool} json={card.input} />
      <dl className="words">
        {words.agent !== '' && (
          <Words label="It says">
            “<SafeText text={words.agent} />”
          </Words>
        )}
        {words.cli !== '' && (
          <Words label="Why it asks">
            <SafeText text={words.cli} />
          </Words>
        )}
        <Words label="Tool">
          <SafeText text={card.tool} />
        </Words>
        <Words label="Folder">
          <span className="mono">
            <SafeText text={shortPath(agent.cwd)} />
          </span>
        </Words>
      </dl>
      {isDenying ? (
        <DenyForm onDeny={(words) => void answer('deny', words)} onBack={() => setDenying(false)} />
      ) : (
        <div className="acts">
          <button
            type="button"
            className="btn primary"
            disabled={isSent}
            onClick={() => void answer('allow')}
          >
            <kbd aria-hidden="true">1</kbd> Allow once
          </button>
          <button type="button" className="btn" disabled={isSent} onClick={() => void answer('deny')}>
            <kbd aria-hidden="true">2</kbd> Deny
          </button>
          <button type="button" className="btn ghost" disabled={isSent} onClick={() => setDenying(true)}>
            <kbd aria-hidden="true">3</kbd> Say why not…
          </button>
        </div>
      )}
    </CardFrame>
  )
}

function Words({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

interface DenyFormProps {
  readonly onDeny: (words: string) => void
  readonly onBack: () => void
}

function DenyForm({ onDeny, onBack }: DenyFormProps) {
  const [words, setWords] = useState('')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onDeny(words)
      }}
    >
      <label className="field">
        <span className="label">Why not? The agent reads this</span>
        <input
          className="input"
          autoFocus
          maxLength={4096}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onBack()
          }}
        />
      </label>
      <div className="acts">
        <button type="submit" className="btn primary">
          Deny
        </button>
        <button type="button" className="btn ghost" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  )
}
