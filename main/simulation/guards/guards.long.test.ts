import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardTable } from './table.ts'

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'links.md')

test('the table of talk with and without each guard is as it is lived', { timeout: 900_000 }, async () => {
  const table = await guardTable()
  const text = readFileSync(page, 'utf8')
  const told = text.replace(/^\|(?:.|\n)*\|$/m, () => table)
  if (process.env['JANUS_RETELL'] === '1') writeFileSync(page, told)
  expect(told).toBe(text)

  const [, , all = '', ...others] = table.split('\n')
  // There is none without which nothing would change.
  const same = others.filter((line) => line.slice(line.indexOf('|', 1)) === all.slice(all.indexOf('|', 1)))
  expect(same).toEqual([])
})
