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
}

/**
 * Whether a text passes the piece without the tool: its last line is `PASS` or `PASS: NAME`, by itself and in no code.
 * Null: it does not, or names nobody who sits there. A quoted line begins with its sign, and is none.
 */
export function passOf(text: string, seats: readonly Place[]): Pass | null {
  const own = text.trimEnd()
  const at = own.lastIndexOf('\n') + 1
  const found = /^ {0,3}PASS(?:: *(\S.*?))?\.?$/.exec(own.slice(at))
  if (!found || isQuotedAbove(own.slice(0, at)) || isInCode(own)) return null
  const wanted = found[1]?.normalize('NFC').toLowerCase()
  const words = own.slice(0, at).trimEnd()
  if (wanted === undefined) return { to: null, words }
  const named = seats.filter(({ name, number }) =>
    [name, `${number}`, `${name} (${number})`].some((form) => form.normalize('NFC').toLowerCase() === wanted),
  )
  return named.length === 1 && named[0] ? { to: named[0].number, words } : null
}

/** Whether the line above is quoted: then this one goes on with it, as Markdown reads it. */
const isQuotedAbove = (above: string): boolean =>
  /^ {0,3}>/.test(above.slice(above.lastIndexOf('\n', above.length - 2) + 1))

/** Whether something that holds other text is still open at the end: a fence of code, an element, a comment. */
function isInCode(text: string): boolean {
  let fence = ''
  for (const [, mark = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
  }
  const folded = text.toLowerCase()
  const isOpen = (begin: string, end: string): boolean => folded.lastIndexOf(begin) > folded.lastIndexOf(end)
  return fence !== '' || isOpen('<pre', '</pre') || isOpen('<code', '</code') || isOpen('<!--', '-->')
}
