import { expect, test } from 'vitest'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

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
  terminal.api.otherwise = () => ({ status: 200, value: [one('Ann', 'claude'), one('Bob', 'codex')] })
  expect(await terminal.janus('agents')).toBe(0)
  expect(terminal.printed).toMatchInlineSnapshot(`
    "NAME  KIND    STATUS  FOLDER
    Ann   claude  idle    /a
    Bob   codex   idle    /a"
  `)
})

test('janus new makes one of another kind, or of any program', async () => {
  terminal.api.otherwise = () => ({
    status: 200,
    value: { name: 'Kit', kind: 'codex', program: null, cwd: '/a' },
  })
  expect(await terminal.janus('new', 'Kit', '--kind', 'codex')).toBe(0)
  expect(terminal.printed).toBe('Kit (Codex) works in /a. Write to it: janus send Kit "…"')
  expect(await terminal.janus('new', 'Kit', '--kind', 'other', '--program', 'goose acp')).toBe(0)
  expect(terminal.api.requests.map(({ body }) => body)).toMatchObject([
    { name: 'Kit', kind: 'codex' },
    { name: 'Kit', kind: 'other', program: 'goose acp' },
  ])
  expect(await terminal.janus('send', 'Kit', 'x', '--program', 'goose')).toBe(2)
})
