import type { FrameId } from '../../contract/api/model.ts'
import type { Entrance, PictureRef } from '../../ports/ports.ts'

/** One frame on its way into a conversation. */
export interface Prompt {
  readonly frame: FrameId
  readonly text: string
  /** The user's own words, which may be a command. */
  readonly isFromUser: boolean
  readonly how: Entrance
  readonly pictures?: readonly PictureRef[]
}

/** The lower, the earlier it is read, as the CLI's `now`, `next` and `later`. */
const rank = { interject: 0, steer: 1, begin: 2, note: 2 } as const

/** What was written to a CLI and not read yet. Holds the core to the rule of frames. */
export class MemoryInput {
  readonly #prompts: Prompt[] = []
  readonly #accepted = new Set<FrameId>()
  /** What waits for a tool before it goes on its way. */
  #held: Prompt[] = []

  /** Throws when it is more than may be on its way at once: one that begins or notes, and one behind it. */
  add(prompt: Prompt): void {
    this.#prompts.push(prompt)
    const count = (...hows: Entrance[]): number =>
      this.#prompts.filter(({ how }) => hows.includes(how)).length
    if (count('begin') > 1) throw new Error('a second frame that begins a turn')
    if (count('note') > 1) throw new Error('a second frame that notes')
    if (count('steer', 'interject') > 1) throw new Error('a second frame into a turn')
    if (this.#prompts.length > 2) throw new Error('a third frame')
  }

  hold(prompt: Prompt): void {
    this.#held.push(prompt)
  }

  /** What was held, and goes on its way now. */
  release(): Prompt[] {
    const held = this.#held
    this.#held = []
    return held
  }

  has(frame: FrameId): boolean {
    return this.#prompts.some((prompt) => prompt.frame === frame)
  }

  accept(frame: FrameId): void {
    this.#accepted.add(frame)
  }

  /** Something accepted wants to end the turn that runs. */
  get interjects(): boolean {
    return this.#ready().some(({ how }) => how === 'interject')
  }

  /** Takes out what is read at the next boundary of a turn. */
  takeSteered(): Prompt[] {
    return this.#take(this.#ready().filter(({ how }) => how === 'steer'))
  }

  /** Takes out what is read when nothing runs. */
  takeNext(): Prompt | undefined {
    const [next] = this.#ready().toSorted((a, b) => rank[a.how] - rank[b.how])
    return next && this.#take([next])[0]
  }

  /** Takes out all that was accepted, or held back, as an interrupt does. */
  takeAll(): Prompt[] {
    return this.#take([...this.release(), ...this.#ready()])
  }

  #ready(): Prompt[] {
    return this.#prompts.filter(({ frame }) => this.#accepted.has(frame))
  }

  #take(prompts: Prompt[]): Prompt[] {
    for (const prompt of prompts) this.#prompts.splice(this.#prompts.indexOf(prompt), 1)
    return prompts
  }
}
