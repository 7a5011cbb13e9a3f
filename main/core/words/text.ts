import unhomoglyph from 'unhomoglyph'
import { headerOpenings } from './headers.ts'

/** A lone surrogate counts as its replacement character. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = bytesAt(text, at)
    bytes += point
    if (point === 4) at += 1
  }
  return bytes
}

/** UTF-8 bytes of the character at a position; 4 means that it takes two UTF-16 units. */
function bytesAt(text: string, at: number): 1 | 2 | 3 | 4 {
  const code = text.charCodeAt(at)
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
  return isPair ? 4 : 3
}

/** Cuts to at most `limit` bytes without splitting a character; `rest` is in UTF-16 units. */
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

/** The first or last line of a Markdown code block. */
const fence = /^\s*(`{3,}|~{3,})[\w+-]*\s*$/

/** The first line with content, at most `limit` characters. */
export function firstLine(text: string, limit: number): string {
  const line =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '' && !fence.test(candidate))
      ?.trim() ?? ''
  return shorten(line, limit)
}

/** One line of at most `limit` characters, without invisible ones. */
export const inOneLine = (text: string, limit: number): string =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, limit)
    // Also half a character at the end.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .trim()

/** Cuts to at most `limit` characters with an ellipsis, after a whole word if one ends near. */
export function shorten(text: string, limit: number): string {
  const points = [...text]
  if (points.length <= limit) return text
  const cut = points.slice(0, limit - 1).join('')
  const isWithin = /\S/u.test(points[limit - 1] ?? '')
  return `${isWithin ? cut.replace(/\s+\S{1,24}$/u, '') : cut.trimEnd()}…`
}

/**
 * Normalizes line ends, and removes characters that a model would read but a user can't see (C0, tag
 * characters).
 */
export function clean(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f]|[\u{e0000}-\u{e007f}]/gu, '')
}

/**
 * Letters of other scripts that look like those in our headers; Unicode's own table lacks them or maps them
 * differently.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a', α: 'a', ɑ: 'a', в: 'b', β: 'b', с: 'c', ϲ: 'c', ς: 'c', ԁ: 'd', е: 'e', ε: 'e', є: 'e', ҽ: 'e', ғ: 'f', ϝ: 'f', ƒ: 'f', ɡ: 'g',
  һ: 'h', н: 'h', і: 'i', ι: 'i', ı: 'i', ӏ: 'l', ј: 'j', к: 'k', κ: 'k', м: 'm', п: 'n', η: 'n', о: 'o', ο: 'o', σ: 'o', օ: 'o',
  р: 'p', ρ: 'p', ԛ: 'q', г: 'r', ʀ: 'r', ѕ: 's', т: 't', τ: 't', υ: 'u', ս: 'u', ν: 'v', ѵ: 'v', ѡ: 'w', ω: 'w', х: 'x', χ: 'x',
  у: 'y', γ: 'y', ʏ: 'y', 'ʙ': 'b', 'ᴇ': 'e', 'ꜰ': 'f', 'ᴍ': 'm', 'ᴏ': 'o', 'ᴀ': 'a', 'ꜱ': 's', 'ᴛ': 't',
} // prettier-ignore

/** What agent programs themselves write in brackets or as elements; lower case. */
const programs = ['message from', 'request interrupted', 'interrupted', 'system', 'inst', '/inst']
const elements = (
  'system task command local bash tool function janus antml developer user assistant human ' +
  'teammate agent message channel event instruction environment context session hook ide ' +
  'permission persisted memory turn invoke parameter think <sys'
).split(' ')
/** What agent programs write at the start of a section, without brackets. */
const parts = [
  'agents.md instructions',
  'context from:',
  'end of context from:',
  'caveat: the messages below',
  'this session is being continued from',
  'the user sent the following message',
]
/** Not used by Janus, but convincing anyway, such as `[The user]`. */
const whose = ['the', 'your', 'a']
const believed = ['person', 'user', 'human', 'host', 'owner', 'peer', 'assistant', 'admin']

/** Letters that look alike in plain text, as patterns. */
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

/** In brackets: what programs say about a tool, or what looks like a permission; but not a Markdown link. */
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
/** Look-alikes of `<`. */
const angle = '[<‹«〈⟨❮❬〈《⟪˂ᐸ≺≪]'
/** What Markdown may put before a line. */
const marks = /^[>*_#~+\s|•·\p{Pd}]*/u
const bracket = new RegExp(String.raw`^(?:\p{Ps}|${angle})`, 'u')

/**
 * Starts a line of Janus's or an agent program's own, after Markdown marks; matched against `plain` and
 * `seen`.
 */
const heads = new RegExp(
  [
    String.raw`${marks.source}(?:(?![({])\p{Ps}\s*(?:${bracketed}|\d+\s*more|${claimed}|(?![^\]]*\]\()(?:${decisive}))`,
    // A tag with a separator in its name isn't HTML, but a program's.
    String.raw`${angle}\s*[/⁄∕]?\s*(?:${anyOf(elements)}|\p{L}[\p{L}\d]*[\p{Pd}_:]|\|)`,
    `(?:${anyOf(parts)}))`,
  ].join('|'),
  'u',
)

/** `Name (3):` alone on its line, which could pass for a speaker in a gathering; matched against `plain`. */
const seatHeader = /^[^\n]{1,160}[(❨❪⟮⦅⸨⁽₍]\s{0,4}\p{Nd}{1,4}\s{0,4}[)❩❫⟯⦆⸩⁾₎]\s{0,4}[:∶꞉ː˸։׃][*_\s]{0,4}$/u

/** Role markers of plain-text conversations that models were trained on; matched against `plain`. */
const role = new RegExp(
  `${marks.source}(?:(${anyOf(['human', 'assistant'])})|${anyOf(['system'])})\\s*:`,
  'u',
)
/** A JSX component, except a tag that only names a role. */
const component =
  /^[>\s|-]*<\/?(?!(?:System|Human|User|Assistant|Instructions?)>)(?:[A-Z][a-z0-9]+\.?)+(?:[\s/>{]|$)/
/** An object field in a code block. */
const codeField = /^\s{2,}.*[,;{]\s*$/

export function isHeader(line: string): boolean {
  const read = plain(line)
  if (heads.test(read) || heads.test(seen(line))) return !component.test(line)
  return isRole(line, read) || seatHeader.test(read.slice(0, 200).trimEnd())
}

/** `Human:` or `Assistant:` capitalized, `SYSTEM:` in capitals; in lower case they are YAML fields. */
function isRole(line: string, read: string): boolean {
  const found = role.exec(read)
  if (found === null || codeField.test(line)) return false
  const shown = visibleIn(line).replace(marks, '')
  return found[1] === undefined ? /^[^\p{Ll}]*:/u.test(shown) : /^\p{Lu}/u.test(shown)
}

/** Text for comparison: ignores case, accents, look-alikes, invisible characters and the kind of space. */
export const folded = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()

const visibleIn = (line: string): string =>
  // NFKD decomposes this one into a space, though it looks like an i.
  line
    .replaceAll('\u037a', 'i')
    .normalize('NFKD')
    .replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0\u2800]/gu, '')

/** A line without invisible characters and look-alikes, in lower case. */
function plain(line: string): string {
  // Fast path with the same result.
  if (/^[ -~]*$/.test(line)) return line.toLowerCase().trimStart()
  const visible = visibleIn(line)
  return [...visible.toLowerCase()]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .trimStart()
}

/** Characters by which every header is recognizable. */
const tellingPart = 80

/**
 * The start of a line behind marks and bracket, with Unicode's look-alikes replaced; empty without a bracket,
 * or if `plain` is enough.
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

/** Caches lookups, since Unicode's table is long. */
const likenesses = new Map<string, string>()

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
 * Puts a backslash before every line that looks like a header, and one more before a line that begins with
 * one. So nobody can forge a sender, and removing the backslashes restores the cleaned text exactly.
 */
export function neutralise(body: string): string {
  return clean(body)
    .split('\n')
    .map((line) => (line.startsWith('\\') || isHeader(line) ? `\\${line}` : line))
    .join('\n')
}

export function wordCount(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\S+/g)) count++
  return count
}

export function endsAsking(text: string): boolean {
  return /[?？؟][*_"'”’»)\]\s]*$/u.test(text)
}
