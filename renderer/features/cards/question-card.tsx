import { useCallback, useMemo, useState } from 'react'
import type { Card } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { CardFrame } from './card-frame.tsx'
import { PermissionCard } from './permission-card.tsx'
import { answersOf, questionsIn, type Choices, type Question } from './questions.ts'

interface QuestionCardProps {
  readonly agent: AgentView
  readonly card: Card
  readonly hasKeys: boolean
  /** Takes the focus that the card had. */
  readonly onAnswered: () => void
}

const nothing = { chosen: [], own: '' }

/** The agent asks the person. One question with one answer is a single click; own words always go. */
export function QuestionCard(props: QuestionCardProps) {
  const { agent, card, hasKeys, onAnswered } = props
  const questions = useMemo(() => questionsIn(card.input), [card.input])
  const [choices, setChoices] = useState<Choices>({})
  const [isSent, setSent] = useState(false)
  const only = questions.length === 1 && !questions[0]?.isMany ? questions[0] : undefined

  const answer = useCallback(
    async (answers: Record<string, string> | null) => {
      setSent(true)
      const decision = answers ? ({ decision: 'allow', answers } as const) : ({ decision: 'deny' } as const)
      const isTaken = await act('cards.answer', { agent: agent.id, card: card.id, ...decision })
      setSent(isTaken)
      if (isTaken) onAnswered()
    },
    [agent.id, card.id, onAnswered],
  )
  const choose = useCallback(
    (question: Question, label: string) => {
      if (only) return void answer({ [question.text]: label })
      setChoices((now) => ({
        ...now,
        [question.text]: toggled(now[question.text] ?? nothing, label, question.isMany),
      }))
    },
    [only, answer],
  )
  const keys = useMemo(() => {
    if (!hasKeys || isSent || !only) return null
    return Object.fromEntries(
      only.options.slice(0, 9).map(({ label }, at) => [at + 1, () => choose(only, label)]),
    )
  }, [hasKeys, isSent, only, choose])

  if (questions.length === 0) return <PermissionCard {...props} />
  const answers = answersOf(questions, choices)
  return (
    <CardFrame card={card} title={card.title} keys={keys}>
      {questions.map((question) => (
        <QuestionPart
          key={question.text}
          question={question}
          choice={choices[question.text] ?? nothing}
          hasKeys={keys !== null}
          onChoose={(label) => choose(question, label)}
          onWrite={(own) =>
            setChoices((now) => ({ ...now, [question.text]: { ...(now[question.text] ?? nothing), own } }))
          }
          onEnter={() => answers && void answer(answers)}
        />
      ))}
      <div className="acts">
        <button
          type="button"
          className="btn primary"
          disabled={isSent || !answers}
          onClick={() => void answer(answers)}
        >
          Answer
        </button>
        <button type="button" className="btn ghost" disabled={isSent} onClick={() => void answer(null)}>
          No answer
        </button>
      </div>
    </CardFrame>
  )
}

function toggled(now: Choices[string], label: string, isMany: boolean): Choices[string] {
  const isChosen = now.chosen.includes(label)
  const others = isMany ? now.chosen.filter((one) => one !== label) : []
  return { ...now, chosen: isChosen ? others : [...others, label] }
}

interface QuestionPartProps {
  readonly question: Question
  readonly choice: Choices[string]
  readonly hasKeys: boolean
  readonly onChoose: (label: string) => void
  readonly onWrite: (own: string) => void
  readonly onEnter: () => void
}

function QuestionPart({ question, choice, hasKeys, onChoose, onWrite, onEnter }: QuestionPartProps) {
  return (
    <div className="stack" role="group" aria-label={question.text}>
      <p className="question" dir="auto">
        <SafeText text={question.text} />
      </p>
      {question.options.map((option, at) => (
        <button
          key={option.label}
          type="button"
          className="btn option"
          aria-pressed={choice.chosen.includes(option.label)}
          onClick={() => onChoose(option.label)}
        >
          {hasKeys && at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
          <span className="grow">
            <SafeText text={option.label} />
            {option.description !== '' && (
              <small>
                <SafeText text={option.description} />
              </small>
            )}
          </span>
        </button>
      ))}
      <input
        className="input"
        aria-label={`Own words: ${question.text}`}
        placeholder="Something else…"
        maxLength={4096}
        value={choice.own}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter()}
      />
    </div>
  )
}
