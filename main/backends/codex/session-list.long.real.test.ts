import { readFile, stat } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { RealCodex } from './real-codex.ts'
import { findRollout } from './rollout.ts'
import { startAgent } from '../testing/start-agent.ts'

const first: AgentId = 'agt-aaaaaaaaaa'
const tab: AgentId = 'agt-bbbbbbbbbb'

async function turn(real: RealCodex, agent: AgentId, text: string, allow = false): Promise<void> {
  real.write(agent, text)
  if (allow) {
    const { request } = await real.heard.next(agent, 'card.asked')
    real.backend.perform({ do: 'card.decide', agent, run: 1, request, decision: { kind: 'allow' } })
  }
  await real.heard.next(agent, 'turn.ended')
}

test('a conversation of Codex is listed, gone on from in a copy, and stays byte for byte as it was', async () => {
  const real = await RealCodex.start()
  onTestFinished(() => real.close())
  await startAgent(real, first, { kind: 'codex', conversation: '' })
  await turn(real, first, `call: exec_command ${JSON.stringify({ cmd: 'echo of children' })}\nsay: two`, true)
  await turn(real, first, 'say: none for dogs')
  const id = real.conversation(first)
  await real.stop(first)
  const file = (await findRollout(real.codexHome, id)) ?? ''
  const [before, was] = [await readFile(file), await stat(file)]

  const sessionList = real.backend.sessionList('codex')
  if (sessionList === null) throw new Error('no session list')
  const list = (words: string) => sessionList.list({ folder: real.work, words, offset: 0, limit: 20 })
  const { items, isMore } = await list('CHILDREN')
  expect([items.length, isMore]).toEqual([1, false])
  expect(items[0]).toMatchObject({ id, folder: real.work, bytes: before.length })
  expect(items[0]?.title).toMatch(/^call: exec_command .*say: two$/)
  expect((await list('boats')).items).toEqual([])

  const { conversation, past } = await sessionList.takeUp(id)
  expect(conversation).not.toBe(id)
  expect(past).toMatchObject({ turns: 2, earlier: 0, file })
  expect(past.rows.map(({ said }) => said.kind)).toEqual(['user', 'tool', 'result', 'text', 'user', 'text'])
  expect(past.rows[2]?.said).toMatchObject({ text: 'of children\n', end: 'done' })
  expect(past.rows.every(({ at }) => Date.now() - at < 120_000)).toBe(true)

  expect((await startAgent(real, tab, { kind: 'codex', conversation, conversed: true })).historyLost).toBe(
    false,
  )
  await turn(real, tab, 'say: and of boats')
  expect(JSON.stringify(real.model.heard().at(-1)?.body)).toContain('none for dogs')
  await real.stop(tab)
  expect((await readFile(file)).equals(before)).toBe(true)
  expect(await stat(file)).toMatchObject({ mtimeMs: was.mtimeMs, ino: was.ino })
  await expect(sessionList.takeUp('01a214e9-4888-7db2-921c-000000000000')).rejects.toThrow('does not know')
})
