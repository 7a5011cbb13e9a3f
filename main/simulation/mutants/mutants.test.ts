import { describe, expect, test } from 'vitest'
import { shareOf } from '../../testing/day.ts'
import { Known } from '../../testing/known.ts'
import { tryMutant } from './runner.ts'
import { mutatedText } from './mutated.ts'
import { mutants } from './mutants.ts'

test('each mutant changes just one place', () => {
  for (const mutant of mutants) expect(mutatedText(mutant)).not.toBe('')
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

describe.concurrent('a mistake in the rules is found out', { timeout: 300_000 }, () => {
  test('and the rules as they are stand', async () => {
    expect(await tryMutant('none', 10, 'all')).toBeNull()
  })

  // The day's tenth here, and those in files that have changed; all of them in the long suite.
  const known = new Known('mutants')
  const changed = mutants.filter((mutant) => known.hasChanged(mutant.name, mutatedText(mutant)))
  const tried = new Set([...shareOf(mutants, 10), ...changed])
  test.each([...tried].map((mutant) => [mutant.name, mutant] as const))('%s', async (name, mutant) => {
    expect(await tryMutant(name, 400, 'all')).not.toBeNull()
    known.keep(name, mutatedText(mutant))
  })
})
