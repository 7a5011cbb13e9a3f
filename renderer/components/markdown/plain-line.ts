const lineMarks = /^(?:\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+))+/
const fence = /^\s*(?:`{3,}|~{3,}).*$/

/** Removes the Markdown marks of one line. */
export const plainLine = (line: string): string =>
  line
    .replace(fence, '')
    .replace(lineMarks, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/<br ?\/?>/gi, ' ')
    .replace(/<\/?(?:sub|sup|kbd)>/gi, '')
    .replace(/\s*\[(?:\s*`?utt-[0-9a-z]{10}`?\s*[,;]?)+\]/g, '')
    .replace(/`+/g, '')
    .replace(/\*\*|~~/g, '')
    .replace(/(?<![\p{L}\p{N}])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}])/gu, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .trim()

/** Returns the first line with text, without marks, or an empty string. */
export const firstPlainLine = (text: string): string =>
  text
    .split('\n')
    .map(plainLine)
    .find((line) => line !== '') ?? ''
