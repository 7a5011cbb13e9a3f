import { expect, test } from 'vitest'
import type { HandlerView } from '../../../main/contract/handlers/handlers.ts'
import { draftOf, emptyDraft, problemsOf, ruleOf } from './handler-draft.ts'

const handler = (count: number, changes: Partial<HandlerView> = {}): HandlerView => ({
  id: `hdl-${count}`,
  agent: 'agt-aaaaaaaaa1',
  name: 'Away',
  isOn: false,
  place: count,
  words: '',
  when: { from: 'any', priorities: [], words: null, question: 'any', doing: [] },
  then: { kind: 'respond', text: 'Later.' },
  did: 0,
  lastAt: null,
  ...changes,
})
const written = { ...emptyDraft, name: 'Away', text: 'Later.' }

test('a rule that is there comes back from its form as it was', () => {
  const open = { priorities: [], words: null, question: 'any', doing: [] } as const
  for (const { when, then } of [
    handler(1),
    handler(2, { when: { ...open, from: 'linked', priorities: ['high'] }, then: { kind: 'hold' } }),
    handler(3, {
      when: {
        from: 'any',
        priorities: [],
        question: 'yes',
        doing: ['asleep', 'idle'],
        words: { which: 'all', texts: ['ship it', 'now'] },
      },
      then: { kind: 'respond', file: 'docs/status.md' },
    }),
    handler(4, { then: { kind: 'priority', to: 'urgent' } }),
    handler(5, { then: { kind: 'command', command: '/compact' } }),
  ]) {
    const rule = ruleOf(draftOf(handler(9, { when, then })))
    expect(rule).toEqual({ when, then })
  }
  const named = handler(6, { when: { ...open, from: [{ id: 'agt-aaaaaaaaa0', name: 'Scout' }] } })
  expect(ruleOf(draftOf(named)).when.from).toEqual(['agt-aaaaaaaaa0'])
})

test('words: a line for each, none twice, none empty', () => {
  expect(ruleOf({ ...written, words: ' status \n\nhow far\nstatus' }).when.words).toEqual({
    which: 'any',
    texts: ['status', 'how far'],
  })
  expect(ruleOf({ ...written, words: ' \n ' }).when.words).toBeNull()
})

test('what is wrong stands beside its field; the name is asked for when it is saved', () => {
  expect(problemsOf(written, true)).toEqual({})
  expect(Object.keys(problemsOf({ ...written, name: ' ' }, true))).toEqual(['name'])
  expect(problemsOf({ ...written, name: '' }, false)).toEqual({})
  expect(Object.keys(problemsOf({ ...written, from: 'these' }, false))).toEqual(['agents'])
  expect(Object.keys(problemsOf({ ...written, text: ' ' }, false))).toEqual(['text'])
  expect(Object.keys(problemsOf({ ...written, text: 'é'.repeat(9_000) }, false))).toEqual(['text'])
  expect(Object.keys(problemsOf({ ...written, words: 'x'.repeat(201) }, false))).toEqual(['words'])
  for (const file of ['', '../keys', '/etc/passwd', 'C:\\keys', '.env', 'docs/', 'a/../../b', 'docs/.git/x'])
    expect(Object.keys(problemsOf({ ...written, act: 'file', file }, false)), file).toEqual(['file'])
  expect(problemsOf({ ...written, act: 'file', file: './docs/status.md' }, false)).toEqual({})
  expect(Object.keys(problemsOf({ ...written, act: 'command', command: 'compact' }, false))).toEqual([
    'command',
  ])
})
