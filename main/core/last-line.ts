/** Somebody to whom the piece can pass. */
export interface Place {
  readonly number: number
  readonly name: string
}

/** What is asked for: a seat's number, or null for whoever is next. */
export interface Pass {
  readonly to: number | null
}

/**
 * The last line of somebody's own words; empty where it is not surely theirs: in code, in a quotation, in a list or a
 * table, or with characters in it that cannot be seen.
 */
export function lastLine(text: string): string {
  const own = text.trimEnd()
  const line = own.slice(own.lastIndexOf('\n') + 1)
  const isOwn =
    /^[\p{L}\p{N}*_]/u.test(line) && !/["“”„«»‹›`<>\\[\]|~「」『』＂‘‚‛]|[\p{Cf}\p{Cc}]/u.test(line)
  return isOwn && !isInside(own) ? line.replace(/[*_]+(?=[\s.!]|$)|(?<=^|\s)[*_]+/g, '').trim() : ''
}

/** Whether what opened in a text has not ended by its end: a fence, a quotation, a comment, an element. */
function isInside(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return (
    count(/^ {0,3}(?:```|~~~)/gm) % 2 === 1 ||
    count(/["＂]/g) % 2 === 1 ||
    count(/[“„]/g) > count(/”/g) ||
    count(/[«‹「『]/g) !== count(/[»›」』]/g) ||
    /<(?:pre|code|blockquote|!--)/i.test(text)
  )
}

const passing =
  /(?:^|[.!?] )(?:I pass|PASS)(?: the(?: talking)? piece)?(?:(?:: ?| to )(?:the )?@?(.+?))?[.!]?$/i

/** Whether a text ends by passing the piece, and to whom; null: it does not. */
export function passOf(text: string, seats: readonly Place[]): Pass | null {
  const line = lastLine(text)
  const found = passing.exec(line)
  if (!found || seats.some(({ name }) => line.startsWith(`${name}:`))) return null
  const [, name] = found
  if (name === undefined) return { to: null }
  const wanted = name.toLowerCase()
  const named = seats.filter((one) =>
    [one.name, String(one.number), `${one.name} (${String(one.number)})`].some(
      (form) => form.toLowerCase() === wanted,
    ),
  )
  return named.length === 1 && named[0] ? { to: named[0].number } : null
}
