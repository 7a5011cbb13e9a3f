import type { FrameId } from '../../contract/api/model.ts'
import type { Prompt } from '../../adapters/processes/agent-family.ts'

/** Queue of frames for one conversation: Codex takes one prompt at a time, and notes only between turns. */
export class Frames {
  #waiting: Prompt[] = []
  /** Sent into the running turn and not read yet. */
  readonly #steered = new Map<FrameId, Prompt>()

  readonly #new = new Set<FrameId>()

  put(waiting: Prompt): void {
    this.#waiting.push(waiting)
    this.#new.add(waiting.frame)
  }

  isSteered(frame: FrameId): boolean {
    return this.#steered.has(frame)
  }

  /** Returns true the first time, when it has to be reported as accepted. */
  take(frame: FrameId): boolean {
    return this.#new.delete(frame)
  }

  get interjects(): boolean {
    return this.#waiting.some(({ how }) => how === 'interject')
  }

  /** The next frame for an idle agent: interjections first, then steering frames, then in order. */
  takeNext(): Prompt | null {
    const at = ['interject', 'steer'].map((how) => this.#waiting.findIndex((one) => one.how === how))
    const first = at.find((place) => place >= 0) ?? 0
    return this.#waiting.splice(first, 1)[0] ?? null
  }

  /** Takes all steering frames and records them as sent into the running turn. */
  takeSteered(): readonly Prompt[] {
    const steered = this.#waiting.filter(({ how }) => how === 'steer')
    this.#waiting = this.#waiting.filter(({ how }) => how !== 'steer')
    for (const prompt of steered) this.#steered.set(prompt.frame, prompt)
    return steered
  }

  /** Codex rejected it: queue it again for after the turn. */
  putBack(waiting: Prompt): void {
    this.#steered.delete(waiting.frame)
    this.#waiting.unshift(waiting)
  }

  read(frame: FrameId): void {
    this.#steered.delete(frame)
  }

  /** Takes frames that were sent into a turn which ended without reading them. */
  takeUnread(): readonly Prompt[] {
    const unread = [...this.#steered.values()]
    this.#steered.clear()
    return unread
  }

  takeBack(): readonly Prompt[] {
    return this.#waiting.splice(0)
  }
}
