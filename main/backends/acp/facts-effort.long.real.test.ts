import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { AcpKind } from './profiles/profiles.ts'
import { RealAcp, type RealAcpOptions } from './real-acp.ts'
import { startAgent } from '../testing/start-agent.ts'

const agent: AgentId = 'agt-aaaaaaaaaa'

async function open(kind: AcpKind, effort: string | null, options: RealAcpOptions = {}) {
  const real = await RealAcp.start(kind, { http: kind === 'copilot', ...options })
  onTestFinished(() => real.close())
  const { abilities } = await startAgent(real, agent, { kind, conversation: '', effort })
  return { real, efforts: abilities.efforts }
}

/** OpenCode with a model that can think. */
const thinking: RealAcpOptions = {
  environment: ({ OPENCODE_CONFIG_CONTENT: written = '{}' }) => {
    const config = JSON.parse(written) as {
      readonly provider: { readonly rehearsal: { readonly models: Record<string, object> } }
    }
    const { models } = config.provider.rehearsal
    for (const [name, model] of Object.entries(models)) models[name] = { ...model, reasoning: true }
    return { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) }
  },
}

test('OpenCode offers how hard a model thinks that can, and the model is told', async () => {
  const { real, efforts } = await open('opencode', 'high', thinking)
  expect(efforts).toEqual(['low', 'medium', 'high', 'default'])
  const asked: unknown[] = []
  for (const effort of ['high', 'medium', null]) {
    if (effort !== 'high') {
      const to = { model: null, effort, permissionMode: 'default' } as const
      real.backend.perform({ do: 'agent.configure', agent, run: 1, ...to })
    }
    const text = `say: ${String(effort)}`
    await real.turn(agent, text)
    const bodies = real.model.heard().map(({ body }) => body as unknown as Record<string, unknown>)
    asked.push(
      bodies.findLast((body) => JSON.stringify(body['messages']).includes(text))?.['reasoning_effort'],
    )
  }
  // Without a choice it uses the first level: the one at opening.
  expect(asked).toEqual(['high', 'medium', 'low'])
}, 180_000)

test.each(['opencode', 'gemini', 'qwen', 'copilot'] as const)(
  '%s offers none for a model that says nothing of it',
  async (kind) => {
    expect((await open(kind, null)).efforts).toEqual([])
  },
  120_000,
)
