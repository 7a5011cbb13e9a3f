/** A use in two parts: where there is little room the money says enough; tokens alone keep their unit. */
export function shortUse(words: string): readonly [short: string, rest: string] {
  const cut = words.indexOf(',')
  return cut < 0 ? [words, ''] : [words.slice(0, cut), words.slice(cut)]
}
