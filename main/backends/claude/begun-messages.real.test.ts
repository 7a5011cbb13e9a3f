import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { RealBackend } from './real-backend.ts'

test('the CLI tells to whom a message goes before its call is whole', async () => {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const agent = 'agt-writer'
  const launch = makeLaunch({ kind: 'claude', cwd: real.work, conversation: randomUUID(), conversed: false })
  real.backend.perform({ do: 'agent.start', agent, run: 1, launch })
  await real.heard.next(agent, 'process.ready')
  const input = JSON.stringify({ target: 'Zoë', message: 'Which port?' })
  await real.turn(agent, `call: mcp__janus-agents__send_to_agent ${input}\nsay: done`)
  const told = real.heard.facts.filter(
    (fact) => fact.type === 'message.begun' || (fact.type === 'block.said' && fact.block.kind === 'tool'),
  )
  expect(told).toMatchObject([{ type: 'message.begun', to: 'Zoë' }, { type: 'block.said' }])
})
