import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ids } from './ids.ts'

const seed = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((all) => all.join(''))

test('ids have their form, and a seed always gives the same ones', () => {
  fc.assert(
    fc.property(seed, (hex) => {
      const [one, two] = [new Ids(hex), new Ids(hex)]
      expect(one.next('msg')).toMatch(/^msg-[0-9a-hjkmnp-tv-z]{10}$/)
      expect(one.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect([two.next('msg'), two.uuid(), two.next('trn')]).not.toEqual([
        one.next('msg'),
        one.uuid(),
        one.next('trn'),
      ])
      const again = [new Ids(hex), new Ids(hex)].map((ids) => [ids.next('msg'), ids.uuid(), ids.next('agt')])
      expect(again[0]).toEqual(again[1])
    }),
  )
})

test('no two of a hundred thousand are the same', () => {
  const all = new Set<string>()
  for (let n = 0; n < 20_000; n++) {
    const ids = new Ids(n.toString(16).padStart(32, '0'))
    for (let k = 0; k < 5; k++) all.add(ids.next('msg'))
  }
  expect(all.size).toBe(100_000)
})
