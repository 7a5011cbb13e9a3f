import { longestText, type Part, type Sealed } from './wire.ts'

/**
 * Joins the parts of one envelope, as they come from one house in order. Keeps one at a time, of at most 8 MiB: what never
 * becomes whole is forgotten when another begins.
 */
export class Joiner {
  #parts: Part[] = []
  #bytes = 0

  /** The whole, when this was its last part; null: more is to come, or it can never become whole. */
  take(part: Part): Sealed | null {
    if (part.index === 0) this.forget()
    const first = this.#parts[0]
    if (first && (first.signature !== part.signature || first.count !== part.count)) this.forget()
    // What was brought a second time is here already.
    if (part.index >= this.#parts.length && !this.#add(part)) return null
    return this.#parts.length === part.count && part.index === part.count - 1 ? this.#whole(part) : null
  }

  /** Once the whole was saved. */
  forget(): void {
    this.#parts = []
    this.#bytes = 0
  }

  #add(part: Part): boolean {
    const isNext = part.index === this.#parts.length
    if (isNext && this.#bytes + part.bytes.length <= longestText) {
      this.#parts.push(part)
      this.#bytes += part.bytes.length
      return true
    }
    this.forget()
    return false
  }

  #whole({ subject, signature }: Part): Sealed {
    return { subject, signature, bytes: Buffer.concat(this.#parts.map(({ bytes }) => bytes)) }
  }
}
