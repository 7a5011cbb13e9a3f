/** Who reads words about what the person did: the person, who is "you" in them, or an agent, which hears of "the person". */
export type Audience = 'person' | 'agent'

/** The person, as this reader calls them: "by you". */
export const youTo = (audience: Audience): string => (audience === 'person' ? 'you' : 'the user')

/** What is the person's, as this reader calls it: "by your word". */
export const yourTo = (audience: Audience): string => (audience === 'person' ? 'your' : "the user's")
