import type { ReactNode } from 'react'

/** Longer words are cut: laying out one of 30,000 Arabic letters takes the browser many seconds. In UTF-16 units. */
const longest = 2_000
/** So much of a cut word is shown. */
const shownOfWord = 1_000

/** A stretch without a place to break the line. Han, kana and Hangul break between any two characters. */
const longWord = new RegExp(
  `[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef]{${longest},}`,
  'gu',
)

/** A stretch of text as it is shown, or how many characters of a word are not. */
type WordPart = { readonly text: string } | { readonly left: number }

/** Cuts words that are too long to lay out; all other text stays as it is, in one part. */
export function wordParts(text: string): readonly WordPart[] {
  if (text.length < longest) return [{ text }]
  const parts: WordPart[] = []
  let from = 0
  for (const { 0: word, index } of text.matchAll(longWord)) {
    // A character of two units, or a letter with its marks, is not taken apart.
    const head = /^(?:[\uDC00-\uDFFF]|\p{M}|\u200d|\ufe0f)*/u.exec(word.slice(shownOfWord))?.[0].length ?? 0
    const end = index + shownOfWord + Math.min(head, shownOfWord)
    parts.push({ text: text.slice(from, end) }, { left: index + word.length - end })
    from = index + word.length
  }
  return from < text.length || parts.length === 0 ? [...parts, { text: text.slice(from) }] : parts
}

interface LongWordsProps {
  readonly text: string
  readonly children: (text: string) => ReactNode
}

/** Text whose longest words show only their beginning, and say how much follows. */
export function LongWords({ text, children }: LongWordsProps) {
  const parts = wordParts(text)
  const [only] = parts
  if (parts.length === 1 && only !== undefined && 'text' in only) return children(only.text)
  return parts.map((part, at) =>
    'text' in part ? (
      <span key={at}>{children(part.text)}</span>
    ) : (
      <span key={at} className="hidden-sign" title="The word is cut here. Copy the message to get all of it.">
        {`${part.left.toLocaleString()} more characters`}
      </span>
    ),
  )
}
