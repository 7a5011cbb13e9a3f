import { expect, test } from 'vitest'
import { press } from '../testing/press.ts'
import { ariaKeys, isPressed, keyCaps } from './chord.ts'

test('a chord is just its keys, no more', () => {
  expect(isPressed('Mod+K', press('k', 'KeyK', 'c'), false)).toBe(true)
  expect(isPressed('Mod+K', press('K', 'KeyK', 'cs'), false)).toBe(false)
  expect(isPressed('Mod+K', press('k', 'KeyK', 'm'), false)).toBe(false)
  expect(isPressed('Mod+K', press('k', 'KeyK', 'm'), true)).toBe(true)
  expect(isPressed('Mod+Shift+F', press('F', 'KeyF', 'cs'), false)).toBe(true)
  expect(isPressed('Escape', press('Escape', 'Escape'), false)).toBe(true)
})

test('a letter is what is written on the key', () => {
  // Dvorak: the key at K's position writes T.
  expect(isPressed('Mod+K', press('t', 'KeyK', 'c'), false)).toBe(false)
})

test('signs go by what they are, and in a layout without Latin letters by place', () => {
  expect(isPressed('Mod+,', press('б', 'Comma', 'c'), false)).toBe(true)
  expect(isPressed('?', press('?', 'Slash', 's'), false)).toBe(true)
  expect(isPressed('?', press('?', 'KeyM', 's'), false)).toBe(true)
  expect(isPressed('?', press('/', 'Slash'), false)).toBe(false)
})

test('in a browser of a Mac Own is Ctrl and Alt, which write no character', () => {
  expect(isPressed('Own+N', press('Dead', 'KeyN', 'ca'), true)).toBe(true)
  expect(isPressed('Own+N', press('n', 'KeyN', 'a'), false)).toBe(true)
  expect(isPressed('Own+N', press('n', 'KeyN', 'ca'), false)).toBe(false)
})

test('keys are written as they stand on the keyboard', () => {
  expect(keyCaps('Mod+Alt+ArrowRight', false)).toEqual(['Ctrl', 'Alt', '→'])
  expect(keyCaps('Mod+Shift+F', true)).toEqual(['⇧', '⌘', 'F'])
  expect(ariaKeys('Mod+Shift+F', false)).toBe('Control+Shift+F')
})
