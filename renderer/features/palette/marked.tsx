import { SafeText } from '../../components/safe-text.tsx'

/** A stretch of text that was found, or not. */
export interface Part {
  readonly text: string
  readonly isMatch: boolean
}

/** Text with what was found in it marked. */
export function Marked({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map((part, at) =>
    part.isMatch ? (
      <mark key={at}>
        <SafeText text={part.text} />
      </mark>
    ) : (
      <SafeText key={at} text={part.text} />
    ),
  )
}

/** Cuts a text where the found places (of UTF-16 units) begin and end, never inside a character. */
export function partsAt(text: string, places: readonly number[]): readonly Part[] {
  const found = new Set(places)
  const parts: { text: string; isMatch: boolean }[] = []
  let place = 0
  for (const point of text) {
    const isMatch = found.has(place) || (point.length > 1 && found.has(place + 1))
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += point
    else parts.push({ text: point, isMatch })
    place += point.length
  }
  return parts
}
