import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { RefusedError } from '../../contract/api/errors.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { makeRhythm, rhythmSuite } from '../../testkit/suites/rhythm-suite.ts'
import { openRhythmBook } from './rhythm-book.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

rhythmSuite('presets in the state folder', () => {
  const folder = makeQuickFolder('rhythms')
  return { open: () => openRhythmBook(folder), dispose: () => fs.rmSync(folder, { recursive: true }) }
})

let folder: string
let path: string
let log: string[]
beforeEach(() => {
  folder = quickTestFolder('rhythms')
  path = join(folder, 'rhythms.json')
  log = []
})

const leave = (text: string): void => fs.writeFileSync(path, text, { mode: 0o600 })
const book = () => openRhythmBook(folder, (line) => log.push(line))
const own = () => book().rhythms().slice(3)

describe('a file that the user has written', () => {
  it('needs only structure and beats, and is read each time', () => {
    const opened = book()
    expect(opened.rhythms()).toHaveLength(3)
    leave('{"retro": {"structure": [1, 3, 1], "beatsPerTurn": 2, "beatIntervalSeconds": 30}}')
    expect(opened.rhythms().slice(3)).toEqual([makeRhythm('retro')])
    expect(log).toEqual([])
  })

  it('is used as far as valid; the rest is logged once and stays in it', () => {
    const good = { structure: [1, 3, 1], beatsPerTurn: 2, beatIntervalSeconds: 30 }
    const wrong = {
      six: { ...good, structure: [1, 1, 6] },
      'a\u202eb': good,
      seven: 7,
      eight: null,
      nine: [],
      'Check-In': good,
      more: { ...good, colour: 'red' },
      ['x'.repeat(41)]: good,
    }
    leave(JSON.stringify({ ...wrong, retro: good, RETRO: good }))
    expect([own(), own()]).toEqual([[makeRhythm('retro')], [makeRhythm('retro')]])
    const opened = book()
    log = []
    for (let n = 0; n < 3; n++) opened.rhythms()
    expect(log).toHaveLength(9)
    opened.keep(makeRhythm('plan'))
    const left = JSON.parse(fs.readFileSync(path, 'utf8')) as object
    expect(Object.keys(left)).toEqual([...Object.keys(wrong), 'retro', 'RETRO', 'plan'])
  })

  it.each(['{"retro": ', '[]', '7', '', '\ufeff{}', '{"a": "\ufffd"}'])(
    'broken as %j is set aside, not lost',
    (text) => {
      leave(text)
      expect(own()).toEqual([])
      expect(log).toEqual([expect.stringContaining(`${path}.damaged-1`)])
      expect(fs.readFileSync(`${path}.damaged-1`, 'utf8')).toBe(text)
      book().keep(makeRhythm('plan'))
      expect(own()).toEqual([makeRhythm('plan')])
    },
  )

  it.each<[string, () => void]>([
    ['a link', () => fs.symlinkSync('/etc/hostname', path)],
    ['a folder', () => fs.mkdirSync(path)],
    ['open to others', () => fs.writeFileSync(path, '{}', { mode: 0o666 })],
  ])('that is %s counts as none, and is told', (_, plant) => {
    plant()
    if (fs.lstatSync(path).isFile()) fs.chmodSync(path, 0o666)
    const opened = book()
    expect(opened.rhythms()).toHaveLength(3)
    expect(log).toHaveLength(1)
    expect(() => opened.keep(makeRhythm('plan'))).toThrow(RefusedError)
  })
})

it('stays owner-only and short enough to be read back', () => {
  const words = { opening: 'é'.repeat(1000), question: '\u0001'.repeat(4096) }
  const keepAll = (): void => {
    for (let n = 0; n < 200; n++) book().keep(makeRhythm(`r${String(n)}`, words))
  }
  expect(keepAll).toThrow('full')
  expect(own().length).toBeGreaterThan(20)
  expect(fs.statSync(path).mode & 0o777).toBe(0o600)
  book().keep(makeRhythm('r1'))
  expect(own()[1]).toEqual(makeRhythm('r1'))
})
