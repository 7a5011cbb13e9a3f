import { afterEach, expect, test } from 'vitest'
import { markedParts, marksIn, termsOf } from '../../../main/contract/history/found-words.ts'
import type { SearchResult } from '../../../main/contract/history/search-views.ts'
import type { AppStatus } from '../../../main/contract/api/views.ts'
import { mirror } from '../../state/store.ts'
import { view } from '../../state/view-store.ts'
import { circleSeat, fleet, machine } from '../../testing/fleet.ts'
import { goToResult, plainParts, whereOf } from './result-row.tsx'

const seat = circleSeat()
const result: SearchResult = {
  agent: 'agt-person',
  agentName: 'Mo',
  n: 7,
  kind: 'peer',
  authorName: 'Bob@attic',
  at: 1,
  call: '',
  message: 'msg-0000000001',
  parts: [],
  circle: { id: seat.circle, topic: 'Which port?\u202e', machine: 'attic' },
}

const shown = (circles: readonly (typeof seat)[]) => {
  mirror.setState({ status: { fleet: fleet([machine('attic', [], { circles })]) } as unknown as AppStatus })
  const { length: earlier } = view.getState().toasts
  goToResult(result, 'port')
  const { panel, toasts } = view.getState()
  return { panel, told: toasts.slice(earlier).map(({ text }) => text) }
}

const before = { mirror: mirror.getState(), view: view.getState() }
afterEach(() => {
  mirror.setState(before.mirror, true)
  view.setState(before.view, true)
})

test('a result in a remote gathering opens its dialog at that text', () => {
  expect(whereOf(result)).toBe('Which port?\u202e · attic')
  expect(shown([seat]).panel).toEqual({
    kind: 'circle',
    circle: seat.circle,
    found: { message: 'msg-0000000001', words: 'port' },
  })
})

test('a result in a gathering that is gone says where it was', () => {
  const { panel, told } = shown([])
  expect(panel).toBe(null)
  expect(told).toEqual([
    expect.stringMatching(/^That was in “Which port\?[^\u202e]*”, a gathering on attic, which is no longer/),
  ])
})

const found = (text: string, words: string) => markedParts(text, marksIn(text, termsOf(words)))

test('what was found shows without the marks of Markdown, and stays marked', () => {
  const parts = found('## The **fares**\n- see `fares.js` [utt-0123456789]', 'fares')
  expect(plainParts({ kind: 'text', parts }, 'fares')).toEqual(found('The fares see fares.js', 'fares'))
})

test('a match in Markdown marks, and tool output, stay unchanged', () => {
  const parts = found('[here](https://ferry.example)', 'ferry')
  expect(plainParts({ kind: 'text', parts }, 'ferry')).toBe(parts)
  expect(plainParts({ kind: 'result', parts }, 'ferry')).toBe(parts)
})
