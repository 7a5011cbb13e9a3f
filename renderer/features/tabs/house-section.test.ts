import { expect, it } from 'vitest'
import { fleet, house, peer } from '../../testing/fleet.ts'
import { shownHouses } from './house-section.tsx'

const two = fleet([
  house('attic', [peer('Bob', { role: 'keeps the docs' }), peer('Ann')]),
  house('barn', [peer('Bea')]),
])
const nothing = () => undefined
const shown = (typed: string, folded: readonly string[] = []) =>
  shownHouses(two, typed, folded, nothing).map(({ of, rows, count }) => [
    of.name,
    count,
    rows.map(({ name }) => name).join(' '),
  ])

it('shows no houses where there is no fleet', () => {
  expect(shownHouses(null, '', [], nothing)).toEqual([])
})

it('shows each house with its agents, but those of a folded one', () => {
  expect(shown('', ['attic'])).toEqual([
    ['attic', 2, ''],
    ['barn', 1, 'Bea'],
  ])
})

it('shows none that belongs to the fleet no more', () => {
  const gone = fleet([house('attic', [peer('Bob')], { stands: 'removed' })])
  expect(shownHouses(gone, '', [], nothing)).toEqual([])
})

it('looks for words in names with their house, and in roles, folded or not', () => {
  expect(shown('b@attic', ['attic'])).toEqual([['attic', 1, 'Bob']])
  expect(shown('DOCS', ['attic'])).toEqual([['attic', 1, 'Bob']])
  expect(shown('nobody')).toEqual([])
})
