import { endOf } from '../../contract/mail/last-line.ts'
import { namesIn } from './courtesy.ts'

/** A line that passes the piece, and what stands before it. */
export interface PassLine {
  /** Whom it may name, the likeliest first; undefined: the next in order. */
  readonly names: readonly (string | undefined)[]
  readonly words: string
}

/** `I pass`, `Passing the talking piece on` and the like: to whoever is next. */
const onwards =
  /^(?:(?:With that,? )?I(?:['’]ll| will)?(?: now| hereby| gladly| happily)? (?:pass|(?:hand|give)(?= the (?:talking )?piece\b))|I(?:['’]m| am)(?: now)? passing|Passing(?= t))(?: the (?:talking )?piece(?: (?:on|over|back|along))?)?(?: to the next (?:speaker|seat))?$/i

/** They pass to somebody who sits there, whose name they end or begin with. A number alone is no name. */
const calls = [
  // I pass to NAME, handing over to NAME, I give the floor to NAME.
  /^(?:With that,? )?(?:I(?:['’]ll|['’]m| will| am)? )?(?:(?:now|hereby|gladly|happily|just) )?(?:pass(?:ing|es(?= the ))?|(?:hand(?:ing)?|turn(?:ing)?)(?= (?:it |things |the \w+ (?:\w+ )?)?(?:over|back|on|off)\b)|(?:hand|giv|yield)(?:e|ing)?(?= the ))(?! it to)(?: (?:it|things|(?:the|my) (?:talking )?(?:piece|stick|baton|floor|mic|word|turn)))?(?: (?:on|over|off|back|along|now))* to (?:you,? )?(?!\d+$)(\S.*)$/i,
  /^(?:PASS|Pass)(?: the (?:talking )?piece)?(?: to|,| →| ->| [–—-])? (?!\d+$)(\S.*)$/,
  /^(?:Over|Back) to(?: you,?)? (?!\d+$)(\S.*)$/i,
  /^Your turn,? (?!\d+$)(\S.*)$/i,
  /^(?!\d+,)(\S.*), (?:over to you|your turn|you['’]re (?:up|next))$/i,
  /^The (?:talking )?piece (?:(?:now )?goes to|is (?:now )?yours,) (?!\d+$)(\S.*)$/i,
]

/**
 * The last line of a text if it passes in words. Such a sentence may also belong to somebody else, so it counts only
 * where nothing above leads into it or may hold it. A speaker who is not understood is asked once more.
 */
export function passInWords(text: string): PassLine | null {
  const { line, words } = endOf(text) ?? { line: '', words: '' }
  // Shouted it is what injected text looks like.
  const names = /\bTO\b/.test(line) ? [] : namesIn(line, onwards, ...calls)
  if (names.length === 0) return null
  const above = words
    .replace(marked, '$1$2')
    .split('\n')
    .map((one) => one.trimEnd())
  const isApart = text.slice(words.length).trimEnd().split('\n').length > 2
  return words !== '' && (leadsOn(above, isApart) || mayHold(above)) ? null : { names, words }
}

/** A line of a list, a table, a quotation, a fence or code alone, or a rule: what comes after a blank line is not part of it. */
const block = /^\s*(?:[-*+] |\d+[.)] |[|>]|```|~~~|---$|\*\*\*$|`[^`]+`$)/

/** What is marked as code or as a quotation from its beginning to its end, whatever stands in it. */
const marked = /^ {0,3}(?:(`{3,}|~{3,})[^]*?^ {0,3}\1.*|(>).*)$/gm

/** The end of words that go on. */
const unfinished = /(?:[\p{L}\p{N},;:：–—…-]|\.\.)[*_]*$/u

const endsInColon = /[:：][*_]*$/

/** Whether the line belongs to what stands right above it; `isApart`: there is a blank line between. */
function leadsOn(above: readonly string[], isApart: boolean): boolean {
  const last = above.at(-1) ?? ''
  if (isApart && block.test(last)) return endsInColon.test(last)
  const paragraph = above.slice(above.lastIndexOf('') + 1)
  return unfinished.test(last) || (!isApart && paragraph.some((line) => block.test(line)))
}

/** What stands before words of others: a header of Janus, a label of a conversation, an element. */
const head =
  /^(?:[\s\p{Cf}*_#]*(?:\[(?![^\]]*\]\()|<[a-z/!]|(?:human|user|system|assistant|janus|(?:tool|function) result)\s*[:：])|[^:：]*\(\d+\)\s*[:：])/iu

/** Whether words of somebody else may have begun above: nothing says where plain text behind a colon ends. */
function mayHold(above: readonly string[]): boolean {
  const text = above.join('\n')
  const lines = above.filter((line) => line !== '')
  const isOpen = ([begin = '', end = '']: string): boolean => text.lastIndexOf(begin) > text.lastIndexOf(end)
  return (
    text.split('"').length % 2 === 0 ||
    ['“”', '«»', '‹›', '「」', '『』'].some(isOpen) ||
    lines.some((line, at) => head.test(line) || (endsInColon.test(line) && !block.test(lines[at + 1] ?? '')))
  )
}
