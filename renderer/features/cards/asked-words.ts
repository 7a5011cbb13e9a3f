import { inputOf, textIn } from '../agent/tool-words.ts'

/** Whose words stand on a card beside what would run. Empty where there are none. */
export interface AskedWords {
  /** The agent's own description of what it wants. */
  readonly agent: string
  /** Why the CLI asks. */
  readonly cli: string
}

/** Tells the agent's words on a card from the CLI's; the CLI may hand on the agent's as its own. */
export function askedWords(json: string, reason: string): AskedWords {
  const agent = textIn(inputOf(json), 'description').replace(/\s+/g, ' ').trim()
  return { agent, cli: reason.trim() === agent ? '' : reason.trim() }
}
