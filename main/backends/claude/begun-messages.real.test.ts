import { expect, onTestFinished, test } from 'vitest'
import { RealBackend } from './real-backend.ts'
import { startAgent } from '../testing/start-agent.ts'

test('the CLI tells to whom a message goes before its call is whole', async () => {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const agent = 'agt-writer'
  await startAgent(real, agent, { kind: 'claude' })
  const input = JSON.stringify({ target: 'Zoë', message: 'Which port?' })
  await real.turn(agent, `call: mcp__janus-agents__send_to_agent ${input}\nsay: done`)
  const told = real.heard.facts.filter(
    (fact) => fact.type === 'message.begun' || (fact.type === 'block.said' && fact.block.kind === 'tool'),
  )
  expect(told).toMatchObject([{ type: 'message.begun', to: 'Zoë' }, { type: 'block.said' }])
})
