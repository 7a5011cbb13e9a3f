import { expect, test } from 'vitest'
import { tab } from '../../testing/agent.ts'
import { groupsIn } from './groups-sheet.tsx'

test('groups are what the tabs say, by name', () => {
  const agents = [tab('Ann', { groups: ['Sailors', 'Crew'] }), tab('Bob', { groups: ['Crew'] }), tab('Cat')]
  expect(groupsIn(agents).map(({ name, members }) => [name, members.map((one) => one.name)])).toEqual([
    ['Crew', ['Ann', 'Bob']],
    ['Sailors', ['Ann']],
  ])
})
