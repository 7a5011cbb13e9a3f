import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

/** Scout has answered and runs a background task for a minute. */
async function withTask() {
  const janus = new ComposedJanus(() => [
    { do: 'background', ms: 60_000 },
    { do: 'say', text: 'It runs.' },
  ])
  const { id } = await janus.window('agents.create', { name: 'Scout' })
  await janus.window('messages.send', { agent: id, message: 'Watch the pier.' })
  janus.clock.advance(5000)
  return { janus, id, tasks: () => janus.engine.state.agents.get(id)?.background ?? [] }
}

test('a task is read and stopped by its name, from the window alone; one that has ended is refused', async () => {
  const { janus, id, tasks } = await withTask()
  const [task] = tasks()
  expect(task).toMatchObject({ id: 'task-1', kind: 'command', name: 'Task 1' })
  const of = { agent: id, task: 'task-1' }
  expect(await janus.window('agents.taskOutput', of)).toEqual({ text: 'the output of task-1' })
  await expect(janus.as({ kind: 'agent', id }, 'agents.stopTask', of)).rejects.toThrow('Only the user')
  await janus.window('agents.stopTask', of)
  janus.clock.advance(10)
  expect(tasks()).toEqual([])
  await expect(janus.window('agents.stopTask', of)).rejects.toThrow('It has ended already')
})

test('who has a task beside its turns is not laid to sleep; else it is, at once', async () => {
  const { janus, id } = await withTask()
  await expect(janus.window('agents.sleep', { agent: id })).rejects.toThrow('It is busy')
  await janus.window('agents.stopTask', { agent: id, task: 'task-1' })
  janus.clock.advance(10)
  await janus.window('agents.sleep', { agent: id })
  janus.clock.advance(1000)
  expect(janus.backend.alive).toEqual([])
})

test('what was not seen is unread in every window, until one of them has shown it', async () => {
  const { janus, id } = await withTask()
  const unread: (readonly number[])[] = []
  for (let window = 0; window < 2; window++)
    janus.feed.subscribe((event) => {
      if (event.kind === 'snapshot') unread.push(event.view.agents.find((one) => one.id === id)?.unread ?? [])
      if (event.kind === 'agent') unread.push(event.agent.unread)
    })
  expect(unread).toEqual([[2], [2]])
  await janus.window('agents.seen', { agent: id, row: 1 })
  expect(unread).toHaveLength(2)
  await janus.window('agents.seen', { agent: id, row: 2 })
  expect(unread.slice(2)).toEqual([[], []])
})
