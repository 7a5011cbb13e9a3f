import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profileOf } from './profile.ts'

test('the window’s own files lie in the state folder, or elsewhere where nothing can be written there', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'janus-profile-'))
  expect(profileOf(folder)).toBe(join(folder, 'window'))
  fs.rmdirSync(folder)
  const other = profileOf(folder)
  expect(other.startsWith(join(tmpdir(), 'janus-window-'))).toBe(true)
  fs.rmdirSync(other)
})
