import { expect, onTestFinished, test } from 'vitest'
import type { Task } from '../../contract/tasks/tasks.ts'
import { keptFolder } from './testing/kept-folder.ts'
import { openStore } from './store.ts'

const task: Task = {
  id: 'tsk-0000000001',
  title: 'Look at the pier',
  detail: '',
  waitsFor: [],
  state: 'open',
  stateAt: 1,
  owner: null,
  assignee: null,
  result: '',
  lapsed: null,
  changedBy: { by: { kind: 'user', via: 'window' }, name: 'Mo' },
  added: { by: { kind: 'user', via: 'window' }, name: 'Mo', at: 1 },
  source: null,
  idempotencyKey: null,
}

test('a folder of an earlier format gets a task list in order of insertion', () => {
  const home = keptFolder(onTestFinished)
  const first = openStore(home)
  expect(first.load().tasks).toEqual([])
  const second: Task = { ...task, id: 'tsk-0000000000' }
  first.commit([task, second].map((row) => ({ table: 'task', row, open: true })))
  const claimed: Task = { ...task, state: 'claimed', owner: task.changedBy }
  first.commit([{ table: 'task', row: claimed, open: true }])
  first.close()
  const again = openStore(home)
  onTestFinished(() => again.close())
  expect(again.load().tasks).toEqual([claimed, second])
  again.commit([{ table: 'task', row: claimed, open: false }])
  expect(again.load().tasks).toEqual([second])
})
