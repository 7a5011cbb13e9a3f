import { expect, test } from 'vitest'
import { guestKey, userKey } from '../../../main/contract/mail/authors.ts'
import { fleet, machine, peer } from '../../testing/fleet.ts'
import { wayOfSeat } from './seat-circle.tsx'

const barn = fleet([machine('barn', [peer('Bob')], { user: 'Ann' })])
const way = (agent: `agt-${string}` | null, state: 'then' | 'gone' = 'then') =>
  wayOfSeat({ agent, state }, barn)

test('a seat leads to its tab, or to what is known of who sits there from another machine', () => {
  expect(way('agt-scout')).toEqual({ kind: 'agent', id: 'agt-scout' })
  expect(way('agt-Bob@barn')).toEqual({ kind: 'peer', machine: 'barn', id: 'agt-Bob' })
  expect(way(guestKey('barn'))).toEqual({ kind: 'peer', machine: 'barn', id: userKey })
})

test('the user’s own seat, one that was left, and one of whom nothing is known lead nowhere', () => {
  expect([way(null), way('agt-scout', 'gone'), way('agt-Eve@barn')]).toEqual([null, null, null])
  expect(wayOfSeat({ agent: 'agt-Bob@barn', state: 'then' }, null)).toBeNull()
})
