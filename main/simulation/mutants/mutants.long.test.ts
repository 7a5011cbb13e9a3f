import { describe, expect, test } from 'vitest'
import { tryMutant } from './runner.ts'
import { mutants } from './mutants.ts'

describe.concurrent('every mistake in the rules is found out', { timeout: 600_000 }, () => {
  test.each(mutants.map(({ name }) => name))('%s', async (name) => {
    expect(await tryMutant(name, 400, 'all')).not.toBeNull()
  })
})
