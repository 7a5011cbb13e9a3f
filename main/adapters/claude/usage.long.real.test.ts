import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { allTokens, noTokens, type Tokens } from '../../contract/budget.ts'
import type { AgentId } from '../../contract/model.ts'
import { RealBackend } from './real-backend.ts'

const agent: AgentId = 'agt-usage'

interface Told {
  readonly totalCostUsd: number | null
  readonly totalTokens: Tokens
}

async function start(real: RealBackend, run: number, conversation: string): Promise<void> {
  const fixed = { model: null, permissionMode: 'default', name: 'a', role: '', allowed: [] } as const
  const launch = { cwd: real.work, conversation, conversed: run > 1, ...fixed }
  real.backend.perform({ do: 'agent.start', agent, run, launch })
  await real.heard.next(agent, 'process.ready')
}

async function turn(real: RealBackend, run: number, text: string): Promise<Told> {
  const how = { human: true, how: 'begin' } as const
  real.backend.perform({ do: 'agent.write', agent, run, frame: randomUUID(), text, ...how })
  return await real.heard.next(agent, 'turn.ended')
}

test('what turns use is told while they run and at their end, and goes on over a resume', async () => {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const conversation = randomUUID()
  await start(real, 1, conversation)
  const first = await turn(real, 1, 'call: mcp__janus-agents__echo {"text":"x"}\nsay: after a tool')
  const second = await turn(real, 1, 'say: more')
  real.backend.perform({ do: 'agent.stop', agent, run: 1 })
  await real.heard.next(agent, 'process.exited')
  await start(real, 2, conversation)
  const third = await turn(real, 2, 'say: again')
  const { process: started } = real.heard.facts.findLast((fact) => fact.type === 'process.spawned') ?? {}
  process.kill(-(started?.pid ?? 0), 'SIGKILL')
  await real.heard.next(agent, 'process.exited')
  await start(real, 3, conversation)
  const fourth = await turn(real, 3, 'say: after a death')
  console.log(
    JSON.stringify([first, second, third, fourth]),
    JSON.stringify(real.heard.facts.filter((f) => f.type === 'turn.used')),
  )
}, 60_000)
