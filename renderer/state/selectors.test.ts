import { afterEach, expect, test } from 'vitest'
import type { GatheringView } from '../../main/contract/gatherings/gathering-views.ts'
import type { AgentId } from '../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../main/contract/api/views.ts'
import { tab } from '../testing/agent.ts'
import { fleet, machine } from '../testing/fleet.ts'
import { snapshot } from '../testing/snapshot.ts'
import { emptyMirror, reflect } from './mirror.ts'
import { closePane, focusPane, leadBeside, openBeside, splitPane } from './pane-acts.ts'
import { agentInView, focusedThing, isListed, listedGatherings, thingsInView } from './selectors.ts'
import { mirror } from './store.ts'
import { select, setRoom, showTimeline, view } from './view-store.ts'

const before = { mirror: mirror.getState(), view: view.getState() }
afterEach(() => {
  mirror.setState(before.mirror, true)
  view.setState(before.view, true)
})

const [scout, builder] = [tab('scout', { order: 0 }), tab('builder', { order: 1 })]
const open = (...agents: readonly AgentView[]) =>
  mirror.setState({
    agents: Object.fromEntries(agents.map((one) => [one.id, one])) as Record<AgentId, AgentView>,
  })
const seen = () => thingsInView().map((thing) => ('id' in thing ? thing.id : thing.kind))

test('both panes are in view where there is room for two, else the one with the focus', () => {
  open(scout, builder)
  select(scout.id)
  openBeside({ kind: 'agent', id: builder.id })
  expect(seen()).toEqual([scout.id, builder.id])
  setRoom(1)
  expect(seen()).toEqual([builder.id])
  expect(view.getState().panes.list.map((pane) => agentInView(pane)?.name)).toEqual([undefined, 'builder'])
  focusPane(0)
  expect(seen()).toEqual([scout.id])
  expect(focusedThing([scout, builder])).toEqual({ kind: 'agent', id: scout.id })
})

test('one alone shows the first tab where none was chosen; of two each shows its own', () => {
  open(scout, builder)
  expect(seen()).toEqual([scout.id])
  splitPane()
  expect(seen()).toEqual([scout.id])
  expect(focusedThing([scout, builder])).toBeNull()
  closePane()
  expect(seen()).toEqual([scout.id])
})

test('what the timeline leads to is for the other pane, where that is in view', () => {
  open(scout, builder)
  openBeside({ kind: 'agent', id: builder.id })
  showTimeline(true)
  leadBeside({ kind: 'timeline' })
  expect(view.getState().panes.at).toBe(0)
  focusPane(1)
  setRoom(1)
  leadBeside({ kind: 'timeline' })
  expect(view.getState().panes.at).toBe(1)
})

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
