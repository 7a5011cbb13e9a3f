import { randomUUID } from 'node:crypto'
import { appendFile, rm, stat } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { copyConversation } from './conversation.ts'
import { RealBackend } from './real-backend.ts'
import { findTranscript } from './transcript.ts'
import { startAgent } from '../testing/start-agent.ts'

async function open(): Promise<RealBackend> {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  return real
}

/** Starts an agent in a conversation for one turn; returns its cost so far. */
async function ask(real: RealBackend, agent: AgentId, conversation: string, text: string): Promise<number> {
  await startAgent(real, agent, { kind: 'claude', conversation, conversed: true })
  const { totalCostUsd } = await real.turn(agent, text)
  await real.stop(agent)
  return totalCostUsd ?? 0
}

test('a copy holds every word of the original, and its cost begins again', async () => {
  const real = await open()
  const original = randomUUID()
  const first = await ask(real, 'agt-original', original, 'say: the first words')
  const path = (await findTranscript(real.config, original)) ?? ''
  const before = await stat(path)
  const copy = (await copyConversation(real.config, original)) ?? ''
  expect(await stat(path)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs })
  const cost = await ask(real, 'agt-copy', copy, 'say: more')
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(first)
  expect(JSON.stringify(real.model.requests().at(-1)?.messages)).toContain('the first words')
  const file = await stat((await findTranscript(real.config, copy)) ?? '')
  expect(file.mode & 0o077).toBe(0)
})

test('a copy outlives its original, and a torn line does not hinder it', async () => {
  const real = await open()
  const original = randomUUID()
  await ask(real, 'agt-original', original, 'say: the first words')
  const path = (await findTranscript(real.config, original)) ?? ''
  await appendFile(path, '{"type":"user","mess')
  const copy = (await copyConversation(real.config, original)) ?? ''
  await rm(path)
  await ask(real, 'agt-copy', copy, 'say: more')
  expect(JSON.stringify(real.model.requests().at(-1)?.messages)).toContain('the first words')
})
