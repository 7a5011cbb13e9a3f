import type { FrameId } from '../../contract/api/model.ts'

/** Crockford's base32 in lower case: no look-alike letters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids derived from the step's random seed, so that a replay gives the same ones. */
export class Ids {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** `seed`: 32 hexadecimal digits. */
  constructor(seed: string) {
    this.#a = parseInt(seed.slice(0, 8), 16) >>> 0
    this.#b = parseInt(seed.slice(8, 16), 16) >>> 0
    this.#c = parseInt(seed.slice(16, 24), 16) >>> 0
    this.#counter = parseInt(seed.slice(24, 32), 16) >>> 0
    for (let round = 0; round < 12; round++) this.#word()
  }

  /** Returns `kind-` and ten base32 characters (50 bits). */
  next<K extends string>(kind: K): `${K}-${string}` {
    let text = ''
    for (let half = 0; half < 2; half++) {
      let word = this.#word()
      for (let digit = 0; digit < 5; digit++) {
        text += alphabet[word & 31]
        word >>>= 5
      }
    }
    return `${kind}-${text}`
  }

  /** Version 4. */
  uuid(): FrameId {
    const hex = Array.from({ length: 4 }, () => this.#word().toString(16).padStart(8, '0')).join('')
    const variant = (8 + (parseInt(hex.charAt(16), 16) & 3)).toString(16)
    const parts = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      variant + hex.slice(17, 20),
      hex.slice(20),
    ]
    return parts.join('-')
  }

  /** sfc32, a small fast counter-based generator: plain 32-bit arithmetic, the same on every machine. */
  #word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}
