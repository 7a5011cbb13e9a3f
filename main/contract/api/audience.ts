import type { Actor } from './model.ts'

/** Who reads words about what the user did: the user, who is "you" in them, or an agent, which hears of "the user". */
export type Audience = 'user' | 'agent'

/** The user, as this reader calls them: "by you". */
export const youTo = (audience: Audience): string => (audience === 'user' ? 'you' : 'the user')

/** Who did something, as this reader calls them: users are "you" to themselves. */
export const actorTo = ({ by, name }: Actor, audience: Audience): string =>
  audience === 'user' && by.kind === 'user' ? 'you' : name

/** What is the user's, as this reader calls it: "by your word". */
export const yourTo = (audience: Audience): string => (audience === 'user' ? 'your' : "the user's")
