/**
 * Effort levels as a program calls them, such as `low`. Which ones exist depends on program and model
 * (`Abilities.efforts`, `ModelOffer.efforts`); null means the program's own choice.
 */
export const effortPattern = /^[a-z][a-z0-9_-]{0,19}$/

export const isEffort = (word: string): boolean => effortPattern.test(word)

const words: Readonly<Record<string, string>> = {
  none: 'Not at all',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Max',
}

/** An unknown one is shown by its own name. */
export const effortWords = (effort: string): string =>
  words[effort] ?? `${effort.charAt(0).toUpperCase()}${effort.slice(1)}`
