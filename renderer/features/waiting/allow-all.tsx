import { useState } from 'react'
import { SafeText } from '../../components/safe-text.tsx'
import { askedOf } from '../../entities/tool/asked-line.ts'
import { act } from '../../state/act.ts'
import type { Asking } from './asked-acts.tsx'
import css from './tray.module.css'

/** One word for permissions that ask for just the same, all of which is shown here. Never for good. */
export function AllowAll({ equal }: { readonly equal: readonly Asking[] }) {
  const [isSent, setSent] = useState(false)
  const [first] = equal
  const allow = async () => {
    setSent(true)
    for (const { agent, asks } of equal) {
      const { id: card, hash } = asks.card
      await act('cards.answer', { agent, card, decision: 'allow', ...(hash === null ? {} : { hash }) })
    }
    setSent(false)
  }
  return (
    <div className={css.all}>
      <button type="button" className="btn" disabled={isSent} onClick={() => void allow()}>
        Allow all {equal.length} once
      </button>
      <span className="faint mono" dir="auto">
        <SafeText text={first ? askedOf(first.asks.card).text : ''} />
      </span>
    </div>
  )
}
