import { beforeAll, describe, expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { tryMutants, type Verdict } from './runner.ts'

const names = mutants.map(({ name }) => name)

describe('a mistake in the rules is found out', () => {
  let verdicts: ReadonlyMap<string, Verdict>

  beforeAll(async () => {
    verdicts = await tryMutants({ names, worlds: 400, only: 'all' })
  }, 300_000)

  test.each(names)('%s', (name) => {
    expect(verdicts.get(name)).toEqual(expect.any(String))
  })
})

// After some that were tried in the same process, so that nothing of them stays.
test('the rules as they are stand, also after mistakes', { timeout: 300_000 }, async () => {
  const asked = [...names.slice(0, 10), 'none']
  expect((await tryMutants({ names: asked, worlds: 10, only: 'all' })).get('none')).toBeNull()
})
