import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { plainLine } from '../../components/markdown/plain-line.ts'

const mostLines = 40
/** Longer texts show their size in bytes instead of lines. */
export const mostCharacters = 6_000
const collapsedLines = 20
const collapsedCharacters = 3_000

interface Collapsed {
  readonly shown: string
  readonly lines: number
  readonly size: string
}

/** Returns the beginning of a text that is too long for the transcript; null when it fits. */
export function collapsedOf(text: string): Collapsed | null {
  const lines = text.split('\n')
  if (lines.length <= mostLines && text.length <= mostCharacters) return null
  const shown = lines.slice(0, collapsedLines).join('\n').slice(0, collapsedCharacters)
  // Don't cut a surrogate pair in half.
  return {
    shown: shown.replace(/[\uD800-\uDBFF]$/, ''),
    lines: lines.length,
    size: sizeOf(text, lines.length),
  }
}

const sizeOf = (text: string, lines: number) =>
  lines > mostLines && text.length <= mostCharacters ? `${lines} lines` : bytesIn(text)

/** The size of a text, as `220 kB`. */
export const bytesIn = (text: string): string => sizeWords(new TextEncoder().encode(text).length)

/** Characters after this do not fit in three lines and are not laid out. */
export const previewCharacters = 600

const previewLines = 3

/**
 * Whether a text has more lines than its preview. Lines that are only clamped by their width are measured
 * instead.
 */
export const isMore = (text: string): boolean =>
  text.length > previewCharacters ||
  text.split('\n').filter((line) => plainLine(line) !== '').length > previewLines

/** The first lines of a message without Markdown and without empty lines, for a three-line preview. */
export function previewOf(text: string): string {
  const lines = text
    .slice(0, previewCharacters)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '')
  const shown = lines.slice(0, previewLines).join('\n')
  return lines.length > previewLines ? `${shown.replace(/[\s.,:;…]+$/, '')}…` : shown
}
