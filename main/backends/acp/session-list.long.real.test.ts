import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { opening } from '../../contract/agents/introduced.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import type { AcpKind } from './profiles/profiles.ts'
import { RealAcp } from './real-acp.ts'
import { startAgent } from '../testing/start-agent.ts'

const introduction = `${opening('Fares')}an app.`
const first: AgentId = 'agt-aaaaaaaaaa'
const tab: AgentId = 'agt-bbbbbbbbbb'
const runs: Readonly<Record<string, string>> = {
  opencode: 'bash',
  qwen: 'run_shell_command',
  copilot: 'bash',
}

/** A program with a stored conversation of two turns. */
async function withHistory(kind: AcpKind) {
  const real = await RealAcp.start(kind, { http: kind === 'copilot', introduction })
  onTestFinished(() => real.close())
  const begun = makeLaunch({ kind, cwd: real.work, conversation: '', permissionMode: 'bypassPermissions' })
  real.backend.perform({ do: 'agent.start', agent: first, run: 1, launch: begun })
  const { conversation } = await real.heard.next(first, 'conversation.changed')
  const call = `call: ${runs[kind] ?? ''} {"command":"echo of children","description":"fares"}`
  await real.turn(first, `${call}\nsay: two`)
  await real.turn(first, 'say: none for dogs')
  await real.stop(first)
  const sessionList = real.backend.sessionList(kind)
  if (sessionList === null) throw new Error('no session list')
  const list = (words = '') => sessionList.list({ folder: real.work, words, offset: 0, limit: 20 })
  return { real, sessionList, list, conversation }
}

/** Files of the program's home that contain a conversation's id, with their content. */
function kept(real: RealAcp, conversation: string): Readonly<Record<string, string>> {
  const home = join(real.home, real.kind)
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.includes(conversation) && !file.endsWith('.lock') && statSync(join(home, file)).isFile(),
  )
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(home, file), 'utf8')]))
}

describe.each(['opencode', 'qwen', 'copilot'] as const)('%s', (kind) => {
  test('a conversation that it keeps is listed, taken up with its rows, and gone on from', async () => {
    const { real, sessionList, list, conversation } = await withHistory(kind)
    const was = kept(real, conversation)
    const { items } = await list()
    const head = items.find(({ id }) => id === conversation)
    expect(head).toMatchObject({ folder: real.work, title: expect.stringMatching(/^call:/) })
    expect(Date.now() - (head?.changedAt ?? 0)).toBeLessThan(120_000)
    expect((await list('no such words')).items).toEqual([])

    const taken = await sessionList.takeUp(conversation)
    expect(taken.past).toMatchObject({ turns: 2, earlier: 0 })
    expect(taken.past.rows.map(({ said }) => said.kind)).toEqual([
      'user',
      'tool',
      'result',
      'text',
      'user',
      'text',
    ])
    // Janus's introduction is not part of the user's text.
    expect(taken.past.rows[0]?.said).toMatchObject({ text: expect.stringMatching(/^call:/) })
    expect(taken.past.rows.every(({ at }) => at > 0)).toBe(true)
    expect(taken.isOriginal ?? false).toBe(sessionList.resumeMode === 'original')
    expect(taken.conversation === conversation).toBe(sessionList.resumeMode === 'original')

    const ready = await startAgent(real, tab, { kind, conversation: taken.conversation, conversed: true })
    expect(ready.historyLost).toBe(false)
    await real.turn(tab, 'say: and of boats')
    const asked = JSON.stringify(
      real.model.heard().filter(({ body }) => JSON.stringify(body).includes('of boats')),
    )
    expect(asked).toContain('none for dogs')
    // The resumed conversation has never got the introduction.
    expect(asked).toContain('in Janus, an app.')
    await real.stop(tab)

    if (sessionList.resumeMode === 'original') return
    expect(kept(real, conversation)).toEqual(was)
  }, 180_000)
})

test('Gemini tells no list, and Janus asks it for none', async () => {
  const real = await RealAcp.start('gemini')
  onTestFinished(() => real.close())
  expect(real.backend.sessionList('gemini')).toBeNull()
})
