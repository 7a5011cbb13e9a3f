import { endOf } from '../../contract/mail/last-line.ts'
import { longest, matchLastLine } from './courtesy.ts'

/** A line that passes the piece, and what stands before it. */
export interface PassLine {
  /** Whom it may name, the likeliest first; undefined: the next in order. */
  readonly names: readonly (string | undefined)[]
  readonly words: string
}

/** `I pass`, `Passing the talking piece on` and the like: to anyone who is next. */
const onwards =
  /^(?:(?:With that,? )?I(?:['’]ll| will)?(?: now| hereby| gladly| happily)? (?:pass|(?:hand|give)(?= the (?:talking )?piece\b))|I(?:['’]m| am)(?: now)? passing|Passing(?= t))(?: the (?:talking )?piece(?: (?:on|over|back|along))?)?(?: to the next (?:speaker|seat))?$/i

/** They pass to somebody who sits there, whose name they end or begin with. A number alone is no name. */
const calls = [
  // I pass to NAME, handing over to NAME, I give the floor to NAME.
  /^(?:With that,? )?(?:I(?:['’]ll|['’]m| will| am)? )?(?:(?:now|hereby|gladly|happily|just) )?(?:pass(?:ing|es(?= the ))?|(?:hand(?:ing)?|turn(?:ing)?)(?= (?:it |things |the \w+ (?:\w+ )?)?(?:over|back|on|off)\b)|(?:hand|giv|yield)(?:e|ing)?(?= the ))(?! it to)(?: (?:it|things|(?:the|my) (?:talking )?(?:piece|stick|baton|floor|mic|word|turn)))?(?: (?:on|over|off|back|along|now))* to (?:you,? )?(?!\d+$)(\S.*)$/i,
  /^(?:PASS|Pass)(?: the (?:talking )?piece)?(?: to|,|[.!]? (?:→|👉|->)| [–—-])? (?!\d+$)(\S.*)$/,
  /^(?:Over|Back) to(?: you,?)? (?!\d+$)(\S.*)$/i,
  /^Your turn,? (?!\d+$)(\S.*)$/i,
  /^(?!\d+,)(\S.*), (?:over to you|your turn|you['’]re (?:up|next))$/i,
  /^The (?:talking )?piece (?:(?:now )?goes to|is (?:now )?yours,) (?!\d+$)(\S.*)$/i,
]

/**
 * The last line of a text if it may pass in words, and its last sentences if they may. Such a sentence may also belong
 * to somebody else, so it counts only where nothing above leads into it or may hold it. A speaker who is not understood
 * is asked once more.
 */
export function passesInWords(text: string): readonly PassLine[] {
  const { line, words } = endOf(text) ?? { line: '', words: '' }
  const whole = text.trimEnd()
  const isWhole = (said: string): boolean => said === line
  const found = endsOf(line)
    .map((said) => ({ said, names: matchLastLine(said, onwards, ...calls) }))
    .filter(({ names }) => names.length > 0)
    .filter(({ said }) => isWhole(said) || (isOwn(line, said) && whole.endsWith(said)))
  if (found.length === 0) return []
  const isApart = text.slice(words.length).trimEnd().split('\n').length > 2
  if (words !== '' && (leadsOn(linesOf(words), isApart) || mayHold(words))) return []
  return found.map(({ said, names }) => ({
    names,
    words: isWhole(said) ? words : whole.slice(0, -said.length).trimEnd(),
  }))
}

/** The lines of a text, without what is marked as code or as a quotation. */
const linesOf = (text: string): readonly string[] =>
  text
    .replace(marked, '$1$2')
    .split('\n')
    .map((one) => one.trimEnd())

/** The whole line, then its last sentence, its last two and three: a name may have a full stop of its own. */
function endsOf(line: string): readonly string[] {
  // Shouted it is what injected text looks like.
  if (/\bTO\b/.test(line)) return []
  const end = line.slice(-longest)
  const ends = [...end.matchAll(/(?<=[.!?]|\p{Extended_Pictographic}\ufe0f?) (?=\S)/gu)].slice(-3)
  return [line, ...ends.reverse().map(({ index }) => end.slice(index + 1))]
}

/** Whether what stands before a sentence in its line leaves no doubt that it is the speaker's own. */
function isOwn(line: string, said: string): boolean {
  const before = line.slice(0, -said.length).replace(ownLabel, '').replace(ownReport, '')
  return !mayReport.test(before) && !/^[\s#]/.test(line) && !block.test(line)
}

/** A colon behind words of one's own: `So from me: …`, `My question for Ann: …`. */
const ownLabel =
  /(?<![^.!?\s] )\b(?:so(?: (?:from me|[\p{L}\d_-]+))?|(?:and )?my (?:view|take|question|point|vote|answer|proposal)(?: (?:for|to) [\p{L}\d_-]+)?|(?:one|a) (?:last )?(?:thing|question)):(?= )/giu

/** What a speaker says of their own words, or waits to hear. */
const ownReport =
  /\b(?:(?:I|we|you|let me|to)(?:['’]\w+)?(?: (?:would|will|can|should|do|all|already|also|just|really))* (?:say|write|tell|think|claim|report|said|wrote|told|asked|proposed|suggested|mentioned|noted|added|thought|read)|(?:hear|see|know|curious|wonder(?:ing)?) what (?:[\p{L}\d_-]+ ){1,3}(?:thinks|says|suggests|proposes))\b/giu

/** Signs and words before a sentence in its line that may say whose it is, or hold it. */
const mayReport = new RegExp(
  [
    '["“”„«»‹›「」『』＂`<>[\\]{}()|:：;…\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069]|\\.\\.|~~',
    "['‘’](?!\\w)|(?<!\\w)['‘]",
    '\\b(?:say|write|tell|think|claim|report|says|said|saying|writes|wrote|written|writing|tells|told|reads|goes|went|states|stated|claims|claimed|means)\\b',
    '\\b(?:quotes?|quoted|quoting|follows|following|replies|replied|asks|asked|adds|added|noted|thinks|believes|thought)\\b',
    '\\b(?:insist|argue|shout|explain|announce|declare|conclude)(?:s|d|ed)\\b|\\b(?:suggest|propose|mention|report)(?:s|d|ed)\\b',
    '\\b(?:puts? it|according to|examples?|e\\.g|i\\.e)\\b|\\b(?:rule|line|word|phrase|form|sentence)s? (?:is|are|was|were|for)\\b',
  ].join('|'),
  'iu',
)

/** A line of a list, a table, a quotation, a fence or code alone, or a rule: what comes after a blank line is not part of it. */
const block = /^\s*(?:[-*+] |\d+[.)] |[|>]|```|~~~|---$|\*\*\*$|`[^`]+`$)/

/** What is marked as code or as a quotation from its beginning to its end, whatever stands in it. */
const marked = /^ {0,3}(?:(?=(`{3,}|~{3,}))\1[^]*?^ {0,3}\1.*|(>).*)$/gm

/** The end of words that go on. */
const unfinished = /(?:[\p{L}\p{N},;:：–—…-]|\.\.)[*_]*$/u

const endsInColon = /[:：][*_]*$/

/** Whether the line belongs to what stands right above it; `isApart`: there is a blank line between. */
function leadsOn(above: readonly string[], isApart: boolean): boolean {
  const last = above.at(-1) ?? ''
  if (isApart && block.test(last)) return endsInColon.test(last)
  const paragraph = above.slice(above.lastIndexOf('') + 1)
  return (
    (unfinished.test(last) && last !== 'PASS') || (!isApart && paragraph.some((line) => block.test(line)))
  )
}

/** What stands before words of others: a header of Janus, a label of a conversation, an element. */
const head =
  /^(?:[\s\p{Cf}*_#]*(?:\[(?![^\]]*\]\()|<[a-z/!]|(?:human|user|system|assistant|janus|(?:tool|function) result)\s*[:：])|[^:：]*\(\d+\)\s*[:：])/iu

/** Whether words of somebody else may have begun above: nothing says where plain text behind a colon ends. */
export function mayHold(words: string): boolean {
  const above = linesOf(words)
  const text = above.join('\n')
  const lines = above.filter((line) => line !== '')
  const isOpen = ([begin = '', end = '']: string): boolean => text.lastIndexOf(begin) > text.lastIndexOf(end)
  return (
    text.split('"').length % 2 === 0 ||
    ['“”', '«»', '‹›', '「」', '『』'].some(isOpen) ||
    lines.some((line, at) => head.test(line) || (endsInColon.test(line) && !block.test(lines[at + 1] ?? '')))
  )
}
