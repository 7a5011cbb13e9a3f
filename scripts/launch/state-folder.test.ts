import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { lockFolder } from '../../main/adapters/folder/lock.ts'
import { mayHaveFirst, untilFree } from './state-folder.mjs'
import { testFolder } from '../../main/testkit/test-folder.ts'

let folder = ''
beforeEach(() => void (folder = testFolder('state')))

test('a folder that nobody ever had is free, and stays empty', async () => {
  expect(await untilFree(folder, 0)).toBe(true)
  expect(readdirSync(folder)).toEqual([])
})

test('it is free when its Janus has let go of it, and can be had then', async () => {
  const release = lockFolder(folder)
  expect(await untilFree(folder, 1)).toBe(false)
  release()
  expect(await untilFree(folder, 1)).toBe(true)
  lockFolder(folder)()
})

test('of a folder that cannot be looked into nobody is known: the app says what is wrong with it', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(mayHaveFirst(join(folder, 'file'))).toBe(false)
})

test("Chromium's lock, a dangling link, shows that a desktop app may own the folder", () => {
  expect(mayHaveFirst(folder)).toBe(false)
  mkdirSync(join(folder, 'window'))
  symlinkSync('host-1', join(folder, 'window', 'SingletonLock'))
  expect(mayHaveFirst(folder)).toBe(true)
})
