/** What turns, hides or steers text on a terminal: controls, escapes, bidi and invisible characters. */
const hidden = /[\p{C}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800]/gu

/** Words of others on one line of a terminal: what does not show is written out. */
export function terminalLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(hidden, written)
}

/** Words of several lines, such as a refusal that tells how to go on. */
export function cleanLines(text: string): string {
  return text.split('\n').map(terminalLine).join('\n')
}

/** JSON that a terminal shows as it is, and that still means the same. */
export function cleanJson(value: unknown): string {
  return cleanJsonText(JSON.stringify(value, null, 2) ?? 'null')
}

/** The same of JSON that is written already. */
export function cleanJsonText(text: string): string {
  return text.replace(hidden, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()].map((n) => unit(character, n)).join(''),
  )
}

function written(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

function unit(character: string, n: number): string {
  return `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`
}
