import { expect, it } from 'vitest'
import { fleet, machine, peer } from '../testing/fleet.ts'
import { peerIn, peerName, peerNamed, peerOf } from './peers.ts'

const two = fleet([machine('attic', [peer('Bob')]), machine('barn', [peer('Bob'), peer('Ann')])])

it('finds an agent of another machine by its id here', () => {
  expect(peerOf('agt-Bob@barn', two)?.machine.name).toBe('barn')
  expect(peerOf('agt-Ann@attic', two)).toBeNull()
  expect(peerOf('agt-Bob', two)).toBeNull()
  expect(peerOf('agt-Bob@barn', null)).toBeNull()
})

it('finds one by its name with its machine, however that is written', () => {
  expect(peerNamed(' bob@ATTIC ', two)).toBe('agt-Bob@attic')
  expect(peerNamed('Bob', two)).toBeUndefined()
  expect(peerNamed('Bob@attic', null)).toBeUndefined()
})

it('names it with its machine', () => {
  const ann = peerIn(two, 'barn', 'agt-Ann')
  expect(ann && peerName(ann)).toBe('Ann@barn')
})
