import type { ReactNode } from 'react'

/**
 * UTF-16 units. Longer words are cut: laying out one of 30,000 Arabic letters takes a browser many seconds.
 */
const longest = 2_000
/** UTF-16 units. */
const shownOfWord = 1_000

/** A run without a line break opportunity. Han, kana and Hangul break between any two characters. */
const longWord = new RegExp(
  `[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef]{${longest},}`,
  'gu',
)

/** A part of the text, or the number of characters cut from a word. */
type WordPart = { readonly text: string } | { readonly left: number }

export function wordParts(text: string): readonly WordPart[] {
  if (text.length < longest) return [{ text }]
  const parts: WordPart[] = []
  let from = 0
  for (const { 0: word, index } of text.matchAll(longWord)) {
    // Does not split a surrogate pair or a letter from its combining marks.
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
