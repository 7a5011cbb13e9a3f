import { expect, test } from 'vitest'
import type { Role } from '../../../main/contract/agents/roles.ts'
import { ofRole, withSetUp } from './new-kind.tsx'

const scribe = { kind: 'new', name: 'Scribe' } as const

test('a new seat is set up by hand; what is left to the program is not said', () => {
  const set = withSetUp(scribe, { model: 'haiku', effort: 'low', permissionMode: 'plan' })
  expect(set).toEqual({ ...scribe, model: 'haiku', effort: 'low', permissionMode: 'plan' })
  expect(withSetUp(set, { model: null })).toEqual({ ...scribe, effort: 'low', permissionMode: 'plan' })
  expect(withSetUp(set, { permissionMode: 'default' })).toMatchObject({ model: 'haiku', effort: 'low' })
})

test('a role brings its own along, and none takes all of it back', () => {
  const role: Role = {
    name: 'Critic',
    line: 'finds what is wrong',
    kind: 'codex',
    program: null,
    instructions: '',
    model: 'gpt-5',
    effort: 'high',
    permissionMode: null,
  }
  const set = ofRole(scribe, role)
  expect(set).toEqual({
    ...scribe,
    of: { kind: 'codex', program: '' },
    template: 'Critic',
    model: 'gpt-5',
    effort: 'high',
  })
  expect(ofRole(set, null)).toEqual(scribe)
})
