import { expect, test } from 'vitest'
import type { AgentView } from '../../../main/contract/views.ts'
import { boundariesBetween } from './boundaries.ts'

const scout = (status: AgentView['status'], needs: AgentView['needs'] = null) => ({
  'agt-1': { id: 'agt-1', name: 'Scout', status, needs } as unknown as AgentView,
})

test('only boundaries are told', () => {
  expect(boundariesBetween(scout('idle'), scout('working'))).toEqual(['Scout is answering'])
  expect(boundariesBetween(scout('working'), scout('idle'))).toEqual(['Scout finished'])
  expect(boundariesBetween(scout('working'), scout('working', 'permission'))).toEqual([
    'Scout asks permission',
  ])
  expect(boundariesBetween(scout('working', 'question'), scout('working'))).toEqual([])
  expect(boundariesBetween(scout('working'), scout('failed'))).toEqual(['Scout failed'])
  expect(boundariesBetween(scout('asleep'), scout('starting'))).toEqual([])
})

test('what a snapshot brings is no boundary', () => {
  expect(boundariesBetween({}, scout('working'))).toEqual([])
})
