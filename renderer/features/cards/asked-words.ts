import { inputOf, textIn } from '../../entities/tool/tool-words.ts'

/** Whose words stand on a card beside what would run. Empty where there are none. */
export interface AskedWords {
  /** The agent's own description of what it wants. */
  readonly agent: string
  /** Why the CLI asks. */
  readonly cli: string
}

/**
 * Tells the agent's words on a card from the CLI's. The CLI may hand on as its own what the agent said or what
 * would run.
 */
export function askedWords(json: string, reason: string): AskedWords {
  const input = inputOf(json)
  const agent = textIn(input, 'description').replace(/\s+/g, ' ').trim()
  const cli = reason.trim()
  // A path is also told short, as seen from the folder.
  const isPath =
    cli !== '' && Object.values(input).some((value) => typeof value === 'string' && value.endsWith(`/${cli}`))
  const isKnown = cli === agent || isPath || Object.values(input).includes(cli)
  return { agent, cli: isKnown ? '' : cli }
}
