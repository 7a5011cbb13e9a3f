import { endOf, plain } from '../../contract/mail/last-line.ts'

/** May include a name or amount; more text could be somebody's report. */
const thanks =
  '(?:many )?thank(?:s| you)(?:,? (?:all|both|everyone|everybody|team|folks|so much|very much|a lot|again))*' +
  '(?:,? (?!(?:all|but|except|he|i|if|it|not|once|over|she|they|unless|until|when)\\b)[\\p{L}\\d_-]+(?: and [\\p{L}\\d_-]+)?)?'
const closing = [
  "that(?:['’]s| is) (?:all|it)(?: from me)?(?: for now)?",
  'nothing (?:more|else|further|to add)(?: from me)?',
  "(?:i['’]m|i am) (?:all )?(?:done|finished)(?: here)?",
  'no (?:more|further|last) words(?: from me)?',
  '(?:all )?good',
].join('|')
const interjection = '(?:ok(?:ay)?|great|agreed|perfect|yes|yep|oh|sorry|right|alright|cool|well)'
const smiles = '(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\u{fe0f}|\\u{200d})+'

/** Phrases that repeat whose turn it is. */
const turn = [
  'over to you',
  "you['’]re (?:up|next)",
  'your turn',
  'go ahead',
  '(?:the (?:piece|floor) is|all) yours',
  'passing (?:it|the (?:talking )?piece)(?: (?:on|over))?',
].join('|')

const before = new RegExp(
  `^(?:${interjection} |(?:${thanks}|${closing}|${interjection}|over to you)(?:[,.;!]| [—–-])(?: ${smiles})? ){1,4}(?=i\\b|pass|over|back|hand|your|the )`,
  'iu',
)
const behind = new RegExp(
  `(?:[,.!]? (?:please|now|${thanks})|[,.!] (?:${turn}|(?:this|that|it) was (?:fun|good|great|nice))|[.!] pass){0,2}[.!]?(?: ${smiles})?$`,
  'iu',
)
/** A repeated name after an arrow. */
const arrow = /(?<=[.!]) (?:→|->|👉) [\p{L}\d_-]{1,40}$/u
const smiling = new RegExp(`[.!]?(?: ${smiles})?$`, 'iu')
const smilingBehind = new RegExp(` ${smiles}$`, 'iu')
const alone = new RegExp(
  `^(?:${thanks}(?:, (?:great|good|nice) \\p{L}+)?|over to you|${smiles})[.!]?(?: ${smiles})?$`,
  'iu',
)

/** Longer lines are ignored: a seat's name and a few words fit. */
export const longest = 300

/**
 * The names by which a last line passes, matched by one of `forms` (each captures a name or none): first in
 * the whole line, then without the courtesies that models add (`Thanks both, … please!`) and the final stop.
 * Empty if no form matches.
 */
export function matchLastLine(line: string, ...forms: readonly RegExp[]): readonly (string | undefined)[] {
  if (line.length > longest) return []
  const named = line.replace(arrow, '')
  const again = named === line ? [] : matchLastLine(named, ...forms).filter((name) => name !== undefined)
  const readings = [
    line.replace(/[.!]$/, ''),
    line.replace(smiling, ''),
    plain(line.replace(smilingBehind, '')).replace(smiling, ''),
    line.replace(behind, ''),
    line.replace(before, '').replace(behind, ''),
  ]
  const found = readings.flatMap((said) => {
    const match = forms.map((form) => form.exec(said)).find((one) => one !== null)
    return match ? [match[1]] : []
  })
  return [...found, ...again]
}

/** Removes a last line that is only thanks; null if there is none. */
export function withoutThanksBelow(text: string): string | null {
  const end = endOf(text)
  return end !== null && end.line.length <= longest && alone.test(end.line) ? end.words : null
}
