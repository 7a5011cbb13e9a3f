import { describe, expect, test } from 'vitest'
import { press } from '../testing/press.ts'
import { isPressed } from './chord.ts'
import { keyRows, keyTable } from './key-table.ts'
import { troublesOf } from './key-troubles.ts'
import { chordIn, chordsOf, isChangeable, withKeys } from './own-keys.ts'

const desktop = { isBrowser: false, isMac: false }
const browser = { isBrowser: true, isMac: false }
const mac = { isBrowser: false, isMac: true }

describe('a chord that is pressed', () => {
  test.each([
    ['Mod+J', press('j', 'KeyJ', 'c'), false],
    ['Mod+Shift+J', press('J', 'KeyJ', 'cs'), false],
    ['Mod+J', press('j', 'KeyJ', 'm'), true],
    ['Mod+Ctrl+J', press('j', 'KeyJ', 'mc'), true],
    // Dvorak has T at K's position; Russian has no Latin letters; French has digits on Shift.
    ['Mod+T', press('t', 'KeyK', 'c'), false],
    ['Mod+K', press('л', 'KeyK', 'c'), false],
    ['Mod+1', press('&', 'Digit1', 'c'), false],
    // A sign may need Shift.
    ['Mod+/', press('/', 'Digit7', 'cs'), false],
    ['F8', press('F8', 'F8'), false],
    ['Mod+Alt+ArrowUp', press('ArrowUp', 'ArrowUp', 'ca'), false],
  ])('is written %s, and is heard again', (chord, of, isMac) => {
    expect(chordIn(of, isMac)).toBe(chord)
    expect(isPressed(chord, of, isMac)).toBe(true)
  })

  test.each([
    press('Control', 'ControlLeft', 'c'),
    press('Dead', 'Quote'),
    press('é', 'Digit', 'c'),
    press('+', 'Equal', 'c'),
  ])('is none where only something is held, or the key has no name: %j', (of) =>
    expect(chordIn(of, false)).toBeNull(),
  )
})

describe('what stands against a chord', () => {
  const of = (chord: string, around = desktop, own = {}) => troublesOf('newAgent', chord, own, around)
  const hows = (chord: string, around = desktop, own = {}) => of(chord, around, own).map(({ how }) => how)

  test('nothing, where nothing does', () => expect(of('Mod+Shift+U')).toEqual([]))

  test('another action, by its words; not one that is never meant in the same view', () => {
    expect(of('Mod+K')).toMatchObject([
      { how: 'taken', by: 'palette', words: expect.stringMatching(/Find an agent/) },
    ])
    expect(troublesOf('speak', 'Shift+Tab', {}, desktop).filter(({ how }) => how === 'taken')).toEqual([])
    // A chord that the user removed is free; one they assigned is taken.
    const own = { palette: ['Mod+Shift+U'] }
    expect(hows('Mod+K', desktop, own)).toEqual([])
    expect(of('Mod+Shift+U', desktop, own)).toMatchObject([{ how: 'taken', by: 'palette' }])
  })

  test.each([
    ['writing', 'J', desktop],
    ['writing a capital', 'Shift+J', desktop],
    ['moving about', 'Tab', desktop],
    ['copying', 'Mod+C', desktop],
    ['the browser', 'Mod+N', browser],
    ['the menu bar', 'Alt+J', desktop],
    ['the desktop’s own menu', 'Mod+Q', desktop],
    ['what has no other key', 'Mod+1', desktop],
    ['characters on a Mac', 'Alt+J', mac],
  ])('%s, which cannot give it up', (_, chord, around) => expect(hows(chord, around)).toContain('refused'))

  test('a screen reader, another keyboard, a browser elsewhere: it may be had all the same', () => {
    expect(of('Mod+Alt+ArrowUp', browser)).toMatchObject([
      { how: 'warned', words: expect.stringMatching(/Screen readers/) },
    ])
    expect(hows('Mod+Alt+J', browser)).toEqual(['warned'])
    expect(hows('Mod+Ctrl+Alt+J', mac)).toEqual(['warned'])
    expect(hows('Mod+N', desktop)).toEqual(['warned'])
  })

  test('every key of the table could be chosen again for its own action', () => {
    for (const around of [desktop, browser, mac])
      for (const [name, row] of keyRows.filter(([one, of]) => isChangeable(one, of)))
        for (const chord of chordsOf(name, row, {}, around))
          expect([
            name,
            chord,
            troublesOf(name, chord, {}, around).filter(({ how }) => how === 'taken'),
          ]).toEqual([name, chord, []])
  })
})

describe('a user’s own keys', () => {
  const row = keyTable.newAgent
  test('are the keys of the action, none too; a browser keeps its own', () => {
    expect(chordsOf('newAgent', row, { newAgent: ['Mod+J'] }, browser)).toEqual(['Mod+J'])
    expect(chordsOf('newAgent', row, { newAgent: [] }, browser)).toEqual([])
    expect(chordsOf('newAgent', row, { newAgent: ['Mod+N'] }, desktop)).toEqual(['Mod+N'])
    expect(chordsOf('newAgent', row, { newAgent: ['Mod+N'] }, browser)).toEqual(['Own+N'])
  })

  test('do not move what is fixed, nor what came with another Janus', () => {
    expect(chordsOf('send', keyTable.send, { send: ['Mod+J'] }, desktop)).toEqual(['Enter'])
    expect(chordsOf('newAgent', row, { unknown: ['Mod+T'] }, desktop)).toEqual(['Mod+T'])
  })

  test('are put back, and taken from another', () => {
    const own = withKeys({}, 'newAgent', ['Mod+K'], [{ by: 'palette', left: [] }])
    expect(own).toEqual({ newAgent: ['Mod+K'], palette: [] })
    expect(withKeys(own, 'newAgent', null)).toEqual({ palette: [] })
  })
})
