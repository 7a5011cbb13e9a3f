import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'

interface UnsentProps {
  /** What they were begun as. */
  readonly label: string
  readonly words: string
  readonly action: string
  readonly onAct: () => void
}

/** Words begun in another box of this gathering: they wait, and move only by the person's hand. */
export function UnsentWords({ label, words, action, onAct }: UnsentProps) {
  if (words.trim() === '') return null
  return (
    <div className="note">
      <Icon name="quote" />
      <p className="grow" dir="auto">
        {label}: “<SafeText text={words} />”
      </p>
      <button type="button" className="btn ghost" onClick={onAct}>
        {action}
      </button>
    </div>
  )
}
