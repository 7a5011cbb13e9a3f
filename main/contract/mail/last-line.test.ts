import { expect, test } from 'vitest'
import { beforePass, beforeSilence, isSilent } from './last-line.ts'

test.each([
  ['SILENT', ''],
  ['SILENT.', ''],
  [' SILENT\n\n', ''],
  ['**SILENT**', ''],
  ['_SILENT._', ''],
  ['Nothing to add.\n\nSILENT', 'Nothing to add.'],
  ['```\ncode\n```\nSILENT', '```\ncode\n```'],
])('%j says that there is nothing to say', (text, words) => {
  expect([isSilent(text), beforeSilence(text)]).toEqual([true, words])
})

test.each([
  '',
  'silent',
  'SILENT!',
  'I am SILENT',
  'SILENT is what they said',
  '"SILENT"',
  '`SILENT`',
  '> SILENT',
  'SILENT\nand more',
  '```\nSILENT\n```',
  '```\nSILENT',
  '    SILENT',
  '**SILENT*',
  '> so\nSILENT',
])('%j does not', (text) => {
  expect([isSilent(text), beforeSilence(text)]).toEqual([false, null])
})

test.each([
  ['PASS', ''],
  ['Not me.\n\nPASS: Mo', 'Not me.'],
  ['**PASS**', ''],
  ['> PASS', null],
  ['I PASS', null],
])('what %j says before it passes', (text, words) => {
  expect(beforePass(text)).toBe(words)
})
