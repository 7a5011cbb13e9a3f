/**
 * Whether somebody passes the talking piece in so many words: the fallback beside the tool. Only the speaker's own
 * closing sentences count; what is not surely a pass is none.
 */

import { denies, describes, isExample, unsays } from './doubts.ts'
import { ownEnd } from './own-words.ts'
import { hidden, stray } from './quoted-words.ts'

/** Somebody to whom the piece can pass. */
export interface Place {
  readonly number: number
  readonly name: string
}

/** What is asked for: a seat's number, or null for whoever is next. */
export interface Pass {
  readonly to: number | null
}

/** Whether the end of a text passes the piece, and to whom; null: it does not. `text`: the holder's whole final text. */
export function passOf(text: string, seats: readonly Place[]): Pass | null {
  // Most texts say nothing of the kind.
  if (!/pass/i.test(text.slice(-closingLimit))) return null
  const end = ownEnd(text)
  if (end === null || end.includes(stray)) return null
  const isCut = end.length > closingLimit
  const closing = isCut ? end.slice(-closingLimit) : end
  const words = fold(closing)
  const places = seats.map(folded)
  if (words === null || closing.split('\n').some((line) => isLabelled(line, places))) return null
  const sentences = sentencesOf(words, places, isCut).filter((one) => /[\p{L}\p{N}]/u.test(one.words))
  return agreed(sentences.slice(-3), sentences.at(-4) ?? null)
}

/** Whether a line begins as if somebody of the circle spoke it. */
function isLabelled(line: string, seats: readonly Place[]): boolean {
  const words = fold(line.slice(0, 100)) ?? ''
  return seats.some((seat) => seat.name !== '' && words.startsWith(`${seat.name}:`))
}

/** Most characters of a last paragraph that are read. */
const closingLimit = 2_000

interface Sentence {
  readonly words: string
  /** What it does to the piece. */
  readonly pass: Found | null
}

interface Found {
  readonly to: number | null
  /** `bare`: "I pass" alone; `meant`: an intention. Both count only at the very end. */
  readonly manner: 'said' | 'bare' | 'meant'
}

/** The pass that the last sentences amount to. */
function agreed(sentences: readonly Sentence[], above: Sentence | null): Pass | null {
  const first = sentences.findIndex((one) => one.pass !== null)
  if (first === -1) return null
  const before = sentences[first - 1] ?? above
  if (before !== null && isExample(before.words)) return null
  let to: number | null = null
  for (const [at, sentence] of sentences.slice(first).entries()) {
    const isLast = first + at === sentences.length - 1
    if (sentence.pass === null) {
      if (unsays(sentence.words)) return null
    } else {
      if (sentence.pass.manner !== 'said' && !isLast) return null
      if (sentence.pass.to !== null && to !== null && sentence.pass.to !== to) return null
      to = sentence.pass.to ?? to
    }
  }
  return { to }
}

/** Sentences of a paragraph; one that passes keeps a name with dots whole. */
function sentencesOf(words: string, seats: readonly Place[], isCut: boolean): Sentence[] {
  const sentences: Sentence[] = []
  let at = isCut ? endOf(words, 0) : 0
  while (at < words.length) {
    const head = headAt(words, at, seats)
    const end = endOf(words, head?.end ?? at)
    const sentence = words.slice(at, end)
    sentences.push({
      words: sentence,
      pass: head === null ? null : passing(head, words.slice(head.end, end), sentence, seats),
    })
    at = end
  }
  return sentences
}

/** Where the sentence that goes on at a place ends, with the space after it. */
function endOf(words: string, from: number): number {
  const ends = /(?<![.…])[.!?。！？](?![.…])[!?]*[)\]"'’”*_]* +/g
  ends.lastIndex = from
  for (let found = ends.exec(words); found !== null; found = ends.exec(words)) {
    const begun = words.slice(Math.max(from, found.index - 8), found.index)
    if (!shortened.test(begun)) return ends.lastIndex
  }
  return words.length
}

/** What ends in a full stop and ends no sentence. */
const shortened = /(?:^|[^\p{L}\p{N}])(?:e\. ?g|i\. ?e|cf|vs|mr|mrs|ms|dr|prof|st|fig|viz)$/u

interface Head {
  readonly manner: 'present' | 'future' | 'gerund'
  readonly object: 'none' | 'piece' | 'target'
  readonly to: number | null
  readonly end: number
}

const lead =
  /(?:(?:and|so|now|ok|okay|alright|all right|with that(?: said)?|with this|on that note|that said|having said that|thanks|thank you|thank you all|thanks all|(?:that is|that['’]s) (?:all|it)(?: from me)?(?: for now)?|(?:i am|i['’]m) done|done|nothing (?:more|further)(?: from me)?)(?: ?[,;—–-]+)? ){0,3}/y
const adverb = '(?:(?:now|hereby|gladly|happily|therefore|simply|also) )?'
const verb = new RegExp(
  `(?:(i ${adverb}pass)|((?:i will|i['’]ll) ${adverb}pass)|(?:(?:i am|i['’]m) )?${adverb}passing)(?![\\p{L}\\p{N}_-])`,
  'uy',
)
const piece = / the (?:talking )?piece(?![\p{L}\p{N}_-])/uy
const onward = /(?: (?:on|over|back|along))?,? to (?:you,? )?/y
const alone = / (?:on|over|along)(?![\p{L}\p{N}_-])/uy
const next =
  /the next (?:speaker|seat|person|voice|in (?:order|line|turn)|one in (?:order|line))(?![\p{L}\p{N}_-])/uy

