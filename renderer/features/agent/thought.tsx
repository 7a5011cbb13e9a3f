import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'

interface ThoughtProps {
  readonly text: string
  /** Still being thought. */
  readonly isOpen: boolean
}

/** What the agent thought, folded: it is not what it says. */
export function Thought({ text, isOpen }: ThoughtProps) {
  if (text.trim() === '') return null
  return (
    <details className="thought block">
      <summary>
        <Icon name="right" className="twist" />
        {isOpen ? 'Thinking…' : 'Thought'}
      </summary>
      <p dir="auto">
        <SafeText text={text} />
      </p>
    </details>
  )
}
