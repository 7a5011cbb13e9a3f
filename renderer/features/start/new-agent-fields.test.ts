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

test('a role sets its own values, and keeps the folder and a typed name', () => {
  const fresh = { ...freshFields(null), cwd: '/ferry' }
  const set = { kind: 'codex', model: 'gpt-x', permissionMode: 'plan', effort: 'high', template: 'Pilot' }
  expect(fieldsWithRole(fresh, pilot)).toMatchObject({ ...set, cwd: '/ferry', name: 'Pilot', role: 'steers' })
  expect(fieldsWithRole({ ...fresh, name: 'Mine' }, pilot)).toMatchObject({ ...set, name: 'Mine' })
})

test('no role restores the defaults, and one role leaves nothing behind in another', () => {
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
