import { expect, test } from 'vitest'
import { runOf, settleMs, type CardPress } from './card-keys.ts'

const allow = () => undefined
const answer = () => undefined
const keys = { 1: allow, Enter: answer }
const press = (key: string, more: Partial<CardPress> = {}): CardPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  on: 'card',
  shownMs: settleMs,
  ...more,
})

test('a digit works on the card and its buttons, not where text goes', () => {
  expect(runOf(keys, press('1'))).toBe(allow)
  expect(runOf(keys, press('1', { on: 'button' }))).toBe(allow)
  expect(runOf(keys, press('1', { on: 'field' }))).toBe(null)
  expect(runOf(keys, press('7'))).toBe(null)
  expect(runOf(keys, press('toString'))).toBe(null)
})

test('Enter answers from everywhere but a button, which it presses', () => {
  expect(runOf(keys, press('Enter'))).toBe(answer)
  expect(runOf(keys, press('Enter', { on: 'field' }))).toBe(answer)
  expect(runOf(keys, press('Enter', { on: 'chosen' }))).toBe(answer)
  expect(runOf(keys, press('Enter', { on: 'button' }))).toBe(null)
})

test('a key that is early, held down, or belongs to something else does nothing', () => {
  expect(runOf(keys, press('1', { shownMs: settleMs - 1 }))).toBe(null)
  expect(runOf(keys, press('1', { repeat: true }))).toBe(null)
  expect(runOf(keys, press('1', { ctrlKey: true }))).toBe(null)
  expect(runOf(null, press('1'))).toBe(null)
})
