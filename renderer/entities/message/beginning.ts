/** Texts of at most this many characters and lines are shown whole. */
const wholeLength = 1_800
const wholeLines = 28
/** Approximate size of the beginning of a longer text. */
const length = 900
const lines = 14

/** A heading without the text under it is dropped. */
const headingAtEnd = /\n+#{1,6} [^\n]*$/

/** Returns the beginning of a long text, in whole paragraphs where possible; cut code is closed. */
export function beginningOf(text: string): string {
  if (text.length <= wholeLength && lineCount(text) <= wholeLines) return text
  const room = roomOf(text)
  const gap = text.lastIndexOf('\n\n', room)
  const part = text.slice(0, gap > room / 3 ? gap : room).trimEnd()
  return closed(part.replace(headingAtEnd, ''))
}

/** Main sends at most 64 KiB of a text. */
export const isShortened = (text: string): boolean => new TextEncoder().encode(text).length >= 64 * 1024 - 8

const lineCount = (text: string) => text.split('\n', wholeLines + 2).length

function roomOf(text: string): number {
  const byLines = text.split('\n', lines).join('\n').length
  const room = Math.min(length, byLines, text.length)
  // Not inside a surrogate pair.
  const code = text.charCodeAt(room)
  return code >= 0xdc00 && code <= 0xdfff ? room - 1 : room
}

/** Closes a fence that was cut open, so that what follows is not code. */
function closed(part: string): string {
  const fences = part.match(/^\s{0,3}(?:```|~~~)/gm)?.length ?? 0
  return fences % 2 === 0 ? part : `${part}\n${/~~~/.test(part) ? '~~~' : '```'}`
}
