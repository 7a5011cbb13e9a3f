import { messageLimit } from '../../../main/contract/limits.ts'

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

/** Why words are too many, or null. */
export function excessOfWords(text: string, most: number): string | null {
  if (text.length * 3 <= most) return null
  const bytes = bytesOf(text)
  if (bytes <= most) return null
  return `These are ${Math.ceil(bytes / 1024)} KiB, and there is room for ${most / 1024}. Put the long part into a file and name the file.`
}
