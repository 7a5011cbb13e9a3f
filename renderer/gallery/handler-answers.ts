import type { HandlerView } from '../../main/contract/handlers/handlers.ts'
import { handlerWords } from '../../main/contract/handlers/handler-words.ts'
import type { Answers } from './play.ts'
import { message } from './make-mail.ts'
import { idOf } from './make.ts'

/** A handler, off, that answers everything. */
export function handler(count: number, changes: Partial<HandlerView> = {}): HandlerView {
  const open = { priorities: [], words: null, question: 'any', doing: [] } as const
  const one = {
    id: `hdl-${String(count).padStart(10, 'a')}`,
    agent: idOf(1),
    name: 'Away',
    isOn: false,
    place: count,
    when: { from: 'any', ...open },
    then: { kind: 'respond', text: 'Builder is away until noon.' },
    did: 0,
    lastAt: null,
    ...changes,
  } as const satisfies Omit<HandlerView, 'words'>
  return { ...one, words: handlerWords(one.when, one.then) }
}

/** The answers about handlers: there are none, and nothing changes. */
export function handlerAnswers() {
  return {
    'handlers.list': () => [],
    'handlers.make': () => handler(1),
    'handlers.change': () => handler(1),
    'handlers.remove': () => ({ removed: true }),
    'handlers.try': () => ({ looked: 0, withoutDoing: false, problem: '', matches: [] }),
    'handlers.answer': () => ({ answered: true }),
    'messages.handOver': () => message(1, 1),
  } satisfies Partial<Answers>
}
