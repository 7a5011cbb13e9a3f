import { expect, test } from 'vitest'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { tab } from '../../testing/agent.ts'
import { entry as makeEntry } from '../../testing/rows.ts'
import { turnItems } from './turn-acts.tsx'

const entry = (more: Partial<Entry>) => makeEntry(3, 'text', more)
const labels = (of: Parameters<typeof turnItems>) => turnItems(...of).map(({ label }) => label)

test('any row can be forked; only the user’s messages that began a turn can be edited', () => {
  const scout = tab('scout')
  expect(labels([scout, entry({})])).toEqual(['Fork from here', 'Revert file changes since here…'])
  expect(labels([scout, entry({ kind: 'user', frame: 'f' })])).toContain('Edit and send again')
  // A steered message is in the middle of another turn.
  expect(labels([scout, entry({ kind: 'user' })])).not.toContain('Edit and send again')
})

test('missing abilities disable an item with the reason, and undoing files waits for the end of the turn', () => {
  const off = (of: Parameters<typeof turnItems>) => turnItems(...of).map(({ disabled }) => disabled)
  const own = entry({ kind: 'user', frame: 'f' })
  expect(off([tab('scout'), own])).toEqual([undefined, undefined, undefined])
  expect(off([tab('scout', { status: 'working' }), own]).at(-1)).toMatch(/^It is working/)
  const of = (kind: 'qwen' | 'gemini') => off([tab(kind, { kind, abilities: expectedAbilities[kind] }), own])
  const whole = 'This agent can only be duplicated whole, not forked from a turn.'
  expect(of('qwen')).toEqual([
    whole,
    whole,
    'Cannot restore files to before a turn; revert single files in Changes.',
  ])
  expect(of('gemini').slice(0, 2)).toEqual(['Copies are not possible.', 'Copies are not possible.'])
})
