import { describe, expect, test } from 'vitest'
import { tryMutant } from './court.ts'
import { mutants } from './mutants.ts'

describe.concurrent(
  'random worlds find a mistake in the rules out by themselves',
  { timeout: 600_000 },
  () => {
    test.each(mutants.map(({ name }) => name))('%s', async (name) => {
      expect(await tryMutant(name, 3000, 'worlds')).not.toBeNull()
    })
  },
)
