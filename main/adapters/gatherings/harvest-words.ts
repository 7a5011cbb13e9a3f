import { createHash } from 'node:crypto'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'

export const hashOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Appends a comment with the gathering's id and a hash of the text, which reveals later edits. */
export function marked(markdown: string, id: GatheringId): string {
  const text = withFinalNewline(markdown)
  return `${text}\n<!-- Janus: ${id} ${hashOf(text).slice(0, 16)} -->\n`
}

/** Returns null when the file is not from a gathering. */
export function markOf(file: string): { readonly id: string; readonly asWritten: boolean } | null {
  const found = /\n<!-- Janus: (gat-\S{1,40}) ([0-9a-f]{16}) -->\s*$/.exec(file)
  if (!found) return null
  const [, id = '', hash] = found
  return { id, asWritten: hashOf(file.slice(0, found.index)).slice(0, 16) === hash }
}

/** Appends an entry unless it is there already. Text that is no list gets a blank line before the entry. */
export function withNote(before: string | null, title: string, text: string): string {
  const [first = '', ...more] = text.trim().split(/\r\n?|\n/)
  const entry = `${[`- ${first}`, ...more.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')}\n`
  if (before !== null && `\n${before}`.includes(`\n${entry}`)) return before
  const there = begun(before, title)
  const last = there.trimEnd().split('\n').at(-1) ?? ''
  const isList = /^(\s+\S|[-*+] )/.test(last) || there.endsWith('\n\n')
  return `${there}${isList ? '' : '\n'}${withFinalNewline(entry)}`
}

const unharvested = 'no harvest'

/** Adds the gathering's line. An existing line is replaced only if it was written before the harvest. */
export function withTrail(before: string | null, id: GatheringId, line: string, name: string): string {
  const mark = `<!-- ${id} -->`
  const lines = before?.split('\n') ?? []
  const words = oneLine(line).replace(/^[-*] +/, '')
  const made = `- ${words} [${name}](${name}) ${mark}`
  const at = lines.findIndex((known) => known.trimEnd().endsWith(mark))
  if (before === null || at < 0) return `${begun(before, 'Trail')}${made}\n`
  const isLater = (lines[at] ?? '').includes(`· ${unharvested} [`) && !words.endsWith(unharvested)
  return isLater ? lines.with(at, made).join('\n') : before
}

/** Appends an item unless it is there already. */
export function withTodo(before: string | null, text: string): string {
  const item = itemOf(text)
  if (before !== null && `\n${before}`.includes(`\n${item}`)) return before
  return begun(before, 'To do') + item
}

/** Keeps a list as written; turns other text into one item. */
function itemOf(text: string): string {
  const lines = text.trim().split(/\r\n?|\n/)
  if (/^([-*+]|\d{1,9}[.)]) /.test(lines[0] ?? '')) return `${lines.join('\n')}\n`
  return `- [ ] ${lines.map((line) => line.trimEnd()).join('\n      ')}\n`
}

const begun = (before: string | null, title: string): string =>
  before === null || before === '' ? `# ${title}\n\n` : withFinalNewline(before)

/** Adds a final newline and replaces lone surrogates and NULs, which don't survive a round trip. */
export function withFinalNewline(text: string): string {
  const whole = text.replace(/[\p{Surrogate}\0]/gu, '\ufffd')
  return whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
