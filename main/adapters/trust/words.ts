/** Longest text of a folder that is shown in one line, in characters. */
const longest = 160

/**
 * A text of the folder for one line of a question: nothing in it can turn, hide or break the line. What does not
 * show is written out.
 */
export function clean(text: string, limit = longest): string {
  const line = [
    ...text
      .replace(/[\r\n\t ]+/g, ' ')
      .trim()
      .slice(0, limit * 4),
  ]
  const cut = line.length > limit ? [...line.slice(0, limit - 1), '…'] : line
  return cut.join('').replace(/[\p{C}\u2028\u2029\u115F\u1160\u3164\uFFA0\u2800]/gu, written)
}

/** Such a text as code, its own backquotes written so that they end nothing. */
export function code(text: string): string {
  return `\`${clean(text).replaceAll('`', 'ˋ')}\``
}

/** `1 line`, `12 lines`. */
export function lineCount(text: string): string {
  const lines = text.trim() === '' ? 0 : text.trim().split('\n').length
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`
}

function written(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
