import type { AnswerFiles, FileWords } from '../../ports/ports.ts'
import type { VirtualClock } from '../virtual-clock.ts'

/** Files in agents' folders in virtual time: slow, sometimes missing, and dropped when the app crashes. */
export class SlowAnswerFiles implements AnswerFiles {
  readonly #clock: VirtualClock
  #found: Parameters<AnswerFiles['connect']>[0] | null = null
  #asked = 0

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  connect(found: Parameters<AnswerFiles['connect']>[0]): void {
    this.#found = found
  }

  perform({ agent, message, folder, path }: Parameters<AnswerFiles['perform']>[0]): void {
    const n = this.#asked++
    const words = this.look(folder, path)
    this.#clock.afterFor('answer files', (n % 5) * 700, () =>
      this.#found?.({ type: 'handler.fileRead', agent, message, ...words }),
    )
  }

  look(_folder: string, path: string): FileWords {
    return path === 'missing.md'
      ? { text: null, problem: 'missing.md is not there.' }
      : { text: `What stands in ${path} (${String(this.#asked)}).`, problem: '' }
  }

  crash(): void {
    this.#clock.drop('answer files')
    this.#found = null
  }
}
