import { describe, expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { tryMutant } from './runner.ts'

describe.concurrent('a mistake in the rules is found out', { timeout: 300_000 }, () => {
  test('and the rules as they are stand', async () => {
    expect(await tryMutant('none', 10, 'all')).toBeNull()
  })

  test.each(mutants.map(({ name }) => name))('%s', async (name) => {
    expect(await tryMutant(name, 400, 'all')).not.toBeNull()
  })
})
