import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

const mostLines = 40
/** From here on a text is measured in bytes, not counted. */
export const mostCharacters = 6_000
const collapsedLines = 20
const collapsedCharacters = 3_000

interface Collapsed {
  readonly shown: string
  readonly lines: number
  /** How much the whole of it is: lines, or bytes where a few lines are very long. */
  readonly size: string
}

/** The beginning of a text that is too long to stand in a conversation; null for every other. */
export function collapsedOf(text: string): Collapsed | null {
  const lines = text.split('\n')
  if (lines.length <= mostLines && text.length <= mostCharacters) return null
  const shown = lines.slice(0, collapsedLines).join('\n').slice(0, collapsedCharacters)
  // Not between the halves of one character.
  return {
    shown: shown.replace(/[\uD800-\uDBFF]$/, ''),
    lines: lines.length,
    size: sizeOf(text, lines.length),
  }
}

const sizeOf = (text: string, lines: number) =>
  lines > mostLines && text.length <= mostCharacters ? `${lines} lines` : bytesIn(text)

/** `220 kB`: how long a text is. */
export const bytesIn = (text: string): string => sizeWords(new TextEncoder().encode(text).length)

/** Words beyond this do not show in three lines, and are not laid out. */
export const previewCharacters = 600

const previewLines = 3

/** Has a text more lines than its preview shows? What the place cuts off beside that is measured. */
export const isMore = (text: string): boolean =>
  text.length > previewCharacters ||
  text.split('\n').filter((line) => plainLine(line) !== '').length > previewLines

/** The first words of a message for where three lines of it show: its lines without marks, none of them empty. */
export function previewOf(text: string): string {
  const lines = text
    .slice(0, previewCharacters)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '')
  const shown = lines.slice(0, previewLines).join('\n')
  return lines.length > previewLines ? `${shown.replace(/[\s.,:;…]+$/, '')}…` : shown
}
