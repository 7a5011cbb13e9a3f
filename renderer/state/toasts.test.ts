import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AgentId } from '../../main/contract/api/model.ts'
import { select, showTimeline, toast, view } from './view-store.ts'

const shown = () => view.getState().toasts.map(({ text }) => text)
const [one, other] = ['agt-aaaaaaaaa1', 'agt-aaaaaaaaa2'] as [AgentId, AgentId]

const before = view.getState()
// Later test files run in the same process.
afterAll(() => view.setState(before, true))

beforeEach(() => {
  view.setState({ toasts: [] })
  select(one)
})

test('an error goes with what its pane showed', () => {
  toast('It could not be read.', { isError: true })
  select(other)
  expect(shown()).toEqual([])
})

test('an error stays while its pane shows the same', () => {
  toast('It could not be read.', { isError: true })
  select(one)
  expect(shown()).toEqual(['It could not be read.'])
})

test('the way back from an action stays in other views too', () => {
  toast('Scout is closed', { action: { label: 'Undo', run: () => undefined } })
  showTimeline(true)
  expect(shown()).toEqual(['Scout is closed'])
  showTimeline(false)
})
