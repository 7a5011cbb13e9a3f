import { beforeEach, expect, test } from 'vitest'
import { ownRoles, type Role } from '../../../main/contract/agents/roles.ts'
import { mirror } from '../../state/store.ts'
import { freshFields, ofKind, fieldsWithRole } from './new-agent-fields.ts'

const pilot: Role = {
  name: 'Pilot',
  line: 'steers',
  kind: 'codex',
  program: null,
  model: 'gpt-x',
  permissionMode: 'plan',
  effort: 'high',
  instructions: 'Steer.',
}
beforeEach(() => mirror.setState({ agents: {} }))

test('a role says what it says, and leaves folder and a name of one’s own', () => {
  const fresh = { ...freshFields(null), cwd: '/ferry' }
  const set = { kind: 'codex', model: 'gpt-x', permissionMode: 'plan', effort: 'high', template: 'Pilot' }
  expect(fieldsWithRole(fresh, pilot)).toMatchObject({ ...set, cwd: '/ferry', name: 'Pilot', role: 'steers' })
  expect(fieldsWithRole({ ...fresh, name: 'Mine' }, pilot)).toMatchObject({ ...set, name: 'Mine' })
})

test('without one everything is as usual again, and one role leaves nothing behind in another', () => {
  const fresh = freshFields(null)
  const of = fieldsWithRole(fresh, pilot)
  expect(fieldsWithRole(of, null)).toEqual(fresh)
  const [builder] = ownRoles
  if (!builder) throw new Error('none comes with Janus')
  expect(fieldsWithRole(of, builder)).toMatchObject({
    kind: 'claude',
    model: null,
    effort: null,
    permissionMode: 'default',
  })
})

test('model and effort are of their maker', () => {
  const of = ofKind({ ...freshFields(null), model: 'opus', effort: 'max' }, { kind: 'gemini', program: '' })
  expect(of).toMatchObject({ model: null, effort: null })
})
