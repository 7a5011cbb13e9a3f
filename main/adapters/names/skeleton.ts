import unhomoglyph from 'unhomoglyph'

/** What two names must not differ in alone, and UTS 39 leaves out or sees otherwise. */
const pairs: readonly (readonly [RegExp, string])[] = [
  // Taken apart, as UTS 39 does with m, so that vvv is the same however it is read.
  [/w/g, 'vv'],
  // The small palochka: taken for an i there, but it stands as tall as an l.
  [/ӏ/g, 'l'],
  // One gap looks like two, one low line like a longer one.
  [/ +/g, ' '],
  [/_+/g, '_'],
]

/** Case folding as far as JavaScript has it: by way of the capitals, so that ß is ss and ς is σ. */
export function caseFold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

/**
 * What a name looks like, whatever its letters are: the skeleton of UTS 39, case-folded, until nothing
 * changes any more (folding makes new look-alikes: a Greek capital eta is an H, and only then an h).
 */
export function skeletonOf(text: string): string {
  let skeleton = text
  for (let round = 0; round < 8; round++) {
    const next = fold(lookAlike(skeleton))
    if (next === skeleton) break
    skeleton = next
  }
  return skeleton
}

function fold(text: string): string {
  return text.toUpperCase().toLowerCase()
}

function lookAlike(text: string): string {
  let shown = text.normalize('NFD')
  for (const [pattern, same] of pairs) shown = shown.replace(pattern, same)
  return unhomoglyph(shown).normalize('NFD')
}
