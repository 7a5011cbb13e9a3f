import type { Question } from '../../../main/contract/agents/tool-calls.ts'

export interface QuestionAnswer {
  readonly chosen: readonly string[]
  readonly own: string
}

/** By the question's text. */
export type Choices = Readonly<Record<string, QuestionAnswer>>

/** A question may have the name of a property that every object has. */
export const choiceAt = (choices: Choices, question: string): QuestionAnswer | undefined =>
  Object.hasOwn(choices, question) ? choices[question] : undefined

/** A second press deselects an option; a single-choice question keeps only the last one. */
export function toggleOption(now: QuestionAnswer, label: string, isMany: boolean): QuestionAnswer {
  const isChosen = now.chosen.includes(label)
  const others = isMany ? now.chosen.filter((one) => one !== label) : []
  return { ...now, chosen: isChosen ? others : [...others, label] }
}

const isAnswered = (choice: QuestionAnswer | undefined): boolean =>
  choice !== undefined && (choice.chosen.length > 0 || choice.own.trim() !== '')

/** The question that keys apply to: the `held` one, else the first without an answer, else the last. */
export function currentOf(
  questions: readonly Question[],
  choices: Choices,
  held: string | null,
): Question | undefined {
  const kept = questions.find((question) => question.text === held)
  return (
    kept ?? questions.find((question) => !isAnswered(choiceAt(choices, question.text))) ?? questions.at(-1)
  )
}

/**
 * Returns the answers to send, or null while a question has none. The user's own text is added to the chosen
 * options.
 */
export function answersOf(questions: readonly Question[], choices: Choices): Record<string, string> | null {
  const answers = questions.map(({ text }) => {
    const { chosen = [], own = '' } = choiceAt(choices, text) ?? {}
    return [text, [...chosen, own.trim()].filter((part) => part !== '').join(', ')] as const
  })
  return answers.every(([, answer]) => answer !== '') ? Object.fromEntries(answers) : null
}
