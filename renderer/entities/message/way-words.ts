import type { Way } from '../../../main/contract/model.ts'

/** How a message came, where that says more than that it began the turn. */
export const wayWords: Readonly<Record<Way, string>> = {
  began: '',
  folded: 'folded in',
  interjected: 'interrupted',
  absorbed: 'absorbed',
  reminded: 'put again',
  awaited: 'taken by the call that waited for it',
}

/** The same in a sentence, for those who rest on it. */
export const wayHints: Readonly<Record<Way, string>> = {
  began: 'It began this turn.',
  folded: 'It came while the agent was at work, between two of its steps.',
  interjected: 'It interrupted what the agent was at; that went on afterwards.',
  absorbed: 'It waited without waking the agent, and stood before the next prompt.',
  reminded: 'It was read before and not answered, so it was put once more, alone.',
  awaited: 'It was the answer that a tool call of the agent waited for.',
}
