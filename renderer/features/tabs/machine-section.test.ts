import { expect, it } from 'vitest'
import { fleet, machine, peer } from '../../testing/fleet.ts'
import { shownMachines } from './machine-section.tsx'

const two = fleet([
  machine('attic', [peer('Bob', { role: 'keeps the docs' }), peer('Ann')]),
  machine('barn', [peer('Bea')]),
])
const nothing = () => undefined
const shown = (typed: string, collapsed: readonly string[] = []) =>
  shownMachines(two, typed, collapsed, nothing).map(({ of, rows, count }) => [
    of.name,
    count,
    rows.map(({ name }) => name).join(' '),
  ])

it('shows no machines where there is no fleet', () => {
  expect(shownMachines(null, '', [], nothing)).toEqual([])
})

it('shows each machine with its agents, but those of a collapsed one', () => {
  expect(shown('', ['attic'])).toEqual([
    ['attic', 2, ''],
    ['barn', 1, 'Bea'],
  ])
})

it('shows no machine that left the fleet', () => {
  const gone = fleet([machine('attic', [peer('Bob')], { status: 'removed' })])
  expect(shownMachines(gone, '', [], nothing)).toEqual([])
})

it('looks for words in names with their machine, and in roles, collapsed or not', () => {
  expect(shown('b@attic', ['attic'])).toEqual([['attic', 1, 'Bob']])
  expect(shown('DOCS', ['attic'])).toEqual([['attic', 1, 'Bob']])
  expect(shown('nobody')).toEqual([])
})
