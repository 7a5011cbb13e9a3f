import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestKey } from '../../contract/mail/authors.ts'
import { wireSeat as shape } from '../contract/wire.ts'
import { seatCount } from '../../contract/api/limits.ts'
import { makeGathering, makeSeat } from '../../testkit/factories/factories.ts'
import { wireSeat } from './wire-seat.ts'

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('\ud83d', '\ude00', '\n', '\u0000', '\u202e', '@', 'a', ' '),
    maxLength: 400,
  }),
)

test('whatever a circle is called and asks, and however many sit there, the other house can read it', () => {
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
        const guest = makeSeat(count, { name, kind: 'human', agent: guestKey('barn') })
        const g = makeGathering(1, {
          topic,
          question,
          seats: [...seats.slice(0, -1), guest],
          harvester: makeSeat(0, { name }),
        })
        for (const as of ['asked', 'sits', 'free'] as const) {
          const told = wireSeat(g, guestKey('barn'), as)
          const read = shape.safeParse(JSON.parse(JSON.stringify(told)))
          expect(read.error?.issues ?? []).toEqual([])
          expect(read.data).toEqual(told)
        }
      },
    ),
  )
})
