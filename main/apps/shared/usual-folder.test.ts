import { expect, test } from 'vitest'
import { usualFolderOf } from './usual-folder.ts'

test('new agents work where the user started Janus, and without a folder of a start in the home folder', async () => {
  const start = { rehearse: false, environment: {}, folder: '/state', readOf: null }
  expect(await usualFolderOf({ ...start, startedIn: '/code/ferry' })).toBe('/code/ferry')
  expect(await usualFolderOf({ ...start, startedIn: null })).toBeNull()
})
