import { expect, test } from 'vitest'
import type { GatheringView } from '../../main/contract/gatherings/gathering-views.ts'
import type { AppStatus } from '../../main/contract/api/views.ts'
import { fleet, machine } from '../testing/fleet.ts'
import { snapshot } from '../testing/snapshot.ts'
import { isListed, listedGatherings } from './selectors.ts'
import { emptyMirror, reflect } from './mirror.ts'

const gathering = (id: number, changes: Partial<GatheringView> = {}) =>
  ({
    id: `gat-${id}`,
    topic: `Topic ${id}`,
    shelved: false,
    convened: { at: id },
    ...changes,
  }) as GatheringView
test('gatherings are those of the snapshot, and what was told since', () => {
  const before = reflect(emptyMirror, snapshot({ gatherings: [gathering(1)] }))
  expect(reflect(before, { kind: 'gathering', gathering: gathering(1) }).gatherings).toBe(before.gatherings)
  const two = reflect(before, { kind: 'gathering', gathering: gathering(2) })
  expect(listedGatherings(two.gatherings).map(({ id }) => id)).toEqual(['gat-2', 'gat-1'])
  const put = reflect(two, { kind: 'gathering', gathering: gathering(2, { shelved: true }) })
  expect(listedGatherings(put.gatherings).map(({ id }) => id)).toEqual(['gat-1'])
})

test('there is a list where no tab is, as long as the fleet has other machines', () => {
  const within = (machines: Parameters<typeof fleet>[0]) =>
    ({ ...emptyMirror, status: { fleet: fleet(machines) } as AppStatus }) as const
  expect(isListed(emptyMirror)).toBe(false)
  expect(isListed(within([]))).toBe(false)
  expect(isListed(within([machine('attic', [])]))).toBe(true)
})
