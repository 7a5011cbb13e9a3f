import { expect, test } from 'vitest'
import { agentReasonWords } from './agent-words.ts'
import { timerReasonWords } from '../timers/timer-words.ts'

test('what the user did is told to each by whom they call so', () => {
  expect(agentReasonWords({ kind: 'stopped' }, 'user')).toBe('stopped by you')
  expect(agentReasonWords({ kind: 'stopped' }, 'agent')).toBe('stopped by the user')
  expect(timerReasonWords({ kind: 'rests' }, 'agent')).toBe(
    'paused until the user or another agent starts a turn',
  )
  expect(timerReasonWords({ kind: 'skipped', once: true }, 'user')).toBe('skipped once by you')
  expect(timerReasonWords({ kind: 'cancelled', by: 'user' }, 'agent')).toBe('cancelled by the user')
  expect(timerReasonWords({ kind: 'inRow', count: 12 }, 'user')).toBe(
    '12 timers in a row without a message from you or another agent',
  )
})

test('a program’s own words stay as they are, an agent’s name too', () => {
  expect(agentReasonWords({ kind: 'deaths', count: 3, detail: 'exit 137' }, 'agent')).toBe(
    'Its process ended 3 times within five minutes. Last: exit 137',
  )
  expect(agentReasonWords({ kind: 'died', detail: 'by you' }, 'agent')).toBe(
    'its process ended (by you), starting again',
  )
  expect(timerReasonWords({ kind: 'deleted', name: 'you' }, 'agent')).toBe('you was deleted')
  expect([agentReasonWords(null, 'agent'), timerReasonWords(null, 'user')]).toEqual(['', ''])
})
