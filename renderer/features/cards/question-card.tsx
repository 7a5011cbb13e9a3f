import { useCallback, useState } from 'react'
import type { Question } from '../../../main/contract/agents/tool-calls.ts'
import { act } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useCardState } from '../../entities/card/card-state.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import type { CardKeys } from '../../entities/card/card-keys.ts'
import { PermissionCard, type CardProps } from './permission-card.tsx'
import {
  answersOf,
  choiceAt,
  currentOf,
  toggleOption,
  type QuestionAnswer,
  type Choices,
} from '../../entities/tool/questions.ts'
import { useSent } from '../../state/use-sent.ts'
import css from './cards.module.css'

const nothing: QuestionAnswer = { chosen: [], own: '' }

/** Choosing an option does not answer yet; the button or Enter inside the card does. */
export function QuestionCard(props: CardProps) {
  const { agent, card, onAnswered } = props
  const { questions } = card
  const [choices, setChoices] = useCardState<Choices>(card.id, () => ({}))
  const { isSent, send } = useSent(onAnswered)
  /** In a multiple choice question the digit keys stay with it until Enter. */
  const [held, setHeld] = useState<string | null>(null)
  const current = currentOf(questions, choices, held)
  const answers = answersOf(questions, choices)

  const answer = useCallback(
    (answers: Record<string, string> | null) => {
      const hash = card.hash ?? ''
      const decision = answers
        ? ({ decision: 'allow', answers, hash } as const)
        : ({ decision: 'deny' } as const)
      void send(act('cards.answer', { agent: agent.id, card: card.id, ...decision }))
    },
    [agent.id, card.id, card.hash, send],
  )
  const change = (question: Question, next: (now: QuestionAnswer) => QuestionAnswer) =>
    setChoices((now) => ({ ...now, [question.text]: next(choiceAt(now, question.text) ?? nothing) }))
  const choose = (question: Question, label: string) => {
    setHeld(question.isMany ? question.text : null)
    change(question, (now) => toggleOption(now, label, question.isMany))
  }
  const keys: CardKeys | null = isSent
    ? null
    : {
        ...Object.fromEntries(
          (current?.options ?? [])
            .slice(0, 9)
            .map(({ label }, at) => [at + 1, () => current && choose(current, label)]),
        ),
        Enter: () => (answers ? answer(answers) : setHeld(null)),
      }

  if (questions.length === 0) return <PermissionCard {...props} />
  return (
    <CardFrame card={card} title={card.title} keys={keys}>
      {questions.map((question) => (
        <QuestionPart
          key={question.text}
          question={question}
          choice={choiceAt(choices, question.text) ?? nothing}
          isSaid={question.text !== card.title}
          hasKeys={question === current}
          onChoose={(label) => choose(question, label)}
          onWrite={(own) => change(question, (now) => ({ ...now, own }))}
        />
      ))}
      <div className="acts">
        <Button variant="primary" disabled={isSent || !answers} onClick={() => answer(answers)}>
          Answer <kbd aria-hidden="true">↵</kbd>
        </Button>
        <Button variant="ghost" disabled={isSent} onClick={() => answer(null)}>
          Skip
        </Button>
      </div>
    </CardFrame>
  )
}

interface QuestionPartProps {
  readonly question: Question
  readonly choice: QuestionAnswer
  /** The head of the card does not show it already. */
  readonly isSaid: boolean
  /** The digit keys choose in this question. */
  readonly hasKeys: boolean
  readonly onChoose: (label: string) => void
  readonly onWrite: (own: string) => void
}

function QuestionPart({ question, choice, isSaid, hasKeys, onChoose, onWrite }: QuestionPartProps) {
  return (
    <div className="stack" role="group" aria-label={visible(question.text)}>
      {(isSaid || question.isMany) && (
        <p className={css.question} dir="auto">
          {isSaid && <SafeText text={question.text} />} {question.isMany && <small>Choose any</small>}
        </p>
      )}
      {question.options.map((option, at) => (
        <Button
          key={option.label}
          className={css.option}
          data-part="option"
          aria-pressed={choice.chosen.includes(option.label)}
          aria-keyshortcuts={hasKeys && at < 9 ? String(at + 1) : undefined}
          onClick={() => onChoose(option.label)}
        >
          <span className={css.mark} data-many={question.isMany || undefined}>
            {choice.chosen.includes(option.label) && <Icon name="check" />}
          </span>
          <span className="grow">
            <SafeText text={option.label} />
            {option.description !== '' && <SafeText as="small" text={option.description} />}
          </span>
          {hasKeys && at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
        </Button>
      ))}
      <input
        className="input"
        aria-label={`Own words: ${visible(question.text)}`}
        placeholder="Something else…"
        maxLength={4096}
        value={choice.own}
        onChange={(event) => onWrite(event.target.value)}
      />
    </div>
  )
}
