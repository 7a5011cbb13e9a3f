import type { LinkId } from '../../../main/contract/links/links.ts'
import { expect, test } from 'vitest'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { arcsOf, pathOf } from './arcs.tsx'

const places = new Map<AgentId, number>([
  ['agt-a', 10],
  ['agt-b', 50],
  ['agt-c', 90],
  ['agt-d', 130],
])
const link = (id: string, ...names: string[]) => ({
  id: `lnk-${id}` as LinkId,
  members: names.map((name) => `agt-${name}` as AgentId),
})
const lanesOf = (...links: ReturnType<typeof link>[]) =>
  Object.fromEntries(arcsOf(links, places).map((arc) => [arc.link, arc.lane]))

test('links that lie apart share a lane, those that overlap do not, and the shorter runs inside', () => {
  expect(lanesOf(link('1', 'a', 'b'), link('2', 'c', 'd'))).toEqual({ 'lnk-1': 0, 'lnk-2': 0 })
  expect(lanesOf(link('1', 'a', 'd'), link('2', 'b', 'c'))).toEqual({ 'lnk-2': 0, 'lnk-1': 1 })
  const many = lanesOf(link('1', 'a', 'b'), link('2', 'a', 'c'), link('3', 'a', 'd'), link('4', 'b', 'd'))
  expect(Object.values(many).every((lane) => lane < 3)).toBe(true)
})

test('members that are not in the list have no end there; with one left there is no arc', () => {
  expect(arcsOf([link('1', 'a', 'x')], places)).toEqual([])
  expect(arcsOf([link('1', 'd', 'x', 'b', 'a')], places)).toEqual([
    { link: 'lnk-1', at: [10, 50, 130], lane: 0 },
  ])
})

test('the path begins and ends at tabs, and touches those between', () => {
  expect(pathOf({ link: 'lnk-1', at: [10, 50, 130], lane: 0 }, 1)).toBe(
    'M15 10H9Q4 10 4 15V125Q4 130 9 130H15M4 50H15',
  )
})
