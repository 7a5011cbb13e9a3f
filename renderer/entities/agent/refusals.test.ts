import { expect, test } from 'vitest'
import { RefusedError, type ErrorCode } from '../../../main/contract/api/errors.ts'
import { refusedBy, wordsAt } from './refusals.ts'

const fieldOf = (code: ErrorCode) => refusedBy(new RefusedError({ code, message: code })).field

test('a refusal stands at the field that it concerns', () => {
  expect(fieldOf('bad_folder')).toBe('folder')
  expect((['bad_name', 'name_taken', 'name_reserved'] as const).map(fieldOf)).toEqual([
    'name',
    'name',
    'name',
  ])
  expect(fieldOf('storage_full')).toBe(null)
  expect(refusedBy(new Error('x')).field).toBe(null)
})

test('words stand at one place only', () => {
  const refused = refusedBy(new RefusedError({ code: 'name_taken', message: 'Taken.' }))
  expect([wordsAt(refused, 'name'), wordsAt(refused, 'folder'), wordsAt(refused, null)]).toEqual([
    'Taken.',
    '',
    '',
  ])
  expect(wordsAt(null, null)).toBe('')
})
