import { describe, expect, test } from 'vitest'
import { licenceProblem, licencesText, shippedPackages } from './licences.mjs'

const shipped = shippedPackages()
const names = shipped.map(({ name }) => name)

test('what is bundled is there with what it needs itself, and no tools, no CLI and no Node', () => {
  expect(names).toEqual(
    expect.arrayContaining(['react', 'scheduler', 'express', 'body-parser', 'tar', 'zod']),
  )
  expect(names.filter((name) => /^(vite|typescript|electron|node|vitest)$|agent-sdk-/.test(name))).toEqual([])
})

test('every package that is shipped may be shipped', () => {
  expect(shipped.flatMap((one) => licenceProblem(one) ?? [])).toEqual([])
})

test('the text has each package with its licence', () => {
  const text = licencesText(shipped)
  for (const { name, version, license } of shipped)
    expect(text).toContain(`\n${name} ${version} (${license})\n`)
  expect(text).toContain('Permission is hereby granted')
  expect(shipped.filter(({ texts }) => texts.length === 0).map(({ name }) => name)).toEqual(withoutText)
})

/** Packages without a licence file. */
const withoutText: readonly string[] = ['lazy-val', 'standardwebhooks']

describe('a licence', () => {
  const problem = (license: string) => licenceProblem({ name: 'x', version: '1.0.0', license })
  test.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'SSPL-1.0',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    '',
    'MIT AND GPL-2.0',
    '(MIT OR Apache-2.0) AND GPL-3.0',
  ])('%j stops the build', (license) => {
    expect(problem(license)).toContain('x 1.0.0 may not be shipped')
    const all = [{ name: 'x', version: '1.0.0', license, texts: [] }]
    expect(() => licencesText(all)).toThrow('may not be shipped')
  })

  test.each(['MIT', '(MIT OR CC0-1.0)', 'GPL-3.0-only OR MIT', '(BSD-2-Clause AND MIT)'])(
    '%j is fine',
    (license) => {
      expect(problem(license)).toBeNull()
    },
  )
})
