/** Control, escape, bidi and invisible characters, which could forge or hide terminal output. */
const hidden = /[\p{C}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800]/gu

/** Foreign text as one terminal line, with hidden characters escaped. */
export function terminalLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(hidden, written)
}

export function cleanLines(text: string): string {
  return text.split('\n').map(terminalLine).join('\n')
}

/** JSON with hidden characters escaped, so that it is still the same value. */
export function cleanJson(value: unknown): string {
  return cleanJsonText(JSON.stringify(value, null, 2) ?? 'null')
}

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
