import { expect, test } from 'vitest'
import { peer, waits } from '../../testing/mail.ts'
import { tab } from '../../testing/agent.ts'
import { aboutOf } from './timer-dialog.tsx'

test('a timer can be about the others, and what its agent has asked them', () => {
  const asked = waits(1, { from: peer('a'), expectsReply: true, preview: 'is the index\n ready?' })
  const agents = {
    'agt-a': tab('a'),
    'agt-b': tab('b', { order: 2, pending: [asked, waits(2, { from: peer('a') })] }),
    'agt-c': tab('c', { order: 1, closed: true }),
    'agt-d': tab('d', { order: 1 }),
  }
  expect(aboutOf('agt-a', agents).map(({ id, words }) => [id, words])).toEqual([
    ['agt-d', 'd'],
    ['agt-b', 'b'],
    ['msg-1', 'b: “is the index ready?”'],
  ])
})