/** Reads one pattern at a place; where it ends, or null. */
function read(pattern: RegExp, words: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(words)
}

/** The beginning of a sentence that may pass the piece. */
function headAt(words: string, from: number, seats: readonly Place[]): Head | null {
  const begun = from + (read(lead, words, from)?.[0].length ?? 0)
  const said = read(verb, words, begun)
  if (said === null) return null
  const manner = said[1] !== undefined ? 'present' : said[2] !== undefined ? 'future' : 'gerund'
  let at = begun + said[0].length
  const thing = read(piece, words, at)
  at += thing?.[0].length ?? 0
  const object = thing === null ? 'none' : 'piece'
  const to = read(onward, words, at)
  if (to === null) {
    const on = thing === null ? null : read(alone, words, at)
    return { manner, object, to: null, end: at + (on?.[0].length ?? 0) }
  }
  at += to[0].length
  const generic = thing === null ? null : read(next, words, at)
  if (generic !== null) return { manner, object, to: null, end: at + generic[0].length }
  const seat = seatAt(words, at, seats)
  return seat === null ? null : { manner, object: 'target', ...seat }
}

/** The seat that is named at a place, the longest name first. */
function seatAt(words: string, from: number, seats: readonly Place[]): { to: number; end: number } | null {
  for (const at of words.startsWith('the ', from) ? [from, from + 4] : [from]) {
    const bare = words.startsWith('@', at) ? at + 1 : at
    const named = seats.filter(
      (seat) => seat.name !== '' && isWhole(words, bare, bare + seat.name.length, seat.name),
    )
    const longest = Math.max(0, ...named.map((seat) => seat.name.length))
    const [seat, other] = named.filter((one) => one.name.length === longest)
    if (seat !== undefined) {
      if (other !== undefined || isOtherNumber(seat, seats)) return null
      return withNumber(words, bare + longest, seat.number)
    }
  }
  const digits =
    /(?:(?:number|no\.?|seat|participant|speaker) )?#?(\d{1,4})(?![\p{L}\p{N}_%°$€-]|[.,:/]\p{N})/uy
  const found = read(digits, words, from)
  const seat = found === null ? undefined : seats.find((one) => String(one.number) === found[1])
  return found === null || seat === undefined ? null : { to: seat.number, end: from + found[0].length }
}

function isWhole(words: string, from: number, to: number, name: string): boolean {
  return (
    words.startsWith(name, from) &&
    !/^(?:[\p{L}\p{N}\p{M}_@]|['’.:/\\-][\p{L}\p{N}])/u.test(words.slice(to, to + 4))
  )
}

/** Whether a name is the number of somebody else's seat. */
function isOtherNumber(seat: Place, seats: readonly Place[]): boolean {
  return seats.some((one) => String(one.number) === seat.name && one.number !== seat.number)
}

/** A number behind the name must be that seat's. */
function withNumber(words: string, from: number, number: number): { to: number; end: number } | null {
  const found = read(/ ?\((?:number |no\.? |#)?(\d{1,4})\)/y, words, from)
  if (found === null) return { to: number, end: from }
  return found[1] === String(number) ? { to: number, end: from + found[0].length } : null
}

/** Whether what stands behind the head of a sentence lets it be a pass. */
function passing(head: Head, rest: string, sentence: string, seats: readonly Place[]): Found | null {
  if (sentence.includes(hidden) || /[?？]/.test(rest)) return null
  const more = rest.replace(/[.!。！ ]+$/, '')
  if (head.object === 'none') {
    const isBare =
      head.manner === 'present' &&
      /^(?:,? (?:for now|this (?:time|round)|again|here|now|thanks|thank you))?[^\p{L}\p{N}]*$/u.test(more)
    return isBare && !/^ ?[,;:—–-]/.test(more.trimEnd().slice(-2)) ? { to: null, manner: 'bare' } : null
  }
  const joins =
    head.manner === 'gerund'
      ? /^(?:$|[,;:!]| [—–-]| (?:for|now|next|with|who)\b)/
      : /^(?:$|[,;:!]| ?[—–]| -| (?:for|now|next|with|who|here|please|and|so|as|because|since|again)\b)/
  if (!/[\p{L}\p{N}]/u.test(more)) return foundOf(head)
  const doubted = denies(more) || (head.manner === 'gerund' && describes(more))
  return joins.test(more) && !doubted && !namesOther(more, head, seats) ? foundOf(head) : null
}

function foundOf(head: Head): Found {
  return { to: head.to, manner: head.manner === 'future' ? 'meant' : 'said' }
}

/** Whether somebody else is named as well, or anybody where nobody was. */
function namesOther(more: string, head: Head, seats: readonly Place[]): boolean {
  const begun = /^(?:[,;:]| ?[—–]| -)? ?(?:and |& |then )?/.exec(more)?.[0].length ?? 0
  const named = seatAt(more, begun, seats)
  return named !== null && named.to !== head.to
}

function folded(seat: Place): Place {
  return { number: seat.number, name: fold(seat.name) ?? '' }
}

/** Lower case, without emphasis, spaces as one; null where something cannot be seen. */
function fold(text: string): string | null {
  const seen = text.replace(/\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d/gu, '')
  if (/[\p{Cf}\p{DI}]|(?!\n|\t)\p{Cc}/u.test(seen)) return null
  return seen
    .replace(/(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])/gu, '')
    .replace(/[ \t\n\u00a0\u202f]+/g, ' ')
    .normalize('NFC')
    .toLowerCase()
    .trim()
}
