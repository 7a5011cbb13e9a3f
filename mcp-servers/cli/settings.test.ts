import { expect, test } from 'vitest'
import { ownRoles } from '../../main/contract/agents/roles.ts'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

test('roles and settings are asked for and changed as they are written', async () => {
  terminal.api.answers([])
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
  expect(terminal.api.asked).toEqual([
    ['GET /api/roles'],
    ['POST /api/roles', { role: { name: 'Pilot' } }],
    ['DELETE /api/roles/My%20role'],
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
  terminal.api.answers(ownRoles)
  await terminal.janus('roles', 'show', 'critic')
  expect(JSON.parse(terminal.printed)).toEqual(ownRoles.find(({ name }) => name === 'Critic'))
  expect(await terminal.prints('roles')).toMatch(/^ROLE +KIND .*\nBuilder +claude/)
  expect(await terminal.fails(1, 'roles', 'show', 'x')).toMatch(/There are: Builder, Reviewer/)
  const setting = { group: 'Sleep', title: 't', about: 'a', control: { as: 'text' } }
  terminal.api.answers([
    { ...setting, name: 'theme', value: 'dark', default: 'system' },
    { ...setting, name: 'awake', value: 8, default: 8 },
    { ...setting, name: 'stopped', value: '2026-01-01', default: null, control: null },
  ])
  await terminal.janus('settings', 'export')
  expect(JSON.parse(terminal.printed)).toEqual({ theme: 'dark' })
})
