import type { FrameId } from '../../contract/api/model.ts'
import type { Prompt } from '../../adapters/processes/agent-family.ts'

/** The frames on their way into one conversation: Codex takes one prompt at a time, and notes only between turns. */
export class Frames {
  #waiting: Prompt[] = []
  /** Put into the turn that runs, and not read yet. */
  readonly #steered = new Map<FrameId, Prompt>()

  /** Not told yet to be taken. */
  readonly #new = new Set<FrameId>()

  put(waiting: Prompt): void {
    this.#waiting.push(waiting)
    this.#new.add(waiting.frame)
  }

  isSteered(frame: FrameId): boolean {
    return this.#steered.has(frame)
  }

  /** It is taken; true the first time, when that is to be told. */
  take(frame: FrameId): boolean {
    return this.#new.delete(frame)
  }

  get interjects(): boolean {
    return this.#waiting.some(({ how }) => how === 'interject')
  }

  /** The next one for an idle agent: what ends turns, then what was to be steered in, then in order. */
  takeNext(): Prompt | null {
    const at = ['interject', 'steer'].map((how) => this.#waiting.findIndex((one) => one.how === how))
    const first = at.find((place) => place >= 0) ?? 0
    return this.#waiting.splice(first, 1)[0] ?? null
  }

  /** All that steer the running turn, which count as handed over from now on. */
  takeSteered(): readonly Prompt[] {
    const steered = this.#waiting.filter(({ how }) => how === 'steer')
    this.#waiting = this.#waiting.filter(({ how }) => how !== 'steer')
    for (const prompt of steered) this.#steered.set(prompt.frame, prompt)
    return steered
  }

  /** Codex did not take it: it goes in when the turn has ended. */
  putBack(waiting: Prompt): void {
    this.#steered.delete(waiting.frame)
    this.#waiting.unshift(waiting)
  }

  read(frame: FrameId): void {
    this.#steered.delete(frame)
  }

  /** What was put into a turn that has ended without reading it. */
  takeUnread(): readonly Prompt[] {
    const unread = [...this.#steered.values()]
    this.#steered.clear()
    return unread
  }

  takeBack(): readonly Prompt[] {
    return this.#waiting.splice(0)
  }
}
