/** Longest text of a folder that is shown in one line, in characters. */
const longest = 160

/**
 * A text of the folder for one line of a question: nothing in it can turn, hide or break the line. What does not
 * show is written out.
 */
export function cleanLine(text: string, limit = longest): string {
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
  return `\`${cleanLine(text).replaceAll('`', 'ˋ')}\``
}

/** `1 line`, `12 lines`. */
export function lineCount(text: string): string {
  const lines = text.trim() === '' ? 0 : text.trim().split('\n').length
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`
}

function written(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** The head of a command, a helper or a skill, ended as the CLI ends it: by the next `---`, wherever it stands. */
export function headOf(words: string): string | undefined {
  return /^---\s*\n([\s\S]*?)---/.exec(words)?.[1]
}

/** A text as it is, anything else as JSON. */
export const textOrJson = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** The items of a list; none for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

/** Every string in a value, in order, however deep. */
export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') found.push(next)
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next).reverse())
  }
  return found
}
