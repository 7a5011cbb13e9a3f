import { endOf } from '../../contract/last-line.ts'

/** Somebody to whom the piece can pass. */
export interface Place {
  readonly number: number
  readonly name: string
}

/** A pass by the last line. */
export interface Pass {
  /** A seat's number, or null for whoever is next. */
  readonly to: number | null
  /** What was said before that line. */
  readonly words: string
  /** There was nothing to say. */
  readonly isSilence?: boolean
}

/**
 * Whether a text passes the piece without the tool: its last line is `PASS` or `PASS: NAME`, by itself and in no code.
 * Null: it does not, or names nobody who sits there. A quoted line begins with its sign, and is none.
 */
export function passOf(text: string, seats: readonly Place[]): Pass | null {
  const { line, words } = endOf(text) ?? { line: '', words: '' }
  const found = /^ {0,3}PASS(?:: *(\S.*?))?\.?$/.exec(line)
  if (!found) return null
  const wanted = found[1]?.normalize('NFC').toLowerCase()
  if (wanted === undefined) return { to: null, words }
  const named = seats.filter(({ name, number }) =>
    [name, `${number}`, `${name} (${number})`].some((form) => form.normalize('NFC').toLowerCase() === wanted),
  )
  return named.length === 1 && named[0] ? { to: named[0].number, words } : null
}
