import { clean } from '../../core/words/text.ts'

/** Words as a quotation, so that nothing said looks like a part of the page. */
export function blockQuote(text: string): string {
  return clean(text)
    .split('\n')
    .map((row) => (row === '' ? '>' : `> ${row}`))
    .join('\n')
}

/** Words that stay one line and are no mark of Markdown or HTML. */
export function markdownLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .trim()
}

/** Words as they are, in a block that nothing in them can close. */
export function fenced(text: string): string {
  const plain = clean(text)
  const longest = Math.max(2, ...Array.from(plain.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${plain}\n${fence}`
}

/** Words as the name of a file; letters of every script stay. */
export function fileNameOf(words: string, otherwise: string): string {
  const name = words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return name.slice(0, 60) || otherwise
}
