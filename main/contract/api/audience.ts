import type { Actor } from './model.ts'

/** Who reads a text about what the user did: the user ("you"), or an agent ("the user"). */
export type Audience = 'user' | 'agent'

export const youTo = (audience: Audience): string => (audience === 'user' ? 'you' : 'the user')

/** A user who did it reads "you". */
export const actorTo = ({ by, name }: Actor, audience: Audience): string =>
  audience === 'user' && by.kind === 'user' ? 'you' : name

export const yourTo = (audience: Audience): string => (audience === 'user' ? 'your' : "the user's")
