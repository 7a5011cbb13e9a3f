import { expect, test } from 'vitest'
import { neighbourInGroup, tabIndexBefore } from './order.ts'
import { tab } from '../../testing/agent.ts'

const names = ['a', 'b', 'c', 'd', 'e']
// b and d are stopped: two groups, a c e and b d.
const all = names.map((name, order) =>
  tab(name, { order, status: name === 'b' || name === 'd' ? 'stopped' : 'idle' }),
)

/** The order after a move, as main computes it. */
function after(name: string, before: string | null): string {
  const place = tabIndexBefore(all, `agt-${name}`, before === null ? null : `agt-${before}`)
  if (place === null) return names.join('')
  const others = names.filter((one) => one !== name)
  others.splice(place, 0, name)
  return others.join('')
}

test('a tab moves within its group, the others keep their order', () => {
  expect(after('e', 'a')).toBe('eabcd')
  expect(after('e', 'c')).toBe('abecd')
  expect(after('a', null)).toBe('bcdea')
  expect(after('a', 'e')).toBe('bcdae')
  expect(after('d', 'b')).toBe('adbce')
})

test('where it stands already, nothing moves', () => {
  expect(tabIndexBefore(all, 'agt-a', 'agt-a')).toBeNull()
  expect(tabIndexBefore(all, 'agt-a', 'agt-c')).toBeNull()
  expect(tabIndexBefore(all, 'agt-e', null)).toBeNull()
  expect(tabIndexBefore([tab('a')], 'agt-a', null)).toBeNull()
})

test('a step goes to the next place of the group and ends at its edge', () => {
  expect(neighbourInGroup(all, 'agt-c', -1)).toBe('agt-a')
  expect(neighbourInGroup(all, 'agt-a', -1)).toBeUndefined()
  expect(neighbourInGroup(all, 'agt-a', 1)).toBe('agt-e')
  expect(neighbourInGroup(all, 'agt-c', 1)).toBeNull()
  expect(neighbourInGroup(all, 'agt-e', 1)).toBeUndefined()
})
