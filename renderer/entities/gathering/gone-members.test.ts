import { expect, test } from 'vitest'
import { goneMembers } from './gone-members.tsx'

type Args = Parameters<typeof goneMembers>

const agents = {
  'agt-ann': { closed: false },
  'agt-bob': { closed: true },
} as unknown as Args[0]['agents']
const seat = (agent: string | null, name: string) => ({ agent, name })

test('members of a proposal whose tabs are closed or deleted are told, and no other', () => {
  const of = {
    seats: [
      seat('agt-ann', 'Ann'),
      seat('agt-bob', 'Bob'),
      seat('agt-cid', 'Cid'),
      seat('agt-eve@barn', 'Eve'),
      seat(null, 'a new tab'),
      seat(null, 'you'),
    ],
    harvester: seat('agt-bob', 'Bob again'),
  } as unknown as Args[1]
  expect(goneMembers({ agents }, of)).toEqual(['Bob', 'Cid', 'Bob again'])
})
