import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DeniedRequest } from '../../contract/app/denied-requests.ts'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { MemoryDenials } from '../../testkit/memory/store/denials.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { DenialFile } from './denial-file.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let folder: string
let path: string
let clock: VirtualClock
let log: string[]
beforeEach(() => {
  folder = testFolder('attempts')
  path = join(folder, 'refused.jsonl')
  clock = new VirtualClock(Date.UTC(2026, 10, 24, 9))
  log = []
})

const open = () => new DenialFile({ folder, clock, log: (line) => log.push(line) })
const denied: DeniedRequest = {
  code: 'sender_mismatch',
  by: { kind: 'agent', id: 'agt-ann0000000' },
  route: 'POST /api/agents/:agent/message',
}
const stranger: DeniedRequest = {
  code: 'unauthorized',
  by: { kind: 'stranger' },
  route: 'GET /api/agents',
  token: 'unknown',
}
const lines = (): unknown[] =>
  fs
    .readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

describe.each([
  ['in a file', open],
  ['in memory', () => new MemoryDenials(clock)],
] as const)('a record of denied requests %s', (_, make) => {
  test('has them newest first, page by page', () => {
    const record = make()
    expect(record.page(null, 5)).toEqual({ items: [], next: null })
    record.note(denied)
    clock.advance(1000)
    record.note(stranger)
    record.note(denied)
    const first = record.page(null, 2)
    expect(first.items).toEqual([
      { n: 3, at: '2026-11-24T09:00:01.000Z', ...denied },
      { n: 2, at: '2026-11-24T09:00:01.000Z', ...stranger },
    ])
    record.note(stranger)
    expect(record.page(first.next, 2)).toEqual({
      items: [{ n: 1, at: '2026-11-24T09:00:00.000Z', ...denied }],
      next: null,
    })
  })
})

test('it is for its owner only, and outlives Janus', () => {
  open().note(denied)
  if (abilities.modes) expect(fs.statSync(path).mode & 0o777).toBe(0o600)
  const later = open()
  later.note(stranger)
  expect(later.page(null, 5).items.map(({ n }) => n)).toEqual([2, 1])
})

test('sixty a minute are logged, and then the number of those left out', () => {
  const record = open()
  for (let i = 0; i < 100; i++) record.note(stranger)
  expect(lines().length).toBe(60)
  clock.advance(60_000)
  expect(lines().slice(60)).toEqual([{ n: 61, at: '2026-11-24T09:01:00.000Z', leftOut: 40 }])
  record.note(denied)
  expect(lines().length).toBe(62)
  for (let i = 0; i < 61; i++) record.note(stranger)
  record.close()
  expect(lines().at(-1)).toMatchObject({ leftOut: 2 })
  clock.advance(600_000)
  expect(lines().length).toBe(122)
})

test('a clock that is set back begins a new minute', () => {
  const record = open()
  for (let i = 0; i < 61; i++) record.note(stranger)
  clock.leap(-3_600_000)
  record.note(denied)
  expect(lines().slice(60)).toMatchObject([{ leftOut: 1 }, denied])
})

test('it stays under a mebibyte, with the older half in a second file', () => {
  const record = open()
  const size = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const long = { ...denied, route: 'x'.repeat(200) }
  record.note(long)
  const one = fs.readFileSync(path, 'utf8')
  fs.appendFileSync(path, one.repeat(Math.floor((512 * 1024) / one.length) - 1))
  record.note(denied)
  expect(size(`${path}.1`)).toBeGreaterThan(500 * 1024)
  expect(size(`${path}.1`)).toBeLessThanOrEqual(512 * 1024)
  expect(lines()).toMatchObject([{ n: 2, ...denied }])
  expect(record.page(null, 2).items).toMatchObject([denied, long])
})

test('a line that was cut short costs no other', () => {
  open().note(denied)
  fs.appendFileSync(path, '{"n":2,"at":"2026-')
  const record = open()
  record.note(stranger)
  expect(record.page(null, 5).items).toMatchObject([stranger, denied])
})

describe('what lies in its place', () => {
  const precious = () => join(folder, 'precious')
  const plants = [
    ...(abilities.links ? [['a link', () => fs.symlinkSync(precious(), path)] as const] : []),
    ['a second name', () => fs.linkSync(precious(), path)] as const,
    ['a folder', () => fs.mkdirSync(path)] as const,
  ]
  test.each(plants)('%s is neither written nor read, and is logged once', (_, plant) => {
    const record = open()
    fs.writeFileSync(precious(), 'precious', { mode: 0o600 })
    plant()
    for (let i = 0; i < 3; i++) record.note(denied)
    expect(log).toEqual([expect.stringContaining(path)])
    expect(() => record.page(null, 5)).toThrow(path)
    expect(fs.readFileSync(precious(), 'utf8')).toBe('precious')
    fs.rmSync(path, { recursive: true })
    record.note(denied)
    expect(record.page(null, 5).items).toMatchObject([denied])
  })

  test.runIf(process.getuid?.() === 0)('a file of another user neither', () => {
    fs.writeFileSync(path, '')
    fs.chownSync(path, 65534, 65534)
    const record = open()
    record.note(denied)
    expect(log).toEqual([expect.stringContaining('belongs to another user')])
    expect(fs.readFileSync(path, 'utf8')).toBe('')
    expect(() => record.page(null, 5)).toThrow('belongs to another user')
  })

  test.runIf(abilities.modes)('nor one that others may read', () => {
    fs.writeFileSync(path, '')
    fs.chmodSync(path, 0o644)
    open().note(denied)
    expect(log).toEqual([expect.stringContaining('chmod 600')])
    expect(fs.readFileSync(path, 'utf8')).toBe('')
  })
})
