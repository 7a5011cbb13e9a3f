import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeApi } from '../shared/fake-api.ts'
import { Terminal } from './terminal.ts'

let terminal: Terminal
let api: FakeApi
beforeEach(async () => {
  terminal = new Terminal()
  api = terminal.api
  await terminal.open()
})
afterEach(() => terminal.close())

test('janus agents tells the kinds apart where there are several', async () => {
  const one = (name: string, kind: string) => ({
    name,
    kind,
    status: 'idle',
    needs: null,
    pending: 0,
    role: '',
    cwd: '/a',
  })
  api.otherwise = () => ({ status: 200, value: [one('Ann', 'claude'), one('Bob', 'codex')] })
  expect(await terminal.janus('agents')).toBe(0)
  expect(terminal.printed).toMatchInlineSnapshot(`
    "NAME  KIND    STATUS  FOLDER
    Ann   claude  idle    /a
    Bob   codex   idle    /a"
  `)
})

test('janus new makes one of another kind, or of any program', async () => {
  api.otherwise = () => ({ status: 200, value: { name: 'Kit', kind: 'codex', program: null, cwd: '/a' } })
  expect(await terminal.janus('new', 'Kit', '--kind', 'codex')).toBe(0)
  expect(terminal.printed).toBe('Kit (Codex) works in /a. Write to it: janus send Kit "…"')
  expect(await terminal.janus('new', 'Kit', '--kind', 'other', '--program', 'goose acp')).toBe(0)
  expect(api.requests.map(({ body }) => body)).toMatchObject([
    { name: 'Kit', kind: 'codex' },
    { name: 'Kit', kind: 'other', program: 'goose acp' },
  ])
  expect(await terminal.janus('send', 'Kit', 'x', '--program', 'goose')).toBe(2)
})
