import { expect, test } from 'vitest'
import type { Look } from '../../contract/api/model.ts'
import { leastSeen } from './looks.ts'

function looksOf(count: number): readonly Look[] {
  const taken: Look[] = []
  while (taken.length < count) taken.push(leastSeen(taken, {}))
  return taken
}

const pair = ({ hue, shape }: Look) => `${hue} ${shape}`

test('no two of 64 tabs look alike, and the first eight differ in both pigment and shape', () => {
  const looks = looksOf(64)
  expect(new Set(looks.map(pair)).size).toBe(64)
  expect(looks.slice(0, 8).map(pair)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${n} ${n}`))
  for (let from = 0; from < 64; from += 8)
    expect(new Set(looks.slice(from, from + 8).map(({ hue }) => hue)).size).toBe(8)
})

test('one more repeats the pair that is seen least, and a wanted pigment gets a shape that is free with it', () => {
  const full = looksOf(64)
  expect(leastSeen([...full, { hue: 1, shape: 1 }], {})).not.toEqual({ hue: 1, shape: 1 })
  expect(leastSeen([{ hue: 3, shape: 3 }], { hue: 3 }).shape).not.toBe(3)
  expect(leastSeen([], { shape: 5 })).toEqual({ hue: 5, shape: 5 })
})
