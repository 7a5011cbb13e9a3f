import { useId } from 'react'
import { takeFocus } from '../../components/focus.ts'
import { directionOf } from '../../components/direction.ts'
import type { CircleDraft } from './circle-draft.ts'
import { seedWords } from '../../entities/gathering/plan-words.ts'
import { useMark } from './validation.ts'
import { classes } from '../../components/classes.ts'
import css from './convene.module.css'

interface TopicFieldsProps {
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
}

/** What it is about, and the question that stands in the circle. */
export function TopicFields({ draft, onChange }: TopicFieldsProps) {
  const id = useId()
  const [topic, question] = [useMark('topic'), useMark('question')]
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-topic`}>Topic</label>
        <input
          {...topic}
          ref={takeFocus}
          id={`${id}-topic`}
          className="input"
          maxLength={120}
          autoComplete="off"
          dir={directionOf(draft.topic)}
          value={draft.topic}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange({ topic: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-question`}>The question in the circle</label>
        <textarea
          {...question}
          aria-describedby={question['aria-describedby'] ?? `${id}-seed`}
          id={`${id}-question`}
          className={classes('input', css.question)}
          rows={2}
          maxLength={4096}
          dir={directionOf(draft.question)}
          placeholder="What would make us regret it?"
          value={draft.question}
          onChange={(event) => onChange({ question: event.target.value })}
        />
        <small id={`${id}-seed`}>{seedWords}</small>
      </div>
    </>
  )
}
