import { endOf } from '../../contract/mail/last-line.ts'

const thanks =
  "(?:many )?thank(?:s| you)(?:,? (?!(?:but|except|if|not|once|unless|until|when)\\b)[\\p{L}\\d'’_-]+){0,3}"
/** Words that close what was said. */
const closing = [
  "that(?:['’]s| is) (?:all|it)(?: from me)?(?: for now)?",
  'nothing (?:more|else|further|to add)(?: from me)?',
  "(?:i['’]m|i am) (?:all )?(?:done|finished)(?: here)?",
  'no (?:more|further|last) words(?: from me)?',
  '(?:all )?good',
].join('|')
const interjection = '(?:ok(?:ay)?|great|agreed|perfect|yes|yep|oh|sorry|right|alright|cool|well)'
const smiles = '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\u{fe0f}|\\u{200d})+'

/** What says once more that somebody else speaks. */
const turn = [
  'over to you',
  "you['’]re (?:up|next)",
  'your turn',
  'go ahead',
  '(?:the (?:piece|floor) is|all) yours',
  'passing (?:it|the (?:talking )?piece)(?: (?:on|over))?',
].join('|')

const before = new RegExp(
  `^(?:${interjection} |(?:${thanks}|${closing}|${interjection}|over to you(?:,? [\\p{L}\\d_-]+)?)(?:[,.;!]| [—–-])(?: ${smiles})? ){1,4}(?=i\\b|pass|over|back|hand|your|the )`,
  'iu',
)
const behind = new RegExp(
  `(?:[,.!]? (?:please|now|${thanks}|${turn})|[.!] pass){0,2}[.!]?(?:(?<=[.!]) (?:→|->|👉) [\\p{L}\\d_-]{1,40})?(?: ${smiles})?$`,
  'iu',
)
const smiling = new RegExp(`[.!]?(?: ${smiles})?$`, 'iu')
const smilingBehind = new RegExp(` ${smiles}$`, 'iu')
const loud = /^(\*{1,3}|_{1,3})(?=\w)(.*[\w.!)])\1$/
const alone = new RegExp(`^(?:${thanks}|over to you(?:, [^.!?]+)?|${smiles})[.!]?(?: ${smiles})?$`, 'iu')

/** The longest line that is looked at: a name of a seat, and a few words around it. */
export const longest = 300

/**
 * Whom a last line names by one of `forms`, each of which holds a name or none: first all of the line is read, then it
 * without the courtesy that models put around it (`Thanks both, … please!`), which says nothing about where the piece
 * goes; neither with its stop. Nothing: it has none of the forms.
 */
export function namesIn(line: string, ...forms: readonly RegExp[]): readonly (string | undefined)[] {
  if (line.length > longest) return []
  const readings = [
    line.replace(/[.!]$/, ''),
    line.replace(smiling, ''),
    line.replace(smilingBehind, '').replace(loud, '$2').replace(smiling, ''),
    line.replace(behind, ''),
    line.replace(before, '').replace(behind, ''),
  ]
  return readings.flatMap((said) => {
    const found = forms.map((form) => form.exec(said)).find((match) => match !== null)
    return found ? [found[1]] : []
  })
}

/** A text without a last line that is nothing but thanks; null where there is none. */
export function withoutThanksBelow(text: string): string | null {
  const end = endOf(text)
  return end !== null && end.line.length <= longest && alone.test(end.line) ? end.words : null
}
