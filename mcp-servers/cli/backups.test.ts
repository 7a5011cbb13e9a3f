import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()
const name = 'janus-20261124T093000Z-asked.db'
const backup = { name, path: `/j/backups/${name}`, at: '2026-11-24T09:30:00.000Z', kind: 'asked' } as const
const view = { ...backup, size: 4_100_000, problem: null }

test('janus backup asks Janus while it runs, for a file where the user is', async () => {
  terminal.api.answers(view)
  expect(await terminal.prints('backup')).toBe(`Backed up to /j/backups/${name}`)
  expect(await terminal.janus('backup', '../mine.db', '--json')).toBe(0)
  expect(JSON.parse(terminal.printed)).toEqual({ made: view.path })
  expect(terminal.api.requests.map(({ body }) => body)).toEqual([{}, { path: '/home/mo/mine.db' }])
  expect(terminal.rested).toEqual([])
  expect(await terminal.janus('backup', 'a', 'b')).toBe(2)
})

test('janus backup works on the folder where Janus does not run, and says what is in its way', async () => {
  fs.rmSync(join(terminal.api.folder, 'api.json'))
  terminal.atRest = { made: '/home/mo/ferry/mine.db' }
  expect(await terminal.prints('backup', 'mine.db')).toBe('Backed up to /home/mo/ferry/mine.db')
  expect(terminal.rested).toEqual([['make', terminal.api.folder, '/home/mo/ferry/mine.db']])
  terminal.atRest = { error: 'The disk is full.' }
  expect(await terminal.fails(1, 'backup')).toBe('janus: The disk is full.')
})

test('janus restore lists backups, and what is against them', async () => {
  const cut = { ...view, kind: 'daily' as const, problem: 'is not complete: its end is missing.' }
  terminal.atRest = { items: [view, cut], folder: '/j/backups' }
  expect(await terminal.prints('restore', 'list')).toMatchInlineSnapshot(`
    "NAME                             AS OF                KIND   SIZE
    janus-20261124T093000Z-asked.db  2026-11-24 15:00:00  asked  4.1 MB
    janus-20261124T093000Z-asked.db  2026-11-24 15:00:00  daily  4.1 MB  is not complete: its end is missing."
  `)
  terminal.atRest = { items: [], folder: '/j/backups' }
  expect(await terminal.prints('restore', 'list')).toBe(
    'There is no backup in /j/backups. Make one: janus backup',
  )
})

test('janus restore says as of when it is, and where the database before lies', async () => {
  const kept = ['/j/janus.db.before-restore-1']
  terminal.atRest = { restored: view.path, at: view.at, kept }
  expect(await terminal.prints('restore')).toMatchInlineSnapshot(`
    "Restored /j/backups/janus-20261124T093000Z-asked.db, as of 2026-11-24 15:00:00.
    The previous database is at /j/janus.db.before-restore-1
    Later messages are not in it; agents may remember them. Settings, folder decisions and harvests are unchanged.
    Start Janus: everything is stopped until you resume it."
  `)
  expect(await terminal.janus('restore', name)).toBe(0)
  expect(terminal.rested).toEqual([
    ['restore', terminal.api.folder],
    ['restore', terminal.api.folder, name],
  ])
  terminal.atRest = { error: 'Janus runs (process 7): it has the database open. Quit it, then try again.' }
  expect(await terminal.janus('restore', '--json')).toBe(1)
  expect(JSON.parse(terminal.complained)).toMatchObject({ error: { code: 'not_allowed' } })
})
