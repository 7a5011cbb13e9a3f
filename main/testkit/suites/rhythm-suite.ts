import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RefusedError } from '../../contract/api/errors.ts'
import type { Rhythm } from '../../contract/gatherings/rhythms.ts'
import type { RhythmBook } from '../../ports/gatherings.ts'

/** Opens the presets under test: empty at first, later with what was saved. */
interface RhythmBench {
  open(): RhythmBook
  dispose(): void
}

export const makeRhythm = (name: string, changes: Partial<Rhythm> = {}): Rhythm => ({
  name,
  structure: [1, 3, 1],
  beatsPerTurn: 2,
  beatIntervalSeconds: 30,
  opening: '',
  question: '',
  about: '',
  ...changes,
})

/** What presets, on disk or in memory, must do. */
export function rhythmSuite(name: string, makeBench: () => RhythmBench): void {
  describe(name, () => {
    let bench: RhythmBench
    beforeEach(() => {
      bench = makeBench()
    })
    afterEach(() => bench.dispose())
    const own = (): readonly Rhythm[] => bench.open().rhythms().slice(3)

    it('has three built-in ones', () => {
      const all = bench.open().rhythms()
      expect(all.map(({ name: of, structure }) => [of, structure.join('-')])).toEqual([
        ['check-in', '1-1-1'],
        ['decide', '2-2-2'],
        ['review', '2-3-2'],
      ])
    })

    it('keeps others after these, to the letter, over a restart', () => {
      const words = makeRhythm('Rückblick „1“', { opening: 'a\n"b"\\ 💥', question: 'c?', about: 'd' })
      for (const rhythm of [words, makeRhythm('__proto__'), makeRhythm('constructor')])
        bench.open().keep(rhythm)
      expect(own()).toEqual([words, makeRhythm('__proto__'), makeRhythm('constructor')])
    })

    it('replaces one of the same name, in its place', () => {
      for (const of of ['retro', 'plan']) bench.open().keep(makeRhythm(of))
      bench.open().keep(makeRhythm('Retro', { beatsPerTurn: 9 }))
      expect(own()).toEqual([makeRhythm('Retro', { beatsPerTurn: 9 }), makeRhythm('plan')])
    })

    it.each(['check-in', 'Decide', 'REVIEW', 'ｒeview'])('leaves the built-in %s as it is', (of) => {
      const before = bench.open().rhythms()
      expect(() => bench.open().keep(makeRhythm(of))).toThrow(RefusedError)
      expect(bench.open().rhythms()).toEqual(before)
    })
  })
}
