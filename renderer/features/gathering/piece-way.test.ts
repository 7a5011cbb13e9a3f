import { expect, test } from 'vitest'
import { carriedAlong, wayBetween } from './piece-way.ts'
import { placesOf } from './places.ts'

/** By the numbers of the seats. */
const way = (count: number, from: number, to: number) => wayBetween(placesOf(count), from - 1, to - 1)
const carried = (count: number, from: number, to: number) => carriedAlong(placesOf(count), from - 1, to - 1)

test('the way of the piece follows the ellipse, or the row', () => {
  expect(way(6, 3, 4)).toBe('M763.3 150.0A305 96 0 0 1 697.0 200.4')
  expect(way(6, 4, 3)).toMatch(/ 0 0 0 /)
  expect(way(20, 8, 9)).toBe('M757 54H808')
  expect(way(20, 10, 11)).toMatch(/^M946 54C982 54 982 146/)
  expect(way(20, 2, 15)).toBeNull()
  expect(way(6, 1, 9)).toBeNull()
})

test('where both ways are as long it goes with the clock, and leaves out the seats that it passes', () => {
  const back = way(4, 3, 1) ?? ''
  expect(back.match(/ 0 0 1 /g)).toHaveLength(2)
  expect(way(4, 1, 3)?.match(/ 0 0 1 /g)).toHaveLength(2)
  expect(way(4, 4, 1)?.match(/M/g)).toHaveLength(1)
})

test('to the seat beside it the piece goes within the circle, and not out over its holder', () => {
  const away = carried(6, 3, 4).map(({ x, y }) => Math.hypot((x - 50) / 33.15, (y - 50) / 34.3))
  expect(Math.max(...away)).toBeLessThan(0.85)
})

test('the piece is carried from where it lies to where it will lie, and never over the question', () => {
  for (let count = 2; count <= 8; count += 1)
    for (let from = 1; from <= count; from += 1)
      for (let to = 1; to <= count; to += 1) {
        if (from === to) continue
        const places = carried(count, from, to)
        const [start, end] = [placesOf(count)[from - 1], placesOf(count)[to - 1]]
        expect(places[0]?.x).toBeCloseTo(start?.piece.x ?? 0, 0)
        expect(places.at(-1)?.y).toBeCloseTo(end?.piece.y ?? 0, 0)
        // Half the question, with half the piece: 152 px aside, 56 px above and below, in a circle of 736 x 204 px.
        for (const { x, y } of places)
          expect(Math.max((Math.abs(x - 50) * 7.36) / 150, (Math.abs(y - 50) * 2.04) / 50)).toBeGreaterThan(1)
      }
})
