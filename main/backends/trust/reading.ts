/** Characters of a folder's text shown in one line. */
const longest = 160

/**
 * Makes a text from the folder safe for one line: characters that could reorder, hide or break it, and
 * invisible ones, are escaped.
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

/** Formats such a text as code; backquotes are replaced so that they can't end it. */
export function code(text: string): string {
  return `\`${cleanLine(text).replaceAll('`', 'ˋ')}\``
}

export function lineCount(text: string): string {
  const lines = text.trim() === '' ? 0 : text.trim().split('\n').length
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`
}

function written(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Front matter as the CLI parses it: up to the next `---`, even in the middle of a line. */
export function headOf(words: string): string | undefined {
  return /^---\s*\n([\s\S]*?)---/.exec(words)?.[1]
}

export const textOrJson = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

/** Every string in a value, in order, at any depth. */
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
