import { describe, expect, test } from 'vitest'
import { tryMutant } from './court.ts'
import { mutatedText } from './mutated.ts'
import { mutants } from './mutants.ts'

test('each mutant changes just one place', () => {
  for (const mutant of mutants) expect(mutatedText(mutant)).not.toBe('')
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

describe.concurrent('a mistake in the rules is found out', { timeout: 300_000 }, () => {
  test('and the rules as they are stand', async () => {
    expect(await tryMutant('none', 100, 'all')).toBeNull()
  })

  // Each tenth one here, all of them in the long suite.
  test.each(mutants.filter((_, i) => i % 10 === 0).map(({ name }) => name))('%s', async (name) => {
    expect(await tryMutant(name, 400, 'all')).not.toBeNull()
  })
})
