import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { expect, test } from 'vitest'
import { ForegroundTasks } from './foreground.ts'

const started = (task_id: string, is_backgrounded = false): object => ({
  ...{ type: 'system', subtype: 'task_started', task_id, is_backgrounded },
})
const ended = (task_id: string): object => ({ type: 'system', subtype: 'task_notification', task_id })

test('what the turn waits for is ended, also what is told after; not what runs beside it, nor later', () => {
  const stopped: string[] = []
  const tasks = new ForegroundTasks((task) => void stopped.push(task))
  const hear = (...messages: object[]): void =>
    messages.forEach((message) => tasks.hear(message as unknown as SDKMessage))
  const moved = {
    type: 'system',
    subtype: 'task_updated',
    task_id: 'moved',
    patch: { is_backgrounded: true },
  }
  hear(started('one'), started('over'), ended('over'), started('beside', true), started('moved'), moved)
  tasks.halt()
  expect(stopped).toEqual(['one'])
  hear(started('two'))
  expect(stopped).toEqual(['one', 'two'])
  hear(ended('one'), ended('two'), { type: 'result' }, started('three'))
  expect(stopped).toEqual(['one', 'two'])
})
