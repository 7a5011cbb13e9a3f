import { endOf } from '../../contract/mail/last-line.ts'
import { longest, matchLastLine } from './courtesy.ts'

/** `words`: the text before the line that passes. */
export interface PassLine {
  /** Possible names, the likeliest first; undefined: the next in order. */
  readonly names: readonly (string | undefined)[]
  readonly words: string
}

/** `I pass`, `Passing the talking piece on` and the like. */
const onwards =
  /^(?:(?:With that,? )?I(?:['’]ll| will)?(?: now| hereby| gladly| happily)? (?:pass|(?:hand|give)(?= the (?:talking )?piece\b))|I(?:['’]m| am)(?: now)? passing|Passing(?= t))(?: the (?:talking )?piece(?: (?:on|over|back|along))?)?(?: to the next (?:speaker|seat))?$/i

/** Pass to a seat whose name comes first or last. A number alone is no name. */
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
 * The last line of a text, or its last sentences, if they may pass in words. Such a sentence may also be
 * quoted from somebody else, so it counts only if nothing above leads into it or may contain it. Otherwise
 * the speaker is asked again.
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

const linesOf = (text: string): readonly string[] =>
  text
    .replace(marked, '$1$2')
    .split('\n')
    .map((one) => one.trimEnd())

/** The whole line, then its last one, two and three sentences, since a name may contain a full stop. */
function endsOf(line: string): readonly string[] {
  // Capitals are typical of injected text.
  if (/\bTO\b/.test(line)) return []
  const end = line.slice(-longest)
  const ends = [...end.matchAll(/(?<=[.!?]|\p{Extended_Pictographic}\ufe0f?) (?=\S)/gu)].slice(-3)
  return [line, ...ends.reverse().map(({ index }) => end.slice(index + 1))]
}

/** Whether the text before a sentence leaves no doubt that it is the speaker's own. */
function isOwn(line: string, said: string): boolean {
  const before = line.slice(0, -said.length).replace(ownLabel, '').replace(ownReport, '')
  return !mayReport.test(before) && !/^[\s#]/.test(line) && !block.test(line)
}

/** A colon after a speaker's own label: `So from me: …`, `My question for Ann: …`. */
const ownLabel =
  /(?<![^.!?\s] )\b(?:so(?: (?:from me|[\p{L}\d_-]+))?|(?:and )?my (?:view|take|question|point|vote|answer|proposal)(?: (?:for|to) [\p{L}\d_-]+)?|(?:one|a) (?:last )?(?:thing|question)):(?= )/giu

/** What speakers say about their own statements, or want to hear. */
const ownReport =
  /\b(?:(?:I|we|you|let me|to)(?:['’]\w+)?(?: (?:would|will|can|should|do|all|already|also|just|really))* (?:say|write|tell|think|claim|report|said|wrote|told|asked|proposed|suggested|mentioned|noted|added|thought|read)|(?:hear|see|know|curious|wonder(?:ing)?) what (?:[\p{L}\d_-]+ ){1,3}(?:thinks|says|suggests|proposes))\b/giu

/** Signs before a sentence in its line that it may be a quotation or part of one. */
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

/**
 * A line of a list, table, quotation or code, or a rule; what follows after a blank line is not part of it.
 */
const block = /^\s*(?:[-*+] |\d+[.)] |[|>]|```|~~~|---$|\*\*\*$|`[^`]+`$)/

const marked = /^ {0,3}(?:(?=(`{3,}|~{3,}))\1[^]*?^ {0,3}\1.*|(>).*)$/gm

/** A line that ends in the middle of a sentence. */
const unfinished = /(?:[\p{L}\p{N},;:：–—…-]|\.\.)[*_]*$/u

const endsInColon = /[:：][*_]*$/

/** Whether the line continues the text above; `isApart`: there is a blank line between. */
function leadsOn(above: readonly string[], isApart: boolean): boolean {
  const last = above.at(-1) ?? ''
  if (isApart && block.test(last)) return endsInColon.test(last)
  const paragraph = above.slice(above.lastIndexOf('') + 1)
  return (
    (unfinished.test(last) && last !== 'PASS') || (!isApart && paragraph.some((line) => block.test(line)))
  )
}

/** Starts quoted text: a header of Janus, a role label, an element. */
const head =
  /^(?:[\s\p{Cf}*_#]*(?:\[(?![^\]]*\]\()|<[a-z/!]|(?:human|user|system|assistant|janus|(?:tool|function) result)\s*[:：])|[^:：]*\(\d+\)\s*[:：])/iu

/** Whether a quotation may have begun above: after a colon nothing marks where plain text ends. */
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
