import { expect, test } from 'vitest'
import { tab } from '../../testing/agent.ts'
import { namesOfWriters, writersIn } from './worktree-field.tsx'

test('who may write in a folder: open tabs there that do more than plan', () => {
  const at = (name: string, more = {}) => tab(name, { cwd: '/home/mo/ferry', ...more })
  const agents = [
    at('Scout', { order: 2 }),
    at('Builder', { order: 1 }),
    at('Critic', { permissionMode: 'plan' }),
    at('Gone', { closed: true }),
    at('Elsewhere', { cwd: '/home/mo/ferry-2' }),
  ]
  expect(writersIn(agents, '/home/mo/ferry/').map(({ name }) => name)).toEqual(['Builder', 'Scout'])
  expect(writersIn(agents, '/home/mo/ferry', 'agt-Scout').map(({ name }) => name)).toEqual(['Builder'])
})

test('their names in a line', () => {
  const names = (...all: string[]) => namesOfWriters(all.map((name) => ({ name })))
  expect([names('A'), names('A', 'B'), names('A', 'B', 'C'), names('A', 'B', 'C', 'D')]).toEqual([
    'A',
    'A and B',
    'A, B and 1 other',
    'A, B and 2 others',
  ])
})
