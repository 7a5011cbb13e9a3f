import { expect, test } from 'vitest'
import { filedPath, fromProject } from './file-path.tsx'

const kept = '/home/mo/code/ferry/gatherings/2026-11-22-ship.md'

test('a path begins with the folder of its project, so that it cannot be taken for another', () => {
  expect(fromProject(kept, kept)).toBe('ferry/gatherings/2026-11-22-ship.md')
  expect(fromProject('/home/mo/code/ferry/docs/decisions/flag.md', kept)).toBe('ferry/docs/decisions/flag.md')
  expect(fromProject('/home/mo/code/ferry-2/docs/flag.md', kept)).toBe('~/code/ferry-2/docs/flag.md')
  expect(fromProject('C:\\code\\ferry\\docs\\flag.md', 'C:\\code\\ferry\\gatherings\\ship.md')).toBe(
    'ferry/docs/flag.md',
  )
  expect(fromProject('/srv/flag.md', null)).toBe('/srv/flag.md')
})

test('a card that was filed leads to its file', () => {
  const doc = { kind: 'doc', path: 'docs/flag.md' } as const
  const todo = { kind: 'todo', path: '' } as const
  expect(filedPath(todo, { path: kept }, '/state')).toBe('/home/mo/code/ferry/gatherings/TODO.md')
  expect(filedPath(doc, { path: kept }, '/state')).toBe('/home/mo/code/ferry/docs/flag.md')
  expect(filedPath(doc, { path: '/state/gatherings/ship.md' }, '/state')).toBe(
    '/state/gatherings/docs/flag.md',
  )
  expect(filedPath(doc, { path: null }, '/state')).toBe('docs/flag.md')
  const memory = { kind: 'memory', path: 'CLAUDE.md' } as const
  expect(filedPath(memory, { path: kept }, '/state')).toBe('/home/mo/code/ferry/CLAUDE.md')
  const idea = { kind: 'idea', path: '' } as const
  expect(filedPath(idea, { path: '/state/gatherings/ship.md' }, '/state')).toBe('/state/gatherings/IDEAS.md')
})
