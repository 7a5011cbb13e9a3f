import { expect, test } from 'vitest'
import { findFiles } from './find-files.ts'

const files = [
  'src/fares.js',
  'src/ferry.js',
  'test/fares.test.js',
  'docs/fares.md',
  'README.md',
  'src/a/b/f.js',
]
const best = (words: string): readonly string[] => findFiles(files, words).files

test('names that begin so come first, then those that have it, then paths, then its letters in order', () => {
  expect(best('fares')).toEqual(['src/fares.js', 'docs/fares.md', 'test/fares.test.js'])
  expect(best('FERRY.JS')).toEqual(['src/ferry.js'])
  expect(best('docs')).toEqual(['docs/fares.md'])
  expect(best('./src/f')).toEqual(['src/fares.js', 'src/ferry.js', 'src/a/b/f.js'])
  expect(best('tefa')).toEqual(['test/fares.test.js'])
  expect(best('zz')).toEqual([])
})

test('without words the nearest come first', () => {
  expect(best('')[0]).toBe('README.md')
  expect(best('').at(-1)).toBe('src/a/b/f.js')
})

test('fifty are offered of how many there are; fifty thousand are looked through in a blink', () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `packages/p${n % 500}/src/module-${n}/index-${n}.ts`)
  const before = performance.now()
  const found = findFiles(many, 'module-49999/index')
  const took = performance.now() - before
  expect(found.files[0]).toBe('packages/p499/src/module-49999/index-49999.ts')
  expect(findFiles(many, 'index').count).toBe(50_000)
  expect(findFiles(many, 'index').files).toHaveLength(50)
  // On a quiet machine some 20 ms.
  expect(took).toBeLessThan(1_000)
})
