/** Whether a text contains every word of a search, in any case. */
export function hasWords(text: string, search: string): boolean {
  const low = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}
