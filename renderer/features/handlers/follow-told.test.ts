import { expect, test } from 'vitest'
import type { HandlersView } from '../../../main/contract/handlers.ts'
import { tab } from '../../testing/agent.ts'
import { ToldReader, toldWords } from './follow-told.ts'

const told = (at: number, problem = ''): HandlersView['told'][number] => ({
  ...{ message: 'msg-aaaaaaaaa1', from: 'agt-aaaaaaaaa0', fromName: 'Scout', preview: 'All is red.' },
  ...{ at, problem, handler: 'hdl-aaaaaaaaa1', name: 'Red' },
})
const builder = (...all: HandlersView['told']) =>
  tab('Builder', { handlers: { count: 1, on: 1, asks: [], told: all } })

test('what was told before the window opened is not told again; what comes after it is, once', () => {
  const reader = new ToldReader()
  expect(reader.read([builder(told(10))])).toEqual([])
  expect(reader.read([builder(told(10))])).toEqual([])
  expect(reader.read([builder(told(20))]).map((one) => one.told.at)).toEqual([20])
  expect(reader.read([builder(told(20))])).toEqual([])
})

test('the words name who wrote, to whom, and the rule, or what went wrong', () => {
  expect(toldWords({ name: 'Builder' }, told(1))).toBe('Scout to Builder: “All is red.” (your handler “Red”)')
  expect(toldWords({ name: 'Builder' }, told(1, 'docs/status.md is not there.'))).toBe(
    'Your handler “Red” could not answer: docs/status.md is not there. Scout to Builder: “All is red.”',
  )
})
