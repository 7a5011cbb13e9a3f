import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId, PermissionMode } from '../../contract/api/model.ts'
import { RealBackend } from './real-backend.ts'
import { startAgent } from '../testing/start-agent.ts'

const agent: AgentId = 'agt-automatic0'

async function open(model: string, permissionMode: PermissionMode) {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  await startAgent(real, agent, { kind: 'claude', model, permissionMode })
  const touch = (name: string) => {
    const call = `call: Bash {"command":"mkdir ${name} && rmdir ${name} && touch ${name}","description":"${name}"}`
    real.write(agent, `${call}\nsay: done`)
  }
  const mode = (to: PermissionMode) =>
    real.backend.perform({ do: 'agent.configure', agent, run: 1, model, effort: null, permissionMode: to })
  const asked = () => real.heard.facts.filter(({ type }) => type === 'card.asked').length
  const denied = async (name: string) => {
    touch(name)
    const { request } = await real.heard.next(agent, 'card.asked')
    const decision = { kind: 'deny', message: 'No.' } as const
    real.backend.perform({ do: 'card.decide', agent, run: 1, request, decision })
    await real.heard.next(agent, 'turn.ended')
  }
  return { real, touch, mode, asked, denied, has: (name: string) => existsSync(join(real.work, name)) }
}

test('in auto a model decides, not the user; switched to and from while it runs', async () => {
  const { real, touch, mode, asked, denied, has } = await open('claude-opus-4-8', 'auto')
  touch('first')
  await real.heard.next(agent, 'turn.ended')
  expect([has('first'), asked()]).toEqual([true, 0])
  mode('default')
  await denied('second')
  expect(has('second')).toBe(false)
  mode('auto')
  touch('third')
  await real.heard.next(agent, 'turn.ended')
  expect([has('third'), asked()]).toEqual([true, 1])
})

test('of a model that has none the user is asked: from the start, and when auto is chosen later', async () => {
  const { mode, asked, denied } = await open('claude-sonnet-4-5', 'auto')
  await denied('first')
  mode('acceptEdits')
  mode('auto')
  await denied('second')
  expect(asked()).toBe(2)
})
