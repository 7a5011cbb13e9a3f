import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { allTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { RealBackend } from './real-backend.ts'
import { startAgent } from '../testing/start-agent.ts'

const agent: AgentId = 'agt-usage'

interface Told {
  readonly totalCostUsd: number | null
  readonly totalTokens: Tokens
}

async function start(real: RealBackend, run: number, conversation: string): Promise<void> {
  await startAgent(real, agent, { kind: 'claude', conversation, conversed: run > 1, run })
}

async function turn(real: RealBackend, run: number, text: string): Promise<Told> {
  const how = { isFromUser: true, how: 'begin' } as const
  real.backend.perform({ do: 'agent.write', agent, run, frame: randomUUID(), text, ...how })
  return await real.heard.next(agent, 'turn.ended')
}

function seenLast(real: RealBackend): number {
  const told = real.heard.facts.findLast((fact) => fact.type === 'turn.used')
  return allTokens(told?.tokens ?? noTokens)
}

const more = (after: Told, before: Told): number =>
  allTokens(after.totalTokens) - allTokens(before.totalTokens)

test('totals are what is seen of each turn, go on over a resume, and begin from older ones after a kill', async () => {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const conversation = randomUUID()
  await start(real, 1, conversation)
  const first = await turn(real, 1, 'call: mcp__janus-agents__echo {"text":"x"}\nsay: after a tool')
  // Reported after each model call; this turn had two.
  expect(real.heard.facts.filter(({ type }) => type === 'turn.used').length).toBeGreaterThanOrEqual(2)
  expect(allTokens(first.totalTokens)).toBe(seenLast(real))
  const second = await turn(real, 1, 'say: more')
  expect(more(second, first)).toBe(seenLast(real))
  expect(second.totalCostUsd).toBeGreaterThan(first.totalCostUsd ?? 0)
  await real.stop(agent)
  await start(real, 2, conversation)
  const third = await turn(real, 2, 'say: again')
  expect(more(third, second)).toBe(seenLast(real))
  const started = real.heard.facts.findLast((fact) => fact.type === 'process.spawned')
  process.kill(-(started?.process.pid ?? 0), 'SIGKILL')
  await real.heard.next(agent, 'process.exited')
  await start(real, 3, conversation)
  const fourth = await turn(real, 3, 'say: after a death')
  // The killed process had not saved its totals: they continue from the second turn.
  expect(more(fourth, second)).toBe(seenLast(real))
  expect(more(fourth, third)).toBeLessThan(seenLast(real))
}, 60_000)
