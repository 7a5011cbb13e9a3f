import type { FrameId } from '../../contract/api/model.ts'
import type { Entrance, PictureRef } from '../../ports/ports.ts'

/** A prompt on its way into a conversation. */
export interface Prompt {
  readonly frame: FrameId
  readonly text: string
  /** The user's own text, which may be a command. */
  readonly isFromUser: boolean
  readonly how: Entrance
  readonly pictures?: readonly PictureRef[]
}

/** Reading order: lower first, like the CLI's `now`, `next` and `later`. */
const rank = { interject: 0, steer: 1, begin: 2, note: 2 } as const

/** A CLI's unread input. Throws when the core writes more frames than allowed. */
export class MemoryInput {
  readonly #prompts: Prompt[] = []
  readonly #accepted = new Set<FrameId>()
  /** Waits for the end of a tool. */
  #held: Prompt[] = []

  /** Throws when more is pending than allowed: one that begins or notes, and one behind it. */
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

  /** Whether an accepted prompt wants to end the running turn. */
  get interjects(): boolean {
    return this.#ready().some(({ how }) => how === 'interject')
  }

  /** Takes what is read at the next boundary of a turn. */
  takeSteered(): Prompt[] {
    return this.#take(this.#ready().filter(({ how }) => how === 'steer'))
  }

  /** Takes what is read when no turn is running. */
  takeNext(): Prompt | undefined {
    const [next] = this.#ready().toSorted((a, b) => rank[a.how] - rank[b.how])
    return next && this.#take([next])[0]
  }

  /** Takes all that was accepted or held, as an interrupt does. */
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
