import { expect, test } from 'vitest'
import { ownRoles } from '../../main/contract/agents/roles.ts'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())
const answers = (value: unknown) => void (terminal.api.otherwise = () => ({ status: 200, value }))
const asked = () => terminal.api.requests.map(({ method, url, body }) => [`${method} ${url}`, body])

test('roles and settings are asked for and changed as they are written', async () => {
  answers([])
  terminal.input = '{"name":"Pilot"}'
  for (const argv of [
    ['roles'],
    ['roles', 'keep', '-'],
    ['roles', 'delete', 'My role'],
    ['roles', 'restore'],
    ['settings', 'awake', '4'],
    ['settings', 'theme', 'dark'],
    ['settings', 'import', '-'],
  ])
    expect(await terminal.janus(...argv)).toBe(0)
  expect(asked()).toEqual([
    ['GET /api/roles', null],
    ['POST /api/roles', { role: { name: 'Pilot' } }],
    ['DELETE /api/roles/My%20role', null],
    ['POST /api/roles/restore', {}],
    ['PATCH /api/settings', { awake: 4 }],
    ['PATCH /api/settings', { theme: 'dark' }],
    ['PATCH /api/settings', { name: 'Pilot' }],
  ])
  for (const argv of [
    ['roles', 'show'],
    ['roles', 'sing', 'it'],
    ['settings', 'theme'],
    ['settings', 'import'],
  ])
    expect(await terminal.janus(...argv)).toBe(2)
})

test('a role is printed as keep takes it; the settings as import takes them, and only what is no default', async () => {
  answers(ownRoles)
  await terminal.janus('roles', 'show', 'critic')
  expect(JSON.parse(terminal.printed)).toEqual(ownRoles.find(({ name }) => name === 'Critic'))
  await terminal.janus('roles')
  expect(terminal.printed).toMatch(/^ROLE +KIND .*\nBuilder +claude/)
  expect(await terminal.janus('roles', 'show', 'x')).toBe(1)
  expect(terminal.complained).toMatch(/There are: Builder, Reviewer/)
  const setting = { group: 'Sleep', title: 't', about: 'a', control: { as: 'text' } }
  answers([
    { ...setting, name: 'theme', value: 'dark', default: 'system' },
    { ...setting, name: 'awake', value: 8, default: 8 },
    { ...setting, name: 'stopped', value: '2026-01-01', default: null, control: null },
  ])
  await terminal.janus('settings', 'export')
  expect(JSON.parse(terminal.printed)).toEqual({ theme: 'dark' })
})
