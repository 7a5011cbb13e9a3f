import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { openIncidents } from './incidents.ts'
import { keepNotices, noteBreakdown, readKept } from './notices.ts'

const nothing = () => undefined

test('a breakdown is on the disk at once: the whole error in the log, a line with its place for the user', () => {
  const folder = makeQuickFolder('notices')
  noteBreakdown(folder, new TypeError(`x is no function\n${'and more '.repeat(100)}`))
  const [line = '', ...rest] = readKept(folder).notices
  expect(rest).toEqual([])
  expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC: Janus crashed \(/)
  expect(line).toContain('(TypeError: x is no function)')
  const log = join(folder, 'janus.log')
  expect(line).toContain(log)
  expect(readFileSync(log, 'utf8')).toMatch(/error TypeError: x is no function[^]*notices\.test/)
})

test('what is no error, and one of any length, is told all the same', () => {
  const folder = makeQuickFolder('notices')
  noteBreakdown(folder, null)
  noteBreakdown(folder, 'x'.repeat(100_000))
  const [first = '', second = ''] = readKept(folder).notices
  expect(first).toContain('(null)')
  expect(second.length).toBeLessThan(600)
})

test('notices outlast a restart until they are put away; the newest twenty are kept', () => {
  const folder = makeQuickFolder('notices')
  for (let n = 1; n <= 25; n++) keepNotices(folder, [`the ${String(n)}th`], nothing)
  const incidents = openIncidents(folder, nothing)
  expect(incidents.all().map((line) => line.replace(/^.* UTC: /, ''))).toEqual(
    Array.from({ length: 20 }, (_, n) => `the ${String(n + 6)}th`),
  )
  incidents.putAway()
  expect([incidents.all(), openIncidents(folder, nothing).all()]).toEqual([[], []])
})

test('a file of notices that cannot be read is no notice, and a folder that is gone keeps nobody from ending', () => {
  const folder = makeQuickFolder('notices')
  writeFileSync(join(folder, 'notices.json'), '{"notices": [1, "told"')
  expect(readKept(folder).notices).toEqual([])
  const logged: string[] = []
  keepNotices(join(folder, 'gone'), ['told'], (line) => logged.push(line))
  noteBreakdown(join(folder, 'gone'), new Error('x'))
  expect(logged).toEqual([expect.stringContaining('could not be kept for the window')])
})
