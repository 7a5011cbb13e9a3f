/** A text of at most so many characters and lines is shown whole. */
const wholeLength = 1_800
const wholeLines = 28
/** Of a longer one the beginning is about so long. */
const length = 900
const lines = 14

/** A heading promises words, and they are not here. */
const headingAtEnd = /\n+#{1,6} [^\n]*$/

/** The part of a long text that is shown at first: whole paragraphs, as far as there are any; never within code. */
export function beginningOf(text: string): string {
  if (text.length <= wholeLength && lineCount(text) <= wholeLines) return text
  const room = roomOf(text)
  const gap = text.lastIndexOf('\n\n', room)
  const part = text.slice(0, gap > room / 3 ? gap : room).trimEnd()
  return closed(part.replace(headingAtEnd, ''))
}

/** A text that main has shortened: it tells at most 64 KiB. */
export const isShortened = (text: string): boolean => new TextEncoder().encode(text).length >= 64 * 1024 - 8

const lineCount = (text: string) => text.split('\n', wholeLines + 2).length

function roomOf(text: string): number {
  const byLines = text.split('\n', lines).join('\n').length
  const room = Math.min(length, byLines, text.length)
  // Not within a pair of surrogates.
  const code = text.charCodeAt(room)
  return code >= 0xdc00 && code <= 0xdfff ? room - 1 : room
}

/** A fence that was cut open is closed again, so that nothing after it reads as code. */
function closed(part: string): string {
  const fences = part.match(/^\s{0,3}(?:```|~~~)/gm)?.length ?? 0
  return fences % 2 === 0 ? part : `${part}\n${/~~~/.test(part) ? '~~~' : '```'}`
}
