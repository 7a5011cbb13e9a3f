import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestKey } from '../../contract/mail/authors.ts'
import { seatCount } from '../../contract/api/limits.ts'
import { line } from '../../contract/api/shapes.ts'
import { wireMail, wireSeat as shape } from '../contract/wire.ts'
import { makeGathering, makeMessage, makeSeat } from '../../testkit/factories/factories.ts'
import { inOneLine } from '../../core/words/text.ts'
import { nameOnWire, wireOf, wireSeatOf } from './wire.ts'

test.each([
  ['Mo', 'Mo'],
  ['  Ann \n of the attic ', 'Ann of the attic'],
  ['A\u202eb\u0000c', 'Abc'],
  [`${'x'.repeat(63)}\u{1f6a2}`, 'x'.repeat(63)],
  ['x'.repeat(100), 'x'.repeat(64)],
  ['\n\u0007', 'somebody'],
  [`${'x'.repeat(64)}@barn`, `${'x'.repeat(59)}@barn`],
  [`${'x'.repeat(200)}@${'a'.repeat(24)}`, `${'x'.repeat(39)}@${'a'.repeat(24)}`],
  ['\n@barn', 'somebody@barn'],
  ['Mo@Work', 'Mo@Work'],
])('%j goes to other machines as a line that they take', (name, goes) => {
  expect(nameOnWire(name, 'somebody')).toBe(goes)
  expect(line(64).min(1).safeParse(nameOnWire(name, 'somebody')).success).toBe(true)
  expect(line(64).safeParse(inOneLine(name, 64)).success).toBe(true)
})

test('whatever may be written here is taken there', () => {
  const from = { kind: 'agent', id: 'agt-0000000001' } as const
  const most = { id: 'msg-0000000001', to: 'agt-0000000002@barn', from, depth: 10_001 } as const
  const told = wireOf(makeMessage(1, { ...most, metadata: { ['k'.repeat(100)]: 'v'.repeat(3900) } }))
  expect(wireMail.safeParse(told).error).toBeUndefined()
})

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('\ud83d', '\ude00', '\n', '\u0000', '\u202e', '@', 'a', ' '),
    maxLength: 400,
  }),
)

test('whatever a circle is called and asks, and however many sit there, the other machine can read it', () => {
  fc.assert(
    fc.property(
      odd,
      odd,
      odd,
      fc.integer({ min: 2, max: seatCount.most }),
      (topic, question, name, count) => {
        const seats = Array.from({ length: count }, (_, at) =>
          makeSeat(at + 1, { name: `${name}${String(at)}@barn` }),
        )
        const guest = makeSeat(count, { name, kind: 'user', agent: guestKey('barn') })
        const g = makeGathering(1, {
          topic,
          question,
          seats: [...seats.slice(0, -1), guest],
          harvester: makeSeat(0, { name }),
        })
        for (const as of ['asked', 'sits', 'free'] as const) {
          const told = wireSeatOf(g, guestKey('barn'), as)
          const read = shape.safeParse(JSON.parse(JSON.stringify(told)))
          expect(read.error?.issues ?? []).toEqual([])
          expect(read.data).toEqual(told)
        }
      },
    ),
  )
})
