import { expect, test } from 'vitest'
import { askedLine } from './asked-line.ts'

test('a card in one line: what would run, or be changed; a question says it itself', () => {
  const line = (tool: string, input: object) =>
    askedLine({ kind: 'permission', tool, input: JSON.stringify(input) })
  expect(line('Bash', { command: 'npm test\nnpm run bench', description: 'Tests' })).toBe('npm test …')
  expect(line('Write', { file_path: '/home/mo/ferry/src/a.ts', content: 'x' })).toBe(
    '/home/mo/ferry/src/a.ts',
  )
  expect(askedLine({ kind: 'question', tool: 'AskUserQuestion', input: '{}' })).toBe('')
})
