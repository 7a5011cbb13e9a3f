import { clean } from '../../core/words/text.ts'

/** A quotation, so that no text looks like a part of the page. */
export function blockQuote(text: string): string {
  return clean(text)
    .split('\n')
    .map((row) => (row === '' ? '>' : `> ${row}`))
    .join('\n')
}

/** One line, with Markdown and HTML escaped. */
export function markdownLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .trim()
}

/** A code block that nothing in the text can close. */
export function fenced(text: string): string {
  const plain = clean(text)
  const longest = Math.max(2, ...Array.from(plain.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${plain}\n${fence}`
}

/** A file name; letters of all scripts stay. */
export function fileNameOf(words: string, otherwise: string): string {
  const name = words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return name.slice(0, 60) || otherwise
}
