import { expect, test } from 'vitest'
import { besidesChange, changesOf, linesOfChange } from './tool-input.ts'

const linesIn = (tool: string, input: unknown, result = '') => {
  const changes = changesOf(tool, JSON.stringify(input))
  const { lines = [], isNumbered = false } = changes ? linesOfChange(changes, result) : {}
  return {
    shown: lines.map(({ sign, text, at }) => `${sign}${isNumbered ? at : ''} ${text}`.trim()),
    isNumbered,
  }
}

test('an edit knows its lines when the result shows them', () => {
  const edit = { file_path: '/a.ts', old_string: 'one\ntwo', new_string: 'one\n2' }
  expect(linesIn('Edit', edit)).toEqual({ shown: ['one', '− two', '+ 2'], isNumbered: false })
  const result =
    'The file was updated. Here is a part of it:\n    39→before\n    40→one\n    41→2\n    42→after'
  expect(linesIn('Edit', edit, result).shown).toEqual(['40 one', '−41 two', '+41 2'])
})

test('a place that is told twice is not told', () => {
  const edit = { file_path: '/a.ts', old_string: 'x', new_string: 'one' }
  expect(linesIn('Edit', edit, '1→one\n2→one').isNumbered).toBe(false)
})

test('a file that is written is numbered from its beginning', () => {
  expect(linesIn('Write', { file_path: '/a', content: 'one\ntwo\n' }).shown).toEqual(['+1 one', '+2 two'])
})

test('several edits stand one under the other, a notebook cell is what it becomes', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: '' },
  ]
  expect(linesIn('MultiEdit', { file_path: '/a', edits }).shown).toEqual(['− a', '+ b', '⋯', '− c'])
  expect(linesIn('NotebookEdit', { notebook_path: '/n.ipynb', new_source: 'x = 1' }).shown).toEqual([
    '+ x = 1',
  ])
})

test('an input that is cut or is of another tool is no change', () => {
  expect(changesOf('Edit', '{"file_path":"/a","old_str')).toBe(null)
  expect(changesOf('Bash', '{"file_path":"/a"}')).toBe(null)
  expect(changesOf('NotebookEdit', '{"notebook_path":"/n","edit_mode":"delete"}')).toBe(null)
  expect(besidesChange('{"file_path":"/a","old_string":"b","new_string":"c","replace_all":true}')).toEqual([
    'replace_all: true',
  ])
})
