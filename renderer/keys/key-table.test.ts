import { describe, expect, test } from 'vitest'
import { normal, chordParts } from './chord.ts'
import { keyRows, keysOf, type KeyRow } from './key-table.ts'
import { isBrowsers } from './own-keys.ts'

/** An agent, a gathering and its replay are never in view together. */
const isOfNoAgent = ({ group, at }: KeyRow) => group !== 'The agent in view' && at !== 'composer'
/** Rows of an element that has the focus to itself. */
const isApart = ({ at }: KeyRow) => at === 'divider' || at === 'palette'
const isOfGathering = (row: KeyRow) => isOfNoAgent(row) && row.at !== 'replay' && !isApart(row)
const isOfReplay = (row: KeyRow) => isOfNoAgent(row) && row.at !== 'circle' && !isApart(row)
const isOfAgent = (row: KeyRow) => row.at !== 'circle' && row.at !== 'replay' && !isApart(row)
const isOfDivider = ({ at = 'window' }: KeyRow) => at === 'window' || at === 'divider'

describe.each([
  ['Mac', true],
  ['elsewhere', false],
])('%s', (_, isMac) => {
  test.each([
    ['desktop', false],
    ['browser', true],
  ])('in the %s no two actions share a key', (_, isBrowser) => {
    for (const view of [isOfAgent, isOfGathering, isOfReplay, isOfDivider]) {
      const seen = new Map<string, string>()
      for (const [name, row] of keyRows.filter(([, one]) => view(one)))
        for (const chord of keysOf(row, isBrowser, isMac).map((one) => normal(one, isMac))) {
          expect(`${chord}: ${seen.get(chord) ?? name}`).toBe(`${chord}: ${name}`)
          seen.set(chord, name)
        }
    }
  })

  test('in a browser nothing asks for what the browser keeps, nor for a key that writes', () => {
    for (const [, row] of keyRows)
      for (const chord of keysOf(row, true, isMac))
        expect([chord, isBrowsers(chord, isMac)]).toEqual([chord, false])
  })
})

test('in the app no key goes by Alt, which opens the menu bar of Linux and Windows', () => {
  for (const [name, row] of keyRows)
    for (const chord of keysOf(row, false, false))
      expect([name, ...chordParts(chord, false).mods]).not.toContain('alt')
})

test('the keys of the menu are told in the app only', () => {
  const ofMenu = keyRows.filter(([, row]) => row.at === 'menu')
  expect(ofMenu.map(([name]) => name)).toEqual(['zoomIn', 'zoomOut', 'zoomReset', 'fullScreen', 'quit'])
  for (const [, row] of ofMenu) expect(keysOf(row, true, false)).toEqual([])
})

test('a key that a user types has to say so', () => {
  for (const [, row] of keyRows) {
    const typed = row.keys.some((chord) => chord.length === 1)
    if (typed && (row.at ?? 'window') === 'window') expect(row.isTyped).toBe(true)
  }
})

test('what a gathering hears stands in the sheet', () => {
  const own = keyRows.filter(([, row]) => row.group === 'The gathering in view').map(([name]) => name)
  expect(own).toEqual([
    'speak',
    'speakAndKeep',
    'keepNote',
    'backToHarvest',
    'replaySteps',
    'replayEnds',
    'replayPlay',
    'replayClose',
  ])
})
