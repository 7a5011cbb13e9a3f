import { expect, test } from 'vitest'
import { pathWithin } from './short-path.ts'

test('a file of the folder is named from there, another is named whole', () => {
  expect(pathWithin('/p/.claude/settings.json', '/p')).toBe('.claude/settings.json')
  expect(pathWithin('/pp/.mcp.json', '/p')).toBe('/pp/.mcp.json')
  expect(pathWithin('/home/mo/.mcp.json', '/home/mo/code')).toBe('~/.mcp.json')
  expect(pathWithin('/p', '/p')).toBe('/p')
})
