import { expect, test } from 'vitest'
import { partiesOf, linkTitle } from './parties.ts'
import { crossingAt } from '../../testing/link.ts'

const builder = { name: 'Builder', closed: true } as const
const past = {
  link: { members: ['agt-builder'] },
  agents: { 'agt-builder': builder },
  items: [crossingAt(1), crossingAt(2, { fromName: 'Scout Two' })],
} as const

test('a former member keeps its place and its last known name', () => {
  expect(partiesOf({ ...past, known: [] })).toEqual([
    { id: 'agt-builder', name: 'Builder', standing: 'closed' },
    { id: 'agt-scout', name: 'Scout Two', standing: 'deleted' },
  ])
  const known = [
    ['agt-scout', 'Scout Three'],
    ['agt-builder', 'An old name'],
  ] as const
  const parties = partiesOf({ ...past, known })
  expect(parties.map((one) => `${one.name} ${one.standing}`)).toEqual([
    'Scout Three deleted',
    'Builder closed',
  ])
  const closed = { by: { kind: 'system' }, name: 'Janus', at: 3, why: '' } as const
  expect(linkTitle({ ...past.link, closed }, parties)).toBe('Scout Three ⇄ Builder')
  expect(linkTitle({ ...past.link, closed: null }, parties)).toBe('Builder')
})

test('a remote member is shown under the name that its machine reported', () => {
  const link = {
    members: ['agt-builder', 'agt-bob@barn'],
    machines: { home: null, names: { 'agt-bob@barn': 'Bob@barn' }, asked: [] },
  } as const
  expect(partiesOf({ ...past, link, items: [], known: [['agt-bob@barn', 'Robert@barn']] })).toContainEqual({
    id: 'agt-bob@barn',
    name: 'Bob@barn',
    standing: 'here',
  })
})
