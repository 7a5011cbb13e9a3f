import { isSameRhythm, usualRhythms } from '../adapters/gatherings/usual-rhythms.ts'
import { RefusedError } from '../contract/errors.ts'
import type { Rhythm } from '../contract/rhythms.ts'
import type { RhythmBook } from '../ports.ts'

/** Presets in memory. */
export class MemoryRhythms implements RhythmBook {
  #own: readonly Rhythm[] = []

  rhythms(): readonly Rhythm[] {
    return [...usualRhythms, ...this.#own]
  }

  keep(rhythm: Rhythm): void {
    const isIt = ({ name }: Rhythm): boolean => isSameRhythm(name, rhythm.name)
    if (usualRhythms.some(isIt)) {
      const message = `There is always a preset "${rhythm.name}"; give yours another name.`
      throw new RefusedError({ code: 'name_taken', message })
    }
    const known = this.#own.some(isIt)
    this.#own = known ? this.#own.map((own) => (isIt(own) ? rhythm : own)) : [...this.#own, rhythm]
  }
}
