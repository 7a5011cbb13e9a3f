import type { Picture } from '../../ports/attachments.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { Entrance } from '../../ports/ports.ts'

/** A frame that Codex has not read. */
export interface Waiting {
  readonly frame: FrameId
  readonly text: string
  /** The person's own words, as they typed them. */
  readonly human: boolean
  readonly how: Entrance
  /** What its model is shown beside the words. */
  readonly pictures: readonly Picture[]
}

/** The frames on their way into one conversation: Codex takes one prompt at a time, and notes only between turns. */
export class Frames {
  #waiting: Waiting[] = []
  /** Put into the turn that runs, and not read yet. */
  readonly #steered = new Map<FrameId, Waiting>()

  /** Not told yet to be taken. */
  readonly #new = new Set<FrameId>()

  put(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#new.add(waiting.frame)
  }

  /** It was put into the turn that runs. */
  isSteered(frame: FrameId): boolean {
    return this.#steered.has(frame)
  }

  /** It is taken; true the first time, when that is to be told. */
  take(frame: FrameId): boolean {
    return this.#new.delete(frame)
  }

  /** A prompt that ends turns waits. */
  get interjects(): boolean {
    return this.#waiting.some(({ how }) => how === 'interject')
  }

  /** The next one for an idle agent: what ends turns, then what was to be folded, then in order. */
  takeNext(): Waiting | null {
    const at = ['interject', 'fold'].map((how) => this.#waiting.findIndex((one) => one.how === how))
    const first = at.find((place) => place >= 0) ?? 0
    return this.#waiting.splice(first, 1)[0] ?? null
  }

  /** All that fold, which count as handed over from now on. */
  takeFolds(): readonly Waiting[] {
    const folds = this.#waiting.filter(({ how }) => how === 'fold')
    this.#waiting = this.#waiting.filter(({ how }) => how !== 'fold')
    for (const fold of folds) this.#steered.set(fold.frame, fold)
    return folds
  }

  /** Codex did not take it: it goes in when the turn has ended. */
  putBack(waiting: Waiting): void {
    this.#steered.delete(waiting.frame)
    this.#waiting.unshift(waiting)
  }

  read(frame: FrameId): void {
    this.#steered.delete(frame)
  }

  /** What was put into a turn that has ended without reading it. */
  takeUnread(): readonly Waiting[] {
    const unread = [...this.#steered.values()]
    this.#steered.clear()
    return unread
  }

  /** Takes back all that Codex does not have. */
  takeBack(): readonly Waiting[] {
    return this.#waiting.splice(0)
  }
}
