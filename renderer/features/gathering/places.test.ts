import { expect, test } from 'vitest'
import { carriedAlong, seatPositions, wayBetween } from './places.ts'

test('up to eight seats go round with the clock, from the left', () => {
  for (let count = 2; count <= 8; count += 1) {
    const places = seatPositions(count)
    const turns = places.map(({ angle }, at) => (angle - (places[at - 1]?.angle ?? angle) + 360) % 360)
    expect(turns.reduce((sum, turn) => sum + turn, 0)).toBeLessThan(360)
    expect(places).toHaveLength(count)
  }
})

test('no two seats of a circle stand over each other', () => {
  for (let count = 2; count <= 8; count += 1) {
    const places = seatPositions(count)
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1))
        expect(Math.hypot((one.x - other.x) * 7.36, (one.y - other.y) * 2.04)).toBeGreaterThan(40)
  }
})

test('the piece lies clear of the ring round its holder and of the question in the middle', () => {
  for (let count = 2; count <= 8; count += 1)
    for (const { x, y, piece } of seatPositions(count)) {
      expect(Math.hypot((piece.x - x) * 7.36, (piece.y - y) * 2.04)).toBeGreaterThan(45)
      expect(Math.abs(piece.x - 50) * 7.36).toBeGreaterThan(152)
    }
})

test('more of them stand in two rows: the upper one goes right, the lower one back', () => {
  const nine = seatPositions(9)
  expect(nine.map(({ side }) => side).join(' ')).toBe('up up up up up down down down down')
  const twenty = seatPositions(20)
  expect([twenty[0]?.x, twenty[9]?.x, twenty[10]?.x, twenty[19]?.x]).toEqual([7, 93, 93, 7])
})

/** Takes seat numbers. */
const way = (count: number, from: number, to: number) => wayBetween(seatPositions(count), from - 1, to - 1)
const carried = (count: number, from: number, to: number) =>
  carriedAlong(seatPositions(count), from - 1, to - 1)

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
        const [start, end] = [seatPositions(count)[from - 1], seatPositions(count)[to - 1]]
        expect(places[0]?.x).toBeCloseTo(start?.piece.x ?? 0, 0)
        expect(places.at(-1)?.y).toBeCloseTo(end?.piece.y ?? 0, 0)
        // Half the question plus half the piece: 152 px across, 56 px above and below, in a circle of 736 x
        // 204 px.
        for (const { x, y } of places)
          expect(Math.max((Math.abs(x - 50) * 7.36) / 150, (Math.abs(y - 50) * 2.04) / 50)).toBeGreaterThan(1)
      }
})
