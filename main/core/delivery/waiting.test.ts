import { expect, test } from 'vitest'
import { allAbilities } from '../../testkit/suites/backend/all-abilities.ts'
import { agentId, makeAgent, makeMessage, makeTurn } from '../../testkit/factories/factories.ts'
import { asleep } from '../agents/agents.ts'
import { emptyState, type AgentState } from '../step/state.ts'
import { waitReason } from './waiting.ts'

function working(steers: boolean): AgentState {
  const agent = makeAgent(2, { status: 'working' })
  const turn = makeTurn(2, { frame: 'f', origin: 'peer', trigger: 'words' })
  return { ...asleep(agent), process: 'on', abilities: { ...allAbilities, steers }, turn }
}

test('a message that its receiver cannot take into a turn says why it waits', () => {
  const from = { kind: 'agent', id: agentId(1) } as const
  const high = makeMessage(1, { from, to: agentId(2), priority: 'high', state: 'queued', acceptedAt: 0 })
  expect(waitReason(working(true), high, 10, emptyState)).toBe('boundary')
  expect(waitReason(working(false), high, 10, emptyState)).toBe('wholeTurn')
  // Would have waited anyway.
  const normal = { ...high, priority: 'normal' as const }
  expect(waitReason(working(false), normal, 10, emptyState)).toBe('turn')
  expect(waitReason(working(false), normal, 10_000_000, emptyState)).toBe('wholeTurn')
})
