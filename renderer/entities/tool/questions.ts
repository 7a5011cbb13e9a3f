import type { Question } from '../../../main/contract/agents/tool-calls.ts'

/** What was chosen and written at one question. */
export interface QuestionAnswer {
  readonly chosen: readonly string[]
  readonly own: string
}

/** What was chosen and written, by question. */
export type Choices = Readonly<Record<string, QuestionAnswer>>

/** What was chosen at a question, if anything; its text may be the name of what every object has. */
export const choiceAt = (choices: Choices, question: string): QuestionAnswer | undefined =>
  Object.hasOwn(choices, question) ? choices[question] : undefined

/** A choice after an option was pressed: pressed again it is let go, and of single ones only the last stands. */
export function toggleOption(now: QuestionAnswer, label: string, isMany: boolean): QuestionAnswer {
  const isChosen = now.chosen.includes(label)
  const others = isMany ? now.chosen.filter((one) => one !== label) : []
  return { ...now, chosen: isChosen ? others : [...others, label] }
}

const isAnswered = (choice: QuestionAnswer | undefined): boolean =>
  choice !== undefined && (choice.chosen.length > 0 || choice.own.trim() !== '')

/**
 * The question that the keys choose in: the one that is `held`, else the first without an answer, else the last.
 */
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

/** The answers to send, or null while a question has none. Own words stand beside or instead of options. */
export function answersOf(questions: readonly Question[], choices: Choices): Record<string, string> | null {
  const answers = questions.map(({ text }) => {
    const { chosen = [], own = '' } = choiceAt(choices, text) ?? {}
    return [text, [...chosen, own.trim()].filter((part) => part !== '').join(', ')] as const
  })
  return answers.every(([, answer]) => answer !== '') ? Object.fromEntries(answers) : null
}
