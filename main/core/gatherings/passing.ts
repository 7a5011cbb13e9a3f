import type { HouseName } from '../../contract/houses.ts'
import { beforeSilence, endOf } from '../../contract/last-line.ts'

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
 * Null: it does not, or names nobody who sits there. A quoted line begins with its sign, and is none. `house`: this one,
 * by which others may call who sits there.
 */
export function passOf(text: string, seats: readonly Place[], house: HouseName | null = null): Pass | null {
  const { name, words } = lineIn(text) ?? {}
  if (words === undefined) return null
  if (name === undefined) return { to: null, words }
  const wanted = keyOf(name)
  const named = seats.filter((seat) => formsOf(seat, house).some((form) => keyOf(form) === wanted))
  return named.length === 1 && named[0] ? { to: named[0].number, words } : null
}

/**
 * A text that passes the piece to `to`, or to the next in order, by its last line, which stands in place of one of its
 * own. Who has nothing to say passes to the next already.
 */
export function passedTo(text: string, to: string | null): string {
  const silently = beforeSilence(text)
  if (silently !== null && to === null) return text
  const words = silently ?? lineIn(text)?.words ?? text.trimEnd()
  return `${words}\n\n${passLine(to)}`.trimStart()
}

/** The line that passes the piece to `to`, or to the next in order. */
export const passLine = (to: string | null): string => (to === null ? 'PASS' : `PASS: ${to}`)

/** The line by which a text passes: whom it names, and what stands before it. */
function lineIn(text: string): { readonly name?: string | undefined; readonly words: string } | null {
  const { line, words } = endOf(text) ?? { line: '', words: '' }
  const found = /^ {0,3}PASS(?:: *(\S.*?))?\.?$/.exec(line)
  return found && { name: found[1], words }
}

function formsOf({ name, number }: Place, house: HouseName | null): readonly string[] {
  const names = house === null ? [name] : [name, `${name}@${house}`]
  return [`${number}`, ...names.flatMap((one) => [one, `${one} (${number})`])]
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()
