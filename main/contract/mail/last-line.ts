/** A text whose last line is its author's own: neither code nor quoted. */
interface Ended {
  readonly line: string
  /** The text before it. */
  readonly words: string
}

/** Returns null if the last line may be quoted or code. */
export function endOf(text: string): Ended | null {
  const own = text.trimEnd()
  const at = own.lastIndexOf('\n') + 1
  const before = own.slice(0, at)
  if (isQuotedAbove(before) || isInCode(own)) return null
  return { line: plain(own.slice(at)), words: before.trimEnd() }
}

/** Removes emphasis around a whole line: `**PASS**` counts as `PASS`. */
export const plain = (line: string): string =>
  line.replace(/^( {0,3})(\*{1,3}|_{1,3})(?=\w)(.*[\w.!)])\2$/, '$1$3')

/** A line below a quoted one belongs to the quotation in Markdown. */
const isQuotedAbove = (above: string): boolean =>
  /^ {0,3}>/.test(above.slice(above.lastIndexOf('\n', above.length - 2) + 1))

/** Whether a code fence, an element or a comment is still open at the end. */
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

/** The text before the final line that passes the talking piece; null if there is no such line. */
export function beforePass(text: string): string | null {
  const end = endOf(text)
  return end !== null && /^ {0,3}PASS(?:: *\S.*)?$/.test(end.line) ? end.words : null
}

/** An agent answers this word when it has nothing to say. */
export const silence = 'SILENT'
const silent = new RegExp(`^ {0,3}${silence}\\.?$`)

/** Part of prompts where an agent may be silent. */
export const orSilent = `Answer with the one word ${silence} and nothing else.`

/** The text before a final line with only that word; null if there is none. */
export function beforeSilence(text: string): string | null {
  const end = endOf(text)
  return end !== null && silent.test(end.line) ? end.words : null
}

export const isSilent = (text: string): boolean => beforeSilence(text) !== null
