import { afterEach, expect, test } from 'vitest'
import type { AgentId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { mirror } from '../state/store.ts'
import { openBeside } from '../state/pane-acts.ts'
import { select, view } from '../state/view-store.ts'
import { followClosing, tabAfterClosing } from './neighbour.ts'
import { tab } from '../testing/agent.ts'

const at = (name: string, order: number, more: Partial<AgentView> = {}) => tab(name, { order, ...more })
const list = [
  at('a', 0),
  at('b', 1, { needs: 'permission' }),
  at('c', 2),
  at('d', 3),
  at('e', 4, { status: 'stopped' }),
]
const after = (closed: string, open = 'abcde') =>
  tabAfterClosing(list, `agt-${closed}`, (id) => id !== `agt-${closed}` && open.includes(id.slice(4)))

test('the next tab of the group takes its place, else the previous one', () => {
  expect(after('a')).toBe('agt-b')
  expect(after('c')).toBe('agt-d')
  expect(after('d')).toBe('agt-c')
})

test('in an empty group the nearest tab takes its place', () => {
  expect(after('b')).toBe('agt-c')
  expect(after('e')).toBe('agt-d')
  expect(after('d', 'e')).toBe('agt-e')
  expect(after('a', '')).toBeNull()
})

const isBefore = mirror.getState()
afterEach(() => {
  mirror.setState(isBefore, true)
  select(null)
})
const tell = (agents: readonly AgentView[]) =>
  mirror.setState({
    agents: Object.fromEntries(agents.map((one) => [one.id, one])) as Record<AgentId, AgentView>,
  })

test('a neighbour replaces the shown tab when it is closed or deleted; other tabs are not replaced', () => {
  const leave = followClosing()
  tell(list)
  select('agt-c')
  tell(list.map((one) => (one.name === 'a' ? { ...one, closed: true } : one)))
  expect(view.getState().panes.list[0]?.tab).toBe('agt-c')
  tell(list.map((one) => (one.name === 'c' ? { ...one, closed: true } : one)))
  expect(view.getState().panes.list[0]?.tab).toBe('agt-d')
  tell(list.filter((one) => one.name !== 'c' && one.name !== 'd'))
  expect(view.getState().panes.list[0]?.tab).toBe('agt-b')
  leave()
})

test('in two panes the neighbour that the other does not show takes its place; where there is none the pane goes', () => {
  const leave = followClosing()
  tell(list)
  select('agt-c')
  openBeside({ kind: 'agent', id: 'agt-d' })
  const tabs = () => view.getState().panes.list.map(({ tab }) => tab)
  const gone = new Set<string>()
  const close = (name: string) => {
    gone.add(name)
    tell(list.map((one) => (gone.has(one.name) ? { ...one, closed: true } : one)))
  }
  close('d')
  expect(tabs()).toEqual(['agt-c', 'agt-b'])
  for (const name of ['a', 'e']) close(name)
  expect(tabs()).toEqual(['agt-c', 'agt-b'])
  close('c')
  expect(tabs()).toEqual(['agt-b'])
  leave()
})

test('a pane whose tab was deleted while no window was there goes when the window comes to know', () => {
  select('agt-a')
  openBeside({ kind: 'agent', id: 'agt-gone' })
  mirror.setState({ agents: {}, snapshots: 0 })
  const leave = followClosing()
  const agents = Object.fromEntries(list.map((one) => [one.id, one])) as Record<AgentId, AgentView>
  mirror.setState({ agents, snapshots: 1 })
  expect(view.getState().panes.list.map(({ tab }) => tab)).toEqual(['agt-a'])
  leave()
})
