/** Most bytes of UTF-8 in one utterance, and in a note for one's turn; as the contract has them. */
export const utteranceLimit = 64 * 1024
/** See `utteranceLimit`. */
export const noteLimit = 16 * 1024

/** Why words are too many, or null. */
export function excessOfWords(text: string, most: number): string | null {
  if (text.length * 3 <= most) return null
  const bytes = new TextEncoder().encode(text).length
  if (bytes <= most) return null
  return `These are ${Math.ceil(bytes / 1024)} KiB, and there is room for ${most / 1024}. Put the long part into a file and name the file.`
}
