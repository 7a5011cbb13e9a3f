import { beforeAll, describe, expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { tryMutants, type Verdict } from './runner.ts'

const names = mutants.map(({ name }) => name)

describe('a mistake in the rules is found out', () => {
  let verdicts: ReadonlyMap<string, Verdict>

  beforeAll(async () => {
    verdicts = await tryMutants({ names: [...names, 'none'], worlds: 400, only: 'all' })
  }, 300_000)

  test('and the unchanged rules pass, also after mutants in the same process', () => {
    expect(verdicts.get('none')).toBeNull()
  })

  test.each(names)('%s', (name) => {
    expect(verdicts.get(name)).toEqual(expect.any(String))
  })
})
