import { expect, test } from 'vitest'
import { liveHour } from './rehearsed-hour.ts'

test.each(['ends it', 'goes on'] as const)(
  'in an hour with a question, a talk and two gatherings nobody is woken for nothing: a model that %s',
  async (atAnchors) => {
    const { user, peer, circle, ...timers } = await liveHour(atAnchors)
    expect(timers).toEqual({ anchor: 0, check: 0, wait: 0 })
    expect([user, peer, circle].map((count) => count > 4)).toEqual([true, true, true])
  },
)
