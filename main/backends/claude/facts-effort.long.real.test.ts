import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import { RealBackend } from './real-backend.ts'
import { startAgent } from '../testing/start-agent.ts'

const agent: AgentId = 'agt-thinker000'

test('an effort reaches the model with the first turn, another with the next one, and none is the CLI’s own again', async () => {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const [model, permissionMode] = ['claude-opus-4-8', 'default'] as const
  expect(await startAgent(real, agent, { kind: 'claude', model, effort: 'low' })).toMatchObject({
    abilities: { efforts: expectedAbilities.claude.efforts },
  })
  const asked: unknown[] = []
  for (const effort of ['low', 'max', 'xhigh', null]) {
    if (effort !== 'low')
      real.backend.perform({ do: 'agent.configure', agent, run: 1, model, effort, permissionMode })
    await real.turn(agent, 'say: hello')
    const request = real.model.requests().at(-1) as { output_config?: { effort?: string } } | undefined
    asked.push(request?.output_config?.effort)
  }
  // The last one is the CLI's default for this model.
  expect(asked).toEqual(['low', 'max', 'xhigh', 'high'])
})

test('its model thinks by itself, not at all where that is chosen, and again when it is not any more', async () => {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const [model, permissionMode] = ['claude-opus-4-8', 'default'] as const
  await startAgent(real, agent, { kind: 'claude', model, effort: 'none' })
  const asked: unknown[] = []
  for (const effort of ['none', 'low', 'none', null]) {
    if (asked.length > 0)
      real.backend.perform({ do: 'agent.configure', agent, run: 1, model, effort, permissionMode })
    await real.turn(agent, 'say: hello')
    const request = real.model.requests().at(-1) as
      | { thinking?: { type: string }; output_config?: { effort?: string } }
      | undefined
    asked.push([request?.thinking?.type, request?.output_config?.effort])
  }
  expect(asked).toEqual([
    ['disabled', 'high'],
    ['adaptive', 'low'],
    ['disabled', 'high'],
    ['adaptive', 'high'],
  ])
})
