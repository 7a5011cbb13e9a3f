import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { saveAtEnd } from './tell-end.ts'

function saidWhen(isSaved: boolean, isThere: boolean, folder = makeQuickFolder('end')): readonly string[] {
  const said: string[] = []
  let hasLooked = false
  const engine = {
    look: () => void (hasLooked = true),
    // Pending changes are saved only by `look`.
    get isSaved() {
      return isSaved && hasLooked
    },
  }
  saveAtEnd(
    folder,
    engine,
    { isThere },
    (line) => said.push(line),
    () => undefined,
  )
  return said
}

test('an end at which all is kept says nothing, and tells the next start that it may wait', async () => {
  const folder = makeQuickFolder('end')
  expect(saidWhen(true, true, folder)).toEqual([])
  const left = JSON.parse(await readFile(join(folder, 'lock.json'), 'utf8')) as unknown
  expect(left).toMatchObject({ pid: process.pid, isEnding: true })
})

test('what could not be kept is said: the disk took nothing, or the folder is gone', () => {
  expect(saidWhen(false, true)).toEqual([expect.stringContaining('the disk took nothing at last')])
  expect(saidWhen(false, false)).toEqual([expect.stringContaining('the database is not where it was opened')])
})

test('a folder that is gone keeps nobody from ending', () => {
  const folder = makeQuickFolder('end')
  rmSync(folder, { recursive: true })
  expect(saidWhen(true, false, folder)).toEqual([
    expect.stringContaining('the database is not where it was opened'),
    expect.stringMatching(/^quit: .*ENOENT/),
  ])
})
