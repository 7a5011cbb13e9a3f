import { expect, test } from 'vitest'
import { ownRoles } from '../../main/contract/roles.ts'
import { EndingError } from './ending.ts'
import { keptRequest, keptWords, readKept } from './kept.ts'

const around = { cwd: '/', readInput: () => Promise.resolve('{"name":"Pilot"}') }
const asked = async (...argv: string[]) => {
  const [verb = '', ...rest] = argv
  const command = readKept(verb, rest)
  return command && (await keptRequest(command, around))
}

test('what is written is asked for', async () => {
  expect(await asked('agents')).toBeNull()
  expect(await asked('roles')).toMatchObject({ method: 'GET', path: '/roles' })
  expect(await asked('roles', 'keep', '-')).toMatchObject({
    method: 'POST',
    body: { role: { name: 'Pilot' } },
  })
  expect(await asked('roles', 'delete', 'My role')).toMatchObject({
    method: 'DELETE',
    path: '/roles/My%20role',
  })
  expect(await asked('roles', 'restore')).toMatchObject({ path: '/roles/restore', body: {} })
  expect(await asked('settings', 'awake', '4')).toMatchObject({ method: 'PATCH', body: { awake: 4 } })
  expect(await asked('settings', 'theme', 'dark')).toMatchObject({ body: { theme: 'dark' } })
  expect(await asked('settings', 'import', '-')).toMatchObject({ body: { name: 'Pilot' } })
})

test('what is written otherwise says how it is', () => {
  for (const rest of [['show'], ['keep'], ['sing', 'it'], ['show', 'a', 'b']])
    expect(() => readKept('roles', rest)).toThrow(/janus roles \[show NAME/)
  expect(() => readKept('settings', ['theme'])).toThrow(EndingError)
})

test('a role is printed as keep takes it; the settings as import takes them, and only what is not usual', () => {
  const words = (...rest: string[]) => {
    const command = readKept('roles', rest)
    return command ? keptWords(command, ownRoles) : ''
  }
  expect(JSON.parse(words('show', 'critic'))).toEqual(ownRoles.find(({ name }) => name === 'Critic'))
  expect(words()).toMatch(/^ROLE +KIND .*\nBuilder +claude/)
  expect(() => words('show', 'x')).toThrow(/There are: Builder, Reviewer/)
  const told = { group: 'Sleep', title: 't', about: 'a', control: { as: 'text' } }
  const all = [
    { ...told, name: 'theme', value: 'dark', default: 'system' },
    { ...told, name: 'awake', value: 8, default: 8 },
    { ...told, name: 'stopped', value: '2026-01-01', default: null, control: null },
  ]
  const out = readKept('settings', ['export'])
  expect(out && JSON.parse(keptWords(out, all))).toEqual({ theme: 'dark' })
})
