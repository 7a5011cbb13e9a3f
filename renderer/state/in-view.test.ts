import { afterEach, expect, test } from 'vitest'
import type { AgentView } from '../../main/contract/api/views.ts'
import type { AgentId } from '../../main/contract/api/model.ts'
import { tab } from '../testing/agent.ts'
import { closePane, focusPane, leadBeside, openBeside, splitPane } from './pane-acts.ts'
import { agentInView, focusedThing, thingsInView } from './selectors.ts'
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
