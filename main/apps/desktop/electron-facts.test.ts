import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checks, electronFacts, factLine } from './testing/facts/electron-facts.ts'
import { expected, isForReal, type FactPlace } from './testing/facts/fact.ts'
import { askStandIn } from './testing/standing-world.ts'

// The stand-in imitates the shipped Electron on Linux.
const at: FactPlace = { electron: 33, platform: 'linux' }
const asked = checks.filter(({ check }) => !isForReal(check))

test.each(asked)('the stand-in holds $id', async ({ check }) => {
  expect(await askStandIn(check, at)).toEqual(expected(check, at))
})

test('what nobody is asked for, and what the stand-in is not asked for, says why', () => {
  const words = electronFacts.flatMap(({ checks, unheld }) => [
    ...(checks.length === 0 ? [unheld ?? ''] : []),
    ...checks.flatMap((check) => (isForReal(check) ? [check.why] : [])),
  ])
  expect(words.filter((why) => why === '')).toEqual([])
})

test('each fact and each check has its own name', () => {
  expect(new Set(electronFacts.map(({ number }) => number)).size).toBe(electronFacts.length)
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

test('docs/electron.md has each fact in a line, as the table has it', () => {
  const page = readFileSync(new URL('../../../docs/electron.md', import.meta.url), 'utf8')
  const lines = page.split('\n').filter((line) => /^\d+\. /.test(line))
  expect(lines).toEqual(electronFacts.map(factLine))
})
