import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import { pngOf } from '../../testkit/factories/attachments.ts'
import type { RealAgents } from '../../adapters/processes/testing/real-agents.ts'
import { codexLine, RealAcp } from './real-acp.ts'
import { startAgent } from '../testing/start-agent.ts'

const a = 'agt-aaaaaaaaaa'
const bytes = pngOf(40, 30, 200)

/** Sends a prompt with a picture; returns the announced ability, and whether the model got the picture. */
async function show(real: RealAgents, kind: AgentKind, program: string | null) {
  onTestFinished(() => real.close())
  const picture = real.keep('/kept/a.png', bytes)
  const { abilities } = await startAgent(real, a, { kind, program })
  const { outcome } = await real.turn(a, 'What is this?', { pictures: [picture] })
  const asked = JSON.stringify(real.model.heard().map(({ body }) => body))
  return {
    images: abilities.images,
    isShown: asked.includes(bytes.toString('base64')),
    outcome: outcome.kind,
  }
}

// The announced ability is true, and equals the one expected before the program announces it.
describe('a picture beside a prompt is before the model of', () => {
  test.each(['gemini', 'opencode', 'qwen', 'copilot'] as const)('%s', async (kind) => {
    const told = await show(await RealAcp.start(kind, { http: kind === 'copilot' }), kind, null)
    expect(told).toEqual({ images: true, isShown: true, outcome: 'completed' })
    expect(expectedAbilities[kind].images).toBe(true)
  })

  test('any agent of the protocol’s second version', async () => {
    const told = await show(await RealAcp.start('other'), 'other', codexLine())
    expect(told).toEqual({ images: true, isShown: true, outcome: 'completed' })
  })
})
