import { expect, test } from 'vitest'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { recentFolders } from './folder-field.tsx'

const at = (cwd: string, since: number) => ({ cwd, since }) as AgentView

test('the latest first, each once, the usual one among them', () => {
  const agents = { 'agt-a': at('/a', 1), 'agt-b': at('/b', 3), 'agt-c': at('/a', 2) }
  expect(recentFolders(agents, '/home')).toEqual(['/b', '/a', '/home'])
  expect(recentFolders(agents, '/a')).toEqual(['/b', '/a'])
  expect(recentFolders({}, undefined)).toEqual([])
})

test('six at most', () => {
  const agents = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`agt-${n}`, at(`/${n}`, n)]))
  expect(recentFolders(agents, '/home')).toEqual(['/8', '/7', '/6', '/5', '/4', '/3'])
})
