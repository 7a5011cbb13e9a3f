import type { MachineName } from '../../contract/fleet/machines.ts'
import { beforeSilence, endOf } from '../../contract/mail/last-line.ts'
import { matchLastLine, withoutThanksBelow } from './courtesy.ts'
import { mayHold, passesInWords, type PassLine } from './pass-in-words.ts'

export interface PassSeat {
  readonly number: number
  readonly name: string
}

export interface Pass {
  /** A seat's number, or null for the next in order. */
  readonly to: number | null
  /** The text before the line that passes. */
  readonly words: string
  /** The seat had nothing to say. */
  readonly isSilence?: boolean
}

/**
 * Whether a text passes the piece without the tool: its last line is `PASS` or `PASS: NAME`, outside code and
 * quotations, or says so in words. Null if not, or if no seat has that name. `machine`: this machine's name,
 * which remote speakers may append to names.
 */
export function passOf(
  text: string,
  seats: readonly PassSeat[],
  machine: MachineName | null = null,
): Pass | null {
  const above = withoutThanksBelow(text) ?? ''
  const pass = lastPass(text, seats, machine) ?? (mayHold(above) ? null : lastPass(above, seats, machine))
  // Some do both; the first such line is no speech either.
  return pass && { ...pass, words: lastPass(pass.words, seats, machine)?.words ?? pass.words }
}

function lastPass(text: string, seats: readonly PassSeat[], machine: MachineName | null): Pass | null {
  const line = lineIn(text)
  const passes = (line ? [line] : passesInWords(text)).map((one) => passBy(one, seats, machine))
  return passes.find((one) => one !== null) ?? null
}

function passBy(
  { names, words }: PassLine,
  seats: readonly PassSeat[],
  machine: MachineName | null,
): Pass | null {
  const [seat, ...others] =
    names
      .flatMap((name = '') => [name, bare(name)])
      .map((one) =>
        seats.filter((place) => formsOf(place, machine).some((form) => keyOf(form) === keyOf(one))),
      )
      .find((named) => named.length > 0) ?? []
  if (!seat) return names.includes(undefined) ? { to: null, words } : null
  return others.length === 0 ? { to: seat.number, words } : null
}

/** Without quotation marks or emphasis. */
const bare = (name: string): string =>
  name.replace(/^(?:(\*{1,3}|_{1,3}|")(.+)\1|“(.+)”)(?=$| \(\d+\)$)/, '$2$3')

/**
 * Appends the line that passes the piece, replacing one already there. A silent turn passes to the next
 * anyway.
 */
export function passedTo(text: string, to: string | null): string {
  const silently = beforeSilence(text)
  if (silently !== null && to === null) return text
  const words = silently ?? lineIn(text)?.words ?? text.trimEnd()
  return `${words}\n\n${passLine(to)}`.trimStart()
}

export const passLine = (to: string | null): string => (to === null ? 'PASS' : `PASS: ${to}`)

function lineIn(text: string): PassLine | null {
  const { line, words } = endOf(text) ?? { line: '', words: '' }
  const names = matchLastLine(line, /^ {0,3}PASS(?:: *(\S.*))?$/)
  return names.length === 0 ? null : { names, words }
}

function formsOf({ name, number }: PassSeat, machine: MachineName | null): readonly string[] {
  const names = machine === null ? [name] : [name, `${name}@${machine}`]
  return [`${number}`, ...names.flatMap((one) => [one, `${one} (${number})`])]
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()
