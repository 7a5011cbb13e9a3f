/**
 * Which words at the end of a text are its writer's own. Whatever may be somebody else's (quotes, code, lists, what
 * was relayed) is left out, and in doubt it is: words wrongly left out cost a beat, words wrongly taken would let
 * anybody's text move the piece.
 */

import { cover, hidden, newCarried } from './quoted-words.ts'
import { isHeader } from '../../text.ts'

interface Fence {
  readonly mark: string
  readonly length: number
  readonly indent: number
}

/** A line of the writer's own; `null` is a line that is not, and `''` an empty one. */
type Line = string | null

/** The last paragraph of a text, foreign words in it as `hidden`; null: it is not its writer's own. Linear in time. */
export function ownEnd(written: string): string | null {
  const lines = linesOf(written.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'))
  if (lines === null) return null
  while (lines.length > 0 && lines.at(-1) !== null && !/[\p{L}\p{N}]/u.test(lines.at(-1) ?? '')) lines.pop()
  if (lines.at(-1) === undefined || lines.at(-1) === null || isIntroduced(lines)) return null
  const carried = newCarried()
  return paragraphsOf(lines).reduce<string | null>((_, paragraph) => cover(paragraph, carried), null)
}

/** The lines, without what stands in blocks of its own; null: from some line on, all may be another's. */
function linesOf(text: string): Line[] | null {
  const lines: Line[] = []
  const ends = endsOf(text)
  let fence: Fence | null = null
  let reach = 0
  let lazy = false
  let announced = false
  let at = 0
  for (const line of text.split('\n')) {
    const from = at
    at += line.length + 1
    if (fence !== null) {
      lines.push(null)
      if (closes(line, fence)) fence = null
      continue
    }
    fence = fenceOf(line)
    // A fence inside an element or a comment may be one or not: two readings, so none.
    if (fence !== null && from < reach) return null
    const blank = line.trim() === ''
    if (fence !== null || blank) {
      lines.push(blank ? '' : null)
      lazy = false
      announced = announced && blank
      continue
    }
    const before = reach
    reach = Math.max(reach, reachOf(line, from, ends, text.length))
    if (!/^ {0,3}>/.test(line) && isRelayed(line)) return null
    lazy = lazy || isApart(line)
    if (announced && !lazy) return null
    announced = isReport(line)
    lines.push(lazy || at - 1 <= before ? null : masked(line, from, before, reach))
  }
  return lines
}

/** The line with what lies inside an element or a comment hidden. */
function masked(line: string, from: number, before: number, reach: number): string {
  const head = Math.max(0, before - from)
  if (reach <= before) return head === 0 ? line : hidden + line.slice(head)
  const open = line.indexOf('<', head)
  const close = Math.min(line.length, reach - from)
  return (head === 0 ? '' : hidden) + line.slice(head, open) + hidden + line.slice(close)
}

function fenceOf(line: string): Fence | null {
  const found = /^([ \t]*)(`{3,}|~{3,})(.*)$/.exec(line)
  if (found === null) return null
  const [, indent = '', run = '', info = ''] = found
  if (run.startsWith('`') && info.includes('`')) return null
  return { mark: run.charAt(0), length: run.length, indent: indent.length }
}

function closes(line: string, fence: Fence): boolean {
  const words = line.trim()
  if (words.length < fence.length || line.indexOf(fence.mark) > fence.indent + 3) return false
  return [...words].every((char) => char === fence.mark)
}

/** Quotations, lists, tables, headings and indented blocks, with the lines that lean on them. */
function isApart(line: string): boolean {
  return /^(?:\s{2,}|\t|\s?(?:>|[|#]|[-+*•‣◦–—]\s|\d{1,9}[.)]\s))/.test(line) && !isRule(line)
}

function isRule(line: string): boolean {
  return /^ ?(?:[-*_] ?)+$/.test(line)
}

/** Elements that are not a writer's own words even where their end is missing. */
const foreign =
  /^(?:blockquote|pre|code|q|samp|kbd|cite|del|s|strike|details|script|style|template|textarea|xmp|(?:tool|function|system|janus|antml|task|user|assistant|human|teammate|agent|message|document|page|result|output|quote|command|local|bash|channel|event)[\w:-]*)$/

/** Where the last end of each kind of element is. */
function endsOf(text: string): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const found of text.matchAll(/<\/([a-z][\w:-]{0,40})/gi)) {
    const close = text.slice(found.index, found.index + 200).indexOf('>')
    ends.set((found[1] ?? '').toLowerCase(), close === -1 ? text.length : found.index + close + 1)
  }
  ends.set('!--', text.lastIndexOf('-->') + 3)
  return ends
}

/** How far the elements and comments reach that begin in a line. */
function reachOf(line: string, from: number, ends: ReadonlyMap<string, number>, all: number): number {
  let reach = 0
  for (const found of line.matchAll(/(?<![\w`])<(!--|[a-z][\w:-]{0,40})/gi)) {
    const name = (found[1] ?? '').toLowerCase()
    const end = ends.get(name) ?? 0
    if (end > from + found.index + 3) reach = Math.max(reach, end)
    else if (name === '!--' || foreign.test(name)) reach = all
  }
  return reach
}

/** A line after which words of others stand: their end cannot be seen. */
function isRelayed(line: string): boolean {
  const bare = bareOf(line)
  return isHeader(bare) || seatSays.test(bare) || /^\[[^\]]*\]:?$/.test(bare) || role.test(bare)
}

/** `Name (3):` with words behind it. */
const seatSays = /^[^:.!?]{1,60}\(\d{1,4}\)\**:/
const role =
  /^(?:human|user|assistant|system|janus|(?:tool|function|command|search)(?: (?:result|output|call)s?)?|(?:result|output)s? of [^:]{1,60}):/i

/** A line that announces somebody's words: these may be a quotation of its own, which ends, or else reach on. */
function isReport(line: string): boolean {
  return reports.test(bareOf(line.slice(-300)))
}

const reports =
  /(?:^|\P{L})(?:said|says|saying|wrote|writes|reads|replied|replies|answered|answers|quote|quoting|quoted|relayed|relaying|relay|forwarded|forwarding|told \p{L}+|verbatim|transcript)(?:\P{L}[^:]{0,60})?:$/iu

/** A line's beginning, without emphasis and the like. */
function bareOf(line: string): string {
  return line
    .slice(0, 300)
    .replace(/^[\s\\>#*_]+/, '')
    .replace(/[\s*_]{1,20}$/, '')
}

/** Whether the last paragraph follows a line that announces it. */
function isIntroduced(lines: readonly Line[]): boolean {
  let at = lines.length - 1
  while (at >= 0 && lines[at] !== '' && lines[at] !== null) at -= 1
  while (at >= 0 && lines[at] === '') at -= 1
  const above = (lines[at] ?? '').slice(-100)
  return /(?:[:：,—–]|\P{L}(?:said|says|wrote|writes|reads))[\s*_]*$/u.test(above)
}

function paragraphsOf(lines: readonly Line[]): string[] {
  const paragraphs: string[] = []
  let open: string[] = []
  for (const line of [...lines, null]) {
    if (line !== null && line !== '') open.push(line)
    else if (open.length > 0) {
      paragraphs.push(open.join('\n'))
      open = []
    }
  }
  return paragraphs
}
