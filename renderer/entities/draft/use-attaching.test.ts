import { afterAll, expect, test, vi } from 'vitest'
import { errorWords } from '../../state/act.ts'
import { bringFile } from './use-attaching.ts'

const said = (file: object) => bringFile(file as File).catch((error: unknown) => errorWords(error))

vi.stubGlobal('window', {})
// Later test files run in the same process.
afterAll(() => {
  vi.unstubAllGlobals()
})

test('what a browser cannot hand over is told with its name and the limit', async () => {
  expect(await said({ name: 'quay.png', size: 7_000_000 })).toBe(
    'quay.png has 7.0 MB. A browser attaches a copy, of 3.9 MB at most: write its path instead.',
  )
  const folder = { name: 'pier', size: 0, arrayBuffer: () => Promise.reject(new Error('NotReadable')) }
  expect(await said(folder)).toContain('pier cannot be read. A browser cannot attach a folder')
})
