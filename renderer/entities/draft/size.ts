/**
 * Most bytes of UTF-8 in one message, as the contract has it. Its table of requests is not imported: with it
 * would come the schemas, whose compiler the page's security policy refuses.
 */
export const messageLimit = 1024 * 1024

/** Bytes of UTF-8. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Why a text is too long to send, or null. One UTF-16 unit is at most three bytes. */
export function excessOf(text: string): string | null {
  if (text.length * 3 <= messageLimit) return null
  const bytes = bytesOf(text)
  if (bytes <= messageLimit) return null
  const mebibytes = (bytes / 1024 / 1024).toFixed(1)
  return `This is ${mebibytes} MiB, and one message holds 1 MiB. Put the long part into a file and name the file.`
}

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
