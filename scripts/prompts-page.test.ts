import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prompts } from '../main/testkit/stories/prompts.ts'

test('the page has every header of the table that people read', () => {
  const table = readFileSync(join(import.meta.dirname, '../docs/prompts.md'), 'utf8')
  const [, rows = ''] = /## Headers\n([^#]+)/.exec(table) ?? []
  const written = [...rows.matchAll(/^\| (.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/`[^`]+`/g) ?? [],
  )
  expect(written.length).toBeGreaterThan(20)
  const lines = [...prompts.headers.map(({ words }) => words), ...prompts.words.values()]
  const unknown = written.filter((span) => !lines.some((line) => standsIn(span.slice(1, -1), line)))
  expect(unknown).toEqual([])
})

/** Whether a line has all that a header of the table has, but for its names, numbers and what it leaves out. */
function standsIn(header: string, line: string): boolean {
  const parts = header.split(/…|NAME@MACHINE|NAME|TOPIC|"[ABG]"(?: and "[ABG]")?|\bN\b|\d+|anchor|hb-/)
  let at = 0
  return parts.every((part) => {
    const found = line.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}
