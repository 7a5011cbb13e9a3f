/** A seeded random number generator, so that a run can be repeated. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
    for (let round = 0; round < 4; round++) this.next()
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** An integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.int(0, list.length - 1)]
  }

  /** 32 hexadecimal digits. */
  hex(): string {
    let text = ''
    for (let word = 0; word < 4; word++) text += (this.int(0, 0xffffffff) >>> 0).toString(16).padStart(8, '0')
    return text
  }
}
