import type { GatheringId, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { Finding } from '../../core/step/events.ts'
import type { Archive } from '../../ports/gatherings.ts'
import type { VirtualClock } from '../virtual-clock.ts'

/** Searches and files of gatherings in virtual time: slow, sometimes failing, and dropped when the app crashes. */
export class MemoryArchive implements Archive {
  readonly #clock: VirtualClock
  #found: ((finding: Finding) => void) | null = null
  #asked = 0
  readonly kept = new Map<GatheringId, number>()
  passages: readonly SeedPassage[] = []

  readonly #of: string

  /** `of`: the owner, where several share a clock. */
  constructor(clock: VirtualClock, of = '') {
    this.#of = `archive ${of}`
    this.#clock = clock
  }

  connect(found: (finding: Finding) => void): void {
    this.#found = found
  }

  perform(effect: Parameters<Archive['perform']>[0]): void {
    const { gathering } = effect
    const n = this.#asked++
    if (effect.do === 'gathering.seek') {
      const { passages } = this
      this.#later((n % 5) * 40, { type: 'gathering.sought', gathering, passages })
      return
    }
    this.kept.set(gathering, (this.kept.get(gathering) ?? 0) + 1)
    const fails = n % 7 === 0
    const path = fails ? null : `/gatherings/${gathering}.md`
    this.#later(n % 50, { type: 'gathering.kept', gathering, path, problem: fails ? 'No room.' : '' })
  }

  crash(): void {
    this.#clock.drop(this.#of)
    this.#found = null
  }

  #later(ms: number, finding: Finding): void {
    this.#clock.afterFor(this.#of, ms, () => this.#found?.(finding))
  }
}
