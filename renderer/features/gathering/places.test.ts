import { expect, test } from 'vitest'
import { placesOf } from './places.ts'

test('up to eight seats go round with the clock, from the left', () => {
  for (let count = 2; count <= 8; count += 1) {
    const places = placesOf(count)
    const turns = places.map(({ angle }, at) => (angle - (places[at - 1]?.angle ?? angle) + 360) % 360)
    expect(turns.reduce((sum, turn) => sum + turn, 0)).toBeLessThan(360)
    expect(places).toHaveLength(count)
  }
})

test('no two seats of a circle stand over each other', () => {
  for (let count = 2; count <= 8; count += 1) {
    const places = placesOf(count)
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1))
        expect(Math.hypot((one.x - other.x) * 7.36, (one.y - other.y) * 2.04)).toBeGreaterThan(40)
  }
})

test('the piece lies clear of the ring round its holder and of the question in the middle', () => {
  for (let count = 2; count <= 8; count += 1)
    for (const { x, y, piece } of placesOf(count)) {
      expect(Math.hypot((piece.x - x) * 7.36, (piece.y - y) * 2.04)).toBeGreaterThan(45)
      expect(Math.abs(piece.x - 50) * 7.36).toBeGreaterThan(152)
    }
})

test('more of them stand in two rows: the upper one goes right, the lower one back', () => {
  const nine = placesOf(9)
  expect(nine.map(({ side }) => side).join(' ')).toBe('up up up up up down down down down')
  const twenty = placesOf(20)
  expect([twenty[0]?.x, twenty[9]?.x, twenty[10]?.x, twenty[19]?.x]).toEqual([7, 93, 93, 7])
})
