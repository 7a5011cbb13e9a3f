import { personKey } from '../../contract/mail/authors.ts'
import type { Entry } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Step } from '../../core/step/step.ts'
import type { PersonSeat } from '../../core/step/houses.ts'

/**
 * Words of circles that other houses keep, as rows of a transcript of the person's own: there the search finds them, and no
 * agent reads it. A row's place is twice that of the message that brought it, and one more for what the person said to it.
 */

/** The person has heard something in such a circle. */
export function keepHeard(step: Step, { topic }: Pick<PersonSeat, 'topic'>, message: Message): void {
  const { from: author, fromName: authorName, body: text } = message
  step.fleet.heard(
    rowOf(step, message, { n: 2 * message.seq, kind: 'peer', author, authorName, text, topic }),
  )
}

/** The person has said something there, to the question that gave them the piece. */
export function keepSaid(
  step: Step,
  { topic }: Pick<PersonSeat, 'topic'>,
  { ask, text }: { readonly ask: Message; readonly text: string },
): void {
  const by = { author: { kind: 'human', via: 'window' }, authorName: 'You' } as const
  step.fleet.heard(rowOf(step, ask, { n: 2 * ask.seq + 1, kind: 'human', ...by, text, topic }))
}

type Words = Pick<Entry, 'n' | 'kind' | 'author' | 'authorName' | 'text' | 'topic'>

function rowOf({ now }: Step, { id, spoken }: Message, words: Words): Entry {
  return {
    agent: personKey,
    turn: null,
    tool: null,
    call: null,
    isError: false,
    message: id,
    at: now,
    ...words,
    ...(spoken === null ? {} : { spoken }),
  }
}
