import { expect, test } from 'vitest'
import { guestKey, personKey } from '../../../main/contract/mail/authors.ts'
import { fleet, house, peer } from '../../testing/fleet.ts'
import { wayOfSeat } from './seat-circle.tsx'

const barn = fleet([house('barn', [peer('Bob')], { person: 'Ann' })])
const way = (agent: `agt-${string}` | null, state: 'then' | 'gone' = 'then') =>
  wayOfSeat({ agent, state }, barn)

test('a seat leads to its tab, or to what is known of who sits there from another house', () => {
  expect(way('agt-scout')).toEqual({ kind: 'agent', id: 'agt-scout' })
  expect(way('agt-Bob@barn')).toEqual({ kind: 'peer', house: 'barn', id: 'agt-Bob' })
  expect(way(guestKey('barn'))).toEqual({ kind: 'peer', house: 'barn', id: personKey })
})

test('the person’s own seat, one that was left, and one of whom nothing is known lead nowhere', () => {
  expect([way(null), way('agt-scout', 'gone'), way('agt-Eve@barn')]).toEqual([null, null, null])
  expect(wayOfSeat({ agent: 'agt-Bob@barn', state: 'then' }, null)).toBeNull()
})
