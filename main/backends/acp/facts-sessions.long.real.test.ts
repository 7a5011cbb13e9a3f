import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newMark, startMarked } from '../../adapters/processes/agent-process.ts'
import { layGround, type Ground } from '../../adapters/processes/testing/real-agents.ts'
import type { Json } from '../../adapters/processes/json.ts'
import { writeHome } from '../../adapters/rehearsal/homes/home.ts'
import { rehearsalHome } from '../../adapters/rehearsal/homes/homes.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { connectAcp, isAcpMessage, type AcpConnection, type AcpHandlers } from './connection.ts'
import { beginSession, greet, replaySession, type Greeting } from './opening.ts'
import { profiles, type AcpKind } from './profiles/profiles.ts'
import { testProgram, rehearsedAs } from './real-acp.ts'
import type { AcpSession, AcpSessionEvents } from './session.ts'

interface Bare {
  readonly connection: AcpConnection
  readonly greeting: Greeting
  begin(mcpServers?: readonly object[]): Promise<AcpSession>
  turn(session: AcpSession, text: string): Promise<void>
  close(): Promise<void>
}

async function ground(): Promise<Ground> {
  const laid = await layGround(tmpdir(), 'acp-facts')
  onTestFinished(async () => {
    await laid.model.close()
    await laid.tools.close()
    await rm(laid.home, { recursive: true, force: true, maxRetries: 5 })
  })
  return laid
}

async function bare(
  kind: AcpKind,
  { home, model }: Ground,
  elicitation: AcpHandlers['elicitation'] = () => Promise.resolve({ action: 'cancel' }),
): Promise<Bare> {
  const rehearsed = rehearsalHome(rehearsedAs(kind), home, model.url)
  writeHome(rehearsed)
  const base = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, LANG: 'C.UTF-8' }
  const env = { ...base, ...rehearsed.environment, GEMINI_CLI_TRUST_WORKSPACE: 'true' }
  const program = { command: testProgram(kind), args: profiles[kind].args, cwd: `${home}/work`, env }
  const mark = newMark(`JANUS_TEST_${randomUUID().slice(0, 8)}=`)
  const to = { clock: systemClock, log: () => undefined }
  const agent = startMarked({ ...program, isMessage: isAcpMessage }, mark, to)
  let over: () => void = () => undefined
  const events: AcpSessionEvents = {
    taken: () => undefined,
    ended: () => over(),
  }
  let session: AcpSession | null = null
  const connection = connectAcp(agent.face, {
    update: (update) => session !== null && 'hear' in session && (session as Hearing).hear(update),
    permission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
    elicitation,
    drain: () => [],
  })
  const greeting = await greet(connection)
  return {
    connection,
    greeting,
    begin: async (mcpServers = []) => {
      const opening = { place: { cwd: `${home}/work`, mcpServers }, systemPrompt: '' }
      return (session = (await beginSession(connection, greeting, opening, events)).session)
    },
    turn: (to, text) => new Promise((resolve) => ((over = resolve), to.prompt(randomUUID(), text, []))),
    close: async () => {
      agent.stop()
      await agent.exited
      connection.close()
    },
  }
}

interface Hearing {
  hear(update: object): void
}

// Facts of these versions that Janus relies on; an upgrade that changes them fails here.
describe('it is a fact', () => {
  test.each([
    ['gemini', { closes: false, signIn: null }],
    ['opencode', { closes: true, signIn: { isWhole: true, words: ['opencode', 'auth', 'login'] } }],
    ['qwen', { closes: false, signIn: { isWhole: false, words: ['--auth-type=openai'] } }],
    ['copilot', { closes: true, signIn: { isWhole: true } }],
    ['other', { closes: true, signIn: null }],
  ] as const)('%s announces what docs/agents.md says', async (kind, announced) => {
    const agent = await bare(kind, await ground())
    onTestFinished(() => agent.close())
    expect(agent.greeting).toMatchObject(announced)
  })

  test('Gemini cannot load a conversation a second time: so it never goes on with one', async () => {
    const laid = await ground()
    const first = await bare('gemini', laid)
    const { id: conversation } = await first.begin().then(async (session) => {
      await first.turn(session, 'say: one')
      return session
    })
    await first.close()
    const load = async (): Promise<string> => {
      const one = await bare('gemini', laid)
      const place = { agent: 'agt-aaaaaaaaaa', conversation, cwd: `${laid.home}/work` } as const
      const how = await replaySession(one.connection, one.greeting, place as never).then(
        () => 'loaded',
        () => 'refused',
      )
      await one.close()
      return how
    }
    await load()
    expect(await load()).toBe('refused')
  })

  test('the adapter of Codex asks for what a tool server wants from its user', async () => {
    const laid = await ground()
    const asked: Json[] = []
    const codex = await bare('other', laid, (request) => {
      asked.push(request)
      return Promise.resolve({ action: 'accept', content: { name: 'Mo' } })
    })
    onTestFinished(() => codex.close())
    const args = [join(import.meta.dirname, '../../adapters/processes/testing/form-server.mjs')]
    const ferry = { type: 'stdio', name: 'ferry', command: process.execPath, args, env: [] }
    const session = await codex.begin([ferry])
    await codex.turn(session, 'call: book {}\nsay: done')
    expect(asked).toMatchObject([{ mode: 'form', message: 'Who travels?' }])
    const last = JSON.stringify(laid.model.heard().at(-1)?.body).replaceAll('\\', '')
    expect(last).toContain('{"action":"accept","content":{"name":"Mo"}}')
  })

  test('words for a turn that runs go nowhere at an idle agent, and no model is asked', async () => {
    const laid = await ground()
    const codex = await bare('other', laid)
    onTestFinished(() => codex.close())
    expect(codex.greeting.steers).toBe(true)
    const session = await codex.begin()
    await codex.turn(session, 'say: one')
    expect(await session.steer('say: never', [])).toBe(false)
    expect(JSON.stringify(laid.model.heard())).not.toContain('say: never')
  })
})
