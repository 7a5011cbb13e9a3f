import * as fs from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { isBelow, isInFolder, isSameFolder, realFolder } from './folder-identity.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let home: string
let real: string
beforeEach(() => {
  home = testFolder('same')
  real = join(home, 'REAL', 'p')
  fs.mkdirSync(real, { recursive: true })
})

test.runIf(abilities.links)('a folder has one canonical path', () => {
  fs.symlinkSync(join(home, 'REAL'), join(home, 'LINK'))
  const spellings = ['LINK/p', 'REAL/p', 'REAL/p/', 'REAL/./p/../p', 'LINK//p/.'].map(
    (path) => `${home}/${path}`,
  )
  expect(new Set(spellings.map(realFolder))).toEqual(new Set([real]))
  for (const path of spellings) {
    expect(isSameFolder(path, real)).toBe(true)
    expect(isInFolder(path, join(real, 'below'))).toBe(true)
    expect(isInFolder(`${home}/LINK`, path)).toBe(true)
  }
  expect(isSameFolder(`${home}/LINK`, real)).toBe(false)
})

test.runIf(abilities.links)('the existing part of a missing folder is canonical', () => {
  fs.symlinkSync(join(home, 'REAL'), join(home, 'LINK'))
  expect(realFolder(join(home, 'LINK', 'new', 'x') + '/')).toBe(join(home, 'REAL', 'new', 'x'))
  expect(isInFolder(join(home, 'LINK'), join(home, 'REAL', 'new'))).toBe(true)
})

test.runIf(fs.existsSync(import.meta.filename.toUpperCase()))('case is that of the disk', () => {
  expect(realFolder(join(home, 'real', 'P'))).toBe(real)
})

test('a name that begins with dots does not leave the folder', () => {
  expect(isBelow(home, join(home, '..x'))).toBe(true)
  expect(isBelow(home, home)).toBe(true)
  expect(isBelow(real, home)).toBe(false)
  expect(isBelow(join(home, 'a'), join(home, 'ab'))).toBe(false)
  expect(relative(home, realFolder('/'))).not.toBe('')
})
