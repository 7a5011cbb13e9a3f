import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardTable } from './table.ts'

const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'links.md')

test('the table of talk with and without each guard is as it is lived', { timeout: 900_000 }, async () => {
  const table = await guardTable()
  const text = readFileSync(page, 'utf8')
  const told = text.replace(/^\| +\| two, quick.*(?:\n\|.*)*$/m, () => table)
  if (process.env['JANUS_RETELL'] === '1') writeFileSync(page, told)
  expect(readFileSync(page, 'utf8')).toBe(told)

  const [, , all = '', ...others] = table.split('\n')
  const cells = (line: string): string => line.slice(line.indexOf('|', 1))
  // None without which nothing changes, but the rate: where it bounds, the budget does so before.
  const idle = others.filter((line) => cells(line) === cells(all)).map((line) => line.split('|')[1]?.trim())
  expect(idle).toEqual(['without: rate'])
})
