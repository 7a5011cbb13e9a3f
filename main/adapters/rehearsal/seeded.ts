/** A number from 0 up to 1 that the same words always give. */
export function chance(...words: readonly (string | number)[]): number {
  let hash = 0x81_1c_9d_c5
  for (const letter of words.join('\u0000')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
    hash ^= hash >>> 13
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_00_00_00_00
}

/** One of several, always the same for the same words. */
export function pickOf<T>(from: readonly [T, ...T[]], ...words: readonly (string | number)[]): T {
  return from[Math.floor(chance(...words) * from.length)] ?? from[0]
}
