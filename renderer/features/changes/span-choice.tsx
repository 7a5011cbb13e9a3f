import { takeFocus } from '../../components/focus.ts'
import type { ChangeSpan } from '../../../main/contract/folders/changes.ts'

/** Which changes are meant; of a turn the newest without `n`, else that of the row. */
export interface ShownSpan {
  readonly span: ChangeSpan['of']
  readonly n?: number | undefined
}

const spans = [
  ['turn', 'Turn', 'What was changed in one turn'],
  ['conversation', 'Conversation', 'What was changed in the whole conversation'],
  ['commit', 'Last commit', 'What has changed since the last commit, by whoever'],
] as const

interface SpanChoiceProps {
  readonly now: ChangeSpan['of']
  readonly onChoose: (span: ChangeSpan['of']) => void
}

/** Since when changes are shown, as words side by side. */
export function SpanChoice({ now, onChoose }: SpanChoiceProps) {
  return (
    <div className="seg" role="group" aria-label="Changes since when">
      {spans.map(([span, word, about]) => (
        <button
          key={span}
          // What is shown has the focus first.
          ref={span === now ? takeFocus : undefined}
          type="button"
          aria-pressed={span === now}
          data-word={word}
          title={about}
          onClick={() => onChoose(span)}
        >
          {word}
        </button>
      ))}
    </div>
  )
}
