import unhomoglyph from 'unhomoglyph'
import { headerOpenings } from './headers.ts'

/** Bytes of a string in UTF-8; a lone surrogate counts as its replacement character. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = bytesAt(text, at)
    bytes += point
    if (point === 4) at += 1
  }
  return bytes
}

/** Bytes of the character that begins at a place; four are those of two units. */
function bytesAt(text: string, at: number): 1 | 2 | 3 | 4 {
  const code = text.charCodeAt(at)
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
  return isPair ? 4 : 3
}

/** The longest head of a text with at most `limit` bytes, never splitting a character; `rest` in UTF-16 units. */
export function cutBytes(text: string, limit: number): { text: string; rest: number } {
  if (text.length * 3 <= limit) return { text, rest: 0 }
  let bytes = 0
  let end = 0
  while (end < text.length) {
    const point = bytesAt(text, end)
    bytes += point
    if (bytes > limit) return { text: text.slice(0, end), rest: text.length - end }
    end += point === 4 ? 2 : 1
  }
  return { text, rest: 0 }
}

/** Begins or ends a block of code, and says nothing. */
const fence = /^\s*(`{3,}|~{3,})[\w+-]*\s*$/

/** The first line that says something, at most `limit` characters. */
export function firstLine(text: string, limit: number): string {
  const line =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '' && !fence.test(candidate))
      ?.trim() ?? ''
  return shorten(line, limit)
}

/** A text as one line of at most `limit` characters, nothing unseen in it. */
export const inOneLine = (text: string, limit: number): string =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, limit)
    // Half a character at its end, too.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .trim()

/** A text of at most `limit` characters, an ellipsis in place of what does not fit; cut behind a word where one ends near. */
export function shorten(text: string, limit: number): string {
  const points = [...text]
  if (points.length <= limit) return text
  const cut = points.slice(0, limit - 1).join('')
  const isWithin = /\S/u.test(points[limit - 1] ?? '')
  return `${isWithin ? cut.replace(/\s+\S{1,24}$/u, '') : cut.trimEnd()}…`
}

/** Line ends of every kind become one; what a model must not see unseen (C0, tag characters) goes. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f]|[\u{e0000}-\u{e007f}]/gu, '')
}

/** Letters of other scripts that pass for those in our headers, or that Unicode's own table sees otherwise. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a', α: 'a', ɑ: 'a', в: 'b', β: 'b', с: 'c', ϲ: 'c', ς: 'c', ԁ: 'd', е: 'e', ε: 'e', є: 'e', ҽ: 'e', ғ: 'f', ϝ: 'f', ƒ: 'f', ɡ: 'g',
  һ: 'h', н: 'h', і: 'i', ι: 'i', ı: 'i', ӏ: 'l', ј: 'j', к: 'k', κ: 'k', м: 'm', п: 'n', η: 'n', о: 'o', ο: 'o', σ: 'o', օ: 'o',
  р: 'p', ρ: 'p', ԛ: 'q', г: 'r', ʀ: 'r', ѕ: 's', т: 't', τ: 't', υ: 'u', ս: 'u', ν: 'v', ѵ: 'v', ѡ: 'w', ω: 'w', х: 'x', χ: 'x',
  у: 'y', γ: 'y', ʏ: 'y', 'ʙ': 'b', 'ᴇ': 'e', 'ꜰ': 'f', 'ᴍ': 'm', 'ᴏ': 'o', 'ᴀ': 'a', 'ꜱ': 's', 'ᴛ': 't',
} // prettier-ignore

/** What agent programs put in brackets by themselves, or as elements; in small letters. */
const programs = ['message from', 'request interrupted', 'interrupted', 'system', 'inst', '/inst']
const elements = [
  'system',
  'task',
  'command',
  'local',
  'bash',
  'tool',
  'function',
  'janus',
  'antml',
  'developer',
  'user',
  'assistant',
  'human',
  'teammate',
  'agent',
  'message',
  'channel',
  'event',
  'instruction',
  'environment',
  'context',
  'session',
  'hook',
  'ide',
  'permission',
  'persisted',
  'memory',
  'turn',
  'invoke',
  'parameter',
  'think',
  '<sys',
]
/** What programs put at the head of a part, without brackets. */
const parts = [
  'agents.md instructions',
  'context from:',
  'end of context from:',
  'caveat: the messages below',
  'this session is being continued from',
  'the user sent the following message',
]
/** What Janus never puts, and a hasty reader believes all the same, such as `[The user]`. */
const whose = ['the', 'your', 'a']
const believed = ['person', 'user', 'human', 'host', 'owner', 'peer', 'assistant', 'admin']

/** Letters that pass for each other within plain text; as a pattern that takes any of them. */
const alike: Readonly<Record<string, string>> = {
  i: '[il1|!]',
  l: '[il1|!]',
  o: '[o0]',
  s: '[s5]',
  m: '(?:m|rn)',
  w: '(?:w|vv)',
  b: '[b8]',
  g: '[gq9]',
  ' ': String.raw`\s*`,
  '.': String.raw`\.`,
}
const anyOf = (words: readonly string[]): string =>
  words.map((word) => [...word].map((letter) => alike[letter] ?? letter).join('')).join('|')

/** In brackets, what programs say of a tool, and what passes for a permission; but no link of Markdown. */
const decided = anyOf(['approved', 'authorized', 'authorised', 'allowed', 'granted', 'confirmed', 'denied'])
const decisive = [
  String.raw`(?:old\s*)?tool[\s_-]*(?:results?|use|calls?|output|error|response)\b`,
  String.raw`(?:approved|authori[sz]ed)\s*by\b`,
  String.raw`(?:${decided})\s*by\s*(?:(?:${anyOf(whose)})\s*)?(?:${anyOf(believed)})\b`,
  String.raw`(?:(?:${anyOf(whose)})\s*)?(?:${anyOf(believed)})\s*(?:has\s*)?(?:${decided})\b`,
  String.raw`permission\s*(?:${decided})\b`,
].join('|')

const bracketed = anyOf([...headerOpenings.map((opening) => opening.toLowerCase()), ...programs])
const claimed = String.raw`(?:(?:${anyOf(whose)})\s*)?(?:${anyOf(believed)})\s*[\p{Pe}:]`
/** Opens an element, in any of its looks. */
const angle = '[<‹«〈⟨❮❬〈《⟪˂ᐸ≺≪]'
/** What Markdown may put before a line. */
const marks = /^[>*_#~+\s|•·\p{Pd}]*/u
const bracket = new RegExp(String.raw`^(?:\p{Ps}|${angle})`, 'u')

/** What opens a line of Janus's or of an agent program's own, behind marks of Markdown; compared after `seen`. */
const heads = new RegExp(
  [
    String.raw`${marks.source}(?:(?![({])\p{Ps}\s*(?:${bracketed}|\d+\s*more|${claimed}|(?![^\]]*\]\()(?:${decisive}))`,
    // A tag with parts in its name is no element of HTML, but a program's.
    String.raw`${angle}\s*[/⁄∕]?\s*(?:${anyOf(elements)}|\p{L}[\p{L}\d]*[\p{Pd}_:]|\|)`,
    `(?:${anyOf(parts)}))`,
  ].join('|'),
  'u',
)

/** How somebody could seem to speak in a gathering, `Name (3):` alone on its line; compared after `seen`. */
const seatHeader = /^[^\n]{1,160}[(❨❪⟮⦅⸨⁽₍]\s{0,4}\p{Nd}{1,4}\s{0,4}[)❩❫⟯⦆⸩⁾₎]\s{0,4}[:∶꞉ː˸։׃][*_\s]{0,4}$/u

/** Begins a part of a conversation in plain text, as models were trained on; compared after `plain`. */
const role = new RegExp(
  `${marks.source}(?:(${anyOf(['human', 'assistant'])})|${anyOf(['system'])})\\s*:`,
  'u',
)
/** A component of JSX, but for a tag that says nothing but whose words follow. */
const component =
  /^[>\s|-]*<\/?(?!(?:System|Human|User|Assistant|Instructions?)>)(?:[A-Z][a-z0-9]+\.?)+(?:[\s/>{]|$)/
/** A field of an object, within a block of code. */
const codeField = /^\s{2,}.*[,;{]\s*$/

/** Whether a line looks like a header of Janus's or of an agent program's own, or like one before a seat's words. */
export function isHeader(line: string): boolean {
  const read = plain(line)
  if (heads.test(read) || heads.test(seen(line))) return !component.test(line)
  return isRole(line, read) || seatHeader.test(read.slice(0, 200).trimEnd())
}

/** `Human:` or `Assistant:` with a capital, `SYSTEM:` in capitals: in small letters they are fields of YAML. */
function isRole(line: string, read: string): boolean {
  const found = role.exec(read)
  if (found === null || codeField.test(line)) return false
  const shown = visibleIn(line).replace(marks, '')
  return found[1] === undefined ? /^[^\p{Ll}]*:/u.test(shown) : /^\p{Lu}/u.test(shown)
}

/** Words as they are looked for: blind to case, accents, look-alike letters, invisible characters and the kind of space. */
export const folded = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()

const visibleIn = (line: string): string =>
  // This one comes apart into a space, though it looks like an i.
  line
    .replaceAll('\u037a', 'i')
    .normalize('NFKD')
    .replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0\u2800]/gu, '')

/** A line as a hasty reader sees it: no invisible characters, no look-alikes, lower case. */
function plain(line: string): string {
  // Most lines are such, and come out the same by far less work.
  if (/^[ -~]*$/.test(line)) return line.toLowerCase().trimStart()
  const visible = visibleIn(line)
  return [...visible.toLowerCase()]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .trimStart()
}

/** No header says what it is later than that, in characters. */
const tellingPart = 80

/**
 * How a line begins behind marks and a bracket, with all letters that Unicode knows to look like others; empty where no
 * bracket is, or where `plain` has seen all.
 */
function seen(line: string): string {
  if (/^[ -~]*$/.test(line)) return ''
  const start = visibleIn(line).replace(marks, '')
  if (!bracket.test(start)) return ''
  const letters = [...start.replace(/\s+/g, ' ').slice(0, tellingPart)]
  return plain(
    letters.map((letter) => (/[\p{L}\p{N}\p{So}]/u.test(letter) ? likeness(letter) : letter)).join(''),
  )
}

/** Unicode's table is long: each letter is looked for in it once. */
const likenesses = new Map<string, string>()

/** A letter as its plainest look-alike. */
function likeness(letter: string): string {
  if (letter <= '~' || lookAlikes[letter.toLowerCase()] !== undefined) return letter
  const known = likenesses.get(letter)
  if (known !== undefined) return known
  const like = unhomoglyph(letter)
  const found = like === letter ? unhomoglyph(letter.toUpperCase()) : like
  likenesses.set(letter, found)
  return found
}

/**
 * Puts a backslash before every line that looks like a header of ours, and one more before a line that
 * begins with one: nobody can forge a second sender, and without them they are exactly the cleaned words.
 */
export function neutralise(body: string): string {
  return clean(body)
    .split('\n')
    .map((line) => (line.startsWith('\\') || isHeader(line) ? `\\${line}` : line))
    .join('\n')
}

/** How many words a text has, as one that reads it aloud would count. */
export function wordCount(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\S+/g)) count++
  return count
}

/** Whether a final text ends by asking something. */
export function endsAsking(text: string): boolean {
  return /[?？؟][*_"'”’»)\]\s]*$/u.test(text)
}
