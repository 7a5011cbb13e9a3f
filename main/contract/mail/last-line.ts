/** A text whose last line is surely its author's own: in no code and no quotation. */
interface Ended {
  /** That line. */
  readonly line: string
  /** What stands before it. */
  readonly words: string
}

/** The last line of a text and what stands before it; null where that line may be quoted, or code. */
export function endOf(text: string): Ended | null {
  const own = text.trimEnd()
  const at = own.lastIndexOf('\n') + 1
  const before = own.slice(0, at)
  if (isQuotedAbove(before) || isInCode(own)) return null
  return { line: plain(own.slice(at)), words: before.trimEnd() }
}

/** A line without the emphasis that is put around all of it: `**PASS**` is the word itself, said loudly. */
export const plain = (line: string): string =>
  line.replace(/^( {0,3})(\*{1,3}|_{1,3})(?=\w)(.*[\w.!)])\2$/, '$1$3')

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

/** What stands before the line by which a text passes the talking piece; null where it does not end with one. */
export function beforePass(text: string): string | null {
  const end = endOf(text)
  return end !== null && /^ {0,3}PASS(?:: *\S.*)?$/.test(end.line) ? end.words : null
}

/** The one word of an agent that has nothing to say. */
export const silence = 'SILENT'
const silent = new RegExp(`^ {0,3}${silence}\\.?$`)

/** How an agent is told that, wherever it may be silent. */
export const orSilent = `Answer with the one word ${silence} and nothing else.`

/** What stands before that word, where a text ends with it, by itself on its last line; null where it does not. */
export function beforeSilence(text: string): string | null {
  const end = endOf(text)
  return end !== null && silent.test(end.line) ? end.words : null
}

/** Whether a text says that there is nothing to say. */
export const isSilent = (text: string): boolean => beforeSilence(text) !== null
