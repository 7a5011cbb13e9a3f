import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { play, scenes } from './scenes.ts'
import { cellsOf, row } from './table.ts'

/** The page that shows the table. */
const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'links.md')

// Its other lines are told again in the long suite.
test('with all guards linked agents talk as the page says', () => {
  const line = row(cellsOf('all guards', scenes.map(play)))
  expect(readFileSync(page, 'utf8').replace(/ +/g, ' ')).toContain(line)
})
