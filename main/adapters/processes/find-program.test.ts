import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProgram } from './find-program.ts'

const place = mkdtempSync(join(tmpdir(), 'janus-find-'))
afterAll(() => rmSync(place, { recursive: true }))
const put = (folder: string, name: string, mode: number): string => {
  mkdirSync(join(place, folder), { recursive: true })
  const path = join(place, folder, name)
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, mode)
  return path
}

test('a program is found by its path, or by its name on the PATH', () => {
  const goose = put('bin', 'goose', 0o755)
  put('bin', 'notes', 0o644)
  mkdirSync(join(place, 'bin', 'folder'))
  const environment = { PATH: ['.', join(place, 'none'), join(place, 'bin')].join(delimiter) }
  expect(findProgram('goose', environment)).toBe(goose)
  expect(findProgram(goose, {})).toBe(goose)
  for (const wrong of ['notes', 'folder', 'gander', './bin/goose', 'bin/goose', '', 'a\0b', '/'])
    expect(findProgram(wrong, environment), wrong).toBeNull()
})
