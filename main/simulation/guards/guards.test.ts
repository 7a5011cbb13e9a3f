import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutatedText } from '../mutants/mutated.ts'
import { guards } from './guards.ts'
import { play, scenes } from './scenes.ts'
import { cellsOf, row } from './table.ts'

/** The page that shows the table. */
const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'links.md')

test('each guard is taken away at just one place', () => {
  for (const { change } of guards) expect(mutatedText(change)).not.toBe('')
})

// Its other lines are told anew in the long suite.
test('with all guards linked agents talk as the page says', () => {
  const line = row(cellsOf('all guards', scenes.map(play)))
  expect(readFileSync(page, 'utf8').replace(/ +/g, ' ')).toContain(line)
})
