import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { expect, test } from 'vitest'
import { StreamReader } from './stream.ts'

const tasks = (...all: object[]): object => ({
  type: 'system',
  subtype: 'background_tasks_changed',
  tasks: all,
})
const about = (subtype: string, more: object): object => ({
  type: 'system',
  subtype,
  task_id: 'b1',
  ...more,
})

test('tasks in the background are told as they come, go and say what they do; what is no work is not told', () => {
  const watch = { task_id: 'b1', task_type: 'local_bash', description: 'Watch the pier' }
  const cleaning = { ...watch, task_id: 'b2', ambient: true }
  const reader = new StreamReader('c')
  const heard = [
    tasks(cleaning),
    tasks(watch),
    tasks(watch, cleaning),
    about('task_started', { tool_use_id: 'call-1', description: 'Watch the pier' }),
    about('task_progress', { description: 'Running Look again' }),
    tasks(),
    about('task_notification', { status: 'completed', summary: 'Watch the pier' }),
  ].flatMap((message) => reader.read(message as SDKMessage))
  const told = { id: 'b1', kind: 'command', name: 'Watch the pier', call: null, line: '' }
  const named = { ...told, call: 'call-1' }
  expect(heard).toEqual(
    [[told], [named], [{ ...named, line: 'Running Look again' }], []].map((all) => ({
      fact: { type: 'background.changed', tasks: all },
    })),
  )
})
