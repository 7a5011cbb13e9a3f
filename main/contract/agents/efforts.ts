/**
 * How hard a model thinks before it answers, in the words of its program: `low`, `high`. What there is hangs on the
 * program and the model (`Abilities.efforts`, `ModelOffer.efforts`); null stands for the program's own choice.
 */
export const effortPattern = /^[a-z][a-z0-9_-]{0,19}$/

/** Whether something can be the word for an effort. */
export const isEffort = (word: string): boolean => effortPattern.test(word)

/** The words that the makers use, as a user reads them. */
const words: Readonly<Record<string, string>> = {
  none: 'Not at all',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Max',
}

/** An effort as a user reads it; one that no maker is known for, as its program calls it. */
export const effortWords = (effort: string): string =>
  words[effort] ?? `${effort.charAt(0).toUpperCase()}${effort.slice(1)}`
