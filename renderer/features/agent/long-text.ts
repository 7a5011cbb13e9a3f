const mostLines = 40
const mostCharacters = 6_000
const foldedLines = 20
const foldedCharacters = 3_000

/** A long text as it stands folded. */
export interface Folded {
  readonly shown: string
  /** Lines of the whole text. */
  readonly lines: number
}

/** The beginning of a text that is too long to stand in a conversation; null for every other. */
export function foldedOf(text: string): Folded | null {
  const lines = text.split('\n')
  if (lines.length <= mostLines && text.length <= mostCharacters) return null
  const shown = lines.slice(0, foldedLines).join('\n').slice(0, foldedCharacters)
  // Not between the halves of one character.
  return { shown: shown.replace(/[\uD800-\uDBFF]$/, ''), lines: lines.length }
}
