import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { AgentId, FolderTrust } from '../../contract/api/model.ts'
import type { BackendHarness } from '../../testkit/suites/backend/backend-desk.ts'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { program, type RealCodex, type RealCodexOptions } from './real-codex.ts'
import { FactsCodex, patch, commandStep } from './real-facts.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const b: AgentId = 'agt-bbbbbbbbbb'

let facts: FactsCodex
let real: RealCodex
let desk: BackendHarness

afterEach(() => real.close())

async function open(options: RealCodexOptions = {}): Promise<void> {
  facts = await FactsCodex.open(options)
  ;({ real, desk } = facts)
}

describe('what a Codex runs', () => {
  test('sees nothing of the state folder, though the user allowed it, and bears the mark', async () => {
    await open()
    await desk.start(a)
    const said = await facts.allowed(commandStep(`cat ${real.state}/secret.txt; echo mark $JANUS_PROCESS`))
    expect(said).toMatch(/secret\.txt: Permission denied/)
    expect(said).toMatch(/mark [0-9a-f]{24}\//)
    expect(said).not.toContain('the secret of')
  })

  test('writes in its folder and nowhere else', async () => {
    await open()
    await desk.start(a)
    expect(await facts.allowed(commandStep(`touch inside; touch ${real.home}/outside`))).toMatch(
      /Read-only file system/,
    )
    expect(existsSync(join(real.work, 'inside'))).toBe(true)
    expect(existsSync(join(real.home, 'outside'))).toBe(false)
  })

  test('ends when the user stops the turn', async () => {
    await open()
    await desk.start(a)
    desk.write(a, [commandStep('touch begun; sleep 600'), 'say: never'])
    desk.decide(a, (await real.heard.next(a, 'card.asked')).request, { kind: 'allow' })
    await real.appears('work/begun')
    const pids = running('sleep 600', real.work)
    expect(pids.length).toBeGreaterThan(0)
    real.backend.perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
    for (const pid of pids) await once(spawn('tail', [`--pid=${pid}`, '-f', '/dev/null']), 'exit')
  })
})

/** Processes in a folder by a part of their command line; pids inside a sandbox differ. */
function running(part: string, cwd: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return line.includes(part) && isSameFolder(readlinkSync(`/proc/${pid}/cwd`), cwd)
    } catch {
      return false
    }
  })
}

describe('permission modes', () => {
  test('are those of each turn: a plan changes nothing, edits may be let through, all may be', async () => {
    await open()
    await desk.start(a)
    await facts.allowed(patch('one.txt'))
    expect(existsSync(join(real.work, 'one.txt'))).toBe(true)
    expect(facts.asked).toBe(1)
    facts.mode('plan')
    // Codex sometimes reports nothing about a short command that needs no approval.
    desk.write(a, [commandStep('touch planned; sleep 0.5'), 'say: done'])
    expect(await facts.result()).toMatch(/Read-only file system/)
    expect(facts.asked).toBe(1)
    facts.mode('acceptEdits')
    desk.write(a, [patch('two.txt'), 'say: done'])
    await facts.result()
    expect(facts.asked).toBe(1)
    expect(readFileSync(join(real.work, 'two.txt'), 'utf8')).toBe('hello\n')
    await facts.allowed(commandStep('touch edited'))
    expect(existsSync(join(real.work, 'edited'))).toBe(true)
    expect(facts.asked).toBe(2)
    facts.mode('bypassPermissions')
    desk.write(a, [commandStep(`touch ${real.home}/anywhere; sleep 0.5`), 'say: done'])
    await facts.result()
    expect(facts.asked).toBe(2)
    expect(existsSync(join(real.home, 'anywhere'))).toBe(true)
  })

  test('a patch that is denied is not made, and the model goes on', async () => {
    await open()
    await desk.start(a)
    desk.write(a, [patch('one.txt'), 'say: without'])
    const card = await real.heard.next(a, 'card.asked')
    expect(card.tool.diffs).toEqual([{ path: join(real.work, 'one.txt'), before: null, after: 'hello\n' }])
    expect(card.suggestions).toMatchObject([{ mode: 'acceptEdits' }])
    desk.decide(a, card.request, { kind: 'deny', message: 'no' })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'without' } })
    expect(existsSync(join(real.work, 'one.txt'))).toBe(false)
  })
})

describe('a folder with settings of its own', () => {
  test('is kept out in whole unless it is trusted', async () => {
    expect(await entered('ask')).toEqual({ ran: [], said: false, skill: false })
    await real.close()
    const trusted = await entered('trusted')
    expect(trusted).toMatchObject({ said: true, skill: true })
    expect(trusted.ran).toContain('server')
  })

  async function entered(trust: FolderTrust) {
    await open({ trust: () => Promise.resolve(trust) })
    const file = (path: string, text: string): void => {
      mkdirSync(dirname(join(real.work, path)), { recursive: true })
      writeFileSync(join(real.work, path), text)
    }
    const touch = (name: string) => ({ type: 'command', command: `touch ${real.home}/ran-${name}` })
    const hooks = {
      SessionStart: [{ hooks: [touch('hook')] }],
      UserPromptSubmit: [{ hooks: [touch('hook')] }],
    }
    file('AGENTS.md', 'words of the folder')
    file('.agents/skills/own/SKILL.md', '---\nname: own\ndescription: skill of the folder\n---\nDo it.')
    file('.codex/hooks.json', JSON.stringify({ hooks }))
    file('.codex/config.toml', `[mcp_servers.own]\ncommand = "touch"\nargs = ["${real.home}/ran-server"]\n`)
    await desk.start(a)
    await desk.ask(a, ['say: hello'])
    await desk.stop(a)
    const sent = JSON.stringify(real.model.heard())
    return {
      ran: ['server', 'hook'].filter((name) => existsSync(join(real.home, `ran-${name}`))),
      said: sent.includes('words of the folder'),
      skill: sent.includes('skill of the folder'),
    }
  }
})

test('a model that is chosen holds from the next turn on, and so does none', async () => {
  await open()
  const launch = { ...desk.launch(a), model: 'gpt-5.5', conversed: false }
  real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
  await real.heard.next(a, 'process.ready')
  const models: unknown[] = []
  for (const model of ['gpt-5.5', 'gpt-5.4', null]) {
    const permissionMode = 'default'
    if (model !== 'gpt-5.5')
      real.backend.perform({ do: 'agent.configure', agent: a, run: 1, model, effort: null, permissionMode })
    await desk.ask(a, ['say: hello'])
    models.push((real.model.heard().at(-1)?.body as { model: unknown } | undefined)?.model)
  }
  expect(models).toEqual(['gpt-5.5', 'gpt-5.4', 'rehearsal'])
})

test('an effort that is chosen reaches the model from the next turn on, over a stop, and none is Codex’s own again', async () => {
  await open()
  const launch = { ...desk.launch(a), model: 'gpt-5.5', effort: 'low', conversed: false }
  real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
  await real.heard.next(a, 'process.ready')
  const asked: unknown[] = []
  const note = async (): Promise<void> => {
    await desk.ask(a, ['say: hello'])
    const body = real.model.heard().at(-1)?.body as { reasoning?: { effort?: string } }
    asked.push(body.reasoning?.effort)
  }
  await note()
  for (const effort of ['high', null]) {
    const to = { model: 'gpt-5.5', effort, permissionMode: 'default' } as const
    real.backend.perform({ do: 'agent.configure', agent: a, run: 1, ...to })
    await note()
  }
  expect(asked).toEqual(['low', 'high', asked[2]])
  expect(['low', 'high']).not.toContain(asked[2])
})

test('as it is installed, its script becomes the program, and it is ended whole', async () => {
  const path = join(dirname(program()), '..', '..', '..', '..', 'codex', 'bin', 'codex.js')
  await open({ path: () => path })
  await desk.start(a)
  desk.write(a, ['wait: gate'])
  await real.model.held('gate')
  expect(running('app-server', real.work)).toEqual([String(real.pid(a))])
  real.kill(a)
  await real.heard.next(a, 'process.exited')
  expect(running('app-server', real.work)).toEqual([])
  expect(await desk.start(a, 2)).toMatchObject({ historyLost: false })
})

describe('errors', () => {
  test('of the model end the turn and are no words of an answer', async () => {
    await open()
    await desk.start(a)
    expect(await desk.ask(a, ['fail: 401'])).toMatchObject({ kind: 'broken', why: 'logged_out' })
    expect(await desk.ask(a, ['fail: 500'])).toMatchObject({ kind: 'broken', why: 'api_error' })
    expect(real.heard.types(a)).not.toContain('block.said')
  })

  test('a conversation that is gone begins again, and that is told', async () => {
    await open()
    desk.launch(a)
    expect(await desk.start(a)).toMatchObject({ historyLost: true })
    expect(await desk.ask(a, ['say: anew'])).toMatchObject({ text: 'anew' })
  })

  test('one that is open in another Codex is not disturbed', async () => {
    await open()
    await desk.start(a)
    await desk.ask(a, ['say: hello'])
    const launch = { ...desk.launch(a), name: b }
    real.backend.perform({ do: 'agent.start', agent: b, run: 1, launch })
    expect(await real.heard.next(b, 'process.exited')).toMatchObject({
      detail: expect.stringContaining('is open in another Codex') as string,
    })
    expect(await desk.ask(a, ['say: still here'])).toMatchObject({ text: 'still here' })
  })
})

test('what a turn used is told in tokens, without a price', async () => {
  await open()
  await desk.start(a)
  desk.write(a, ['say: hello'])
  const { tokens } = await real.heard.next(a, 'turn.used')
  expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ totalCostUsd: null, totalTokens: tokens })
  await desk.stop(a)
  await desk.start(a, 2)
  desk.write(a, ['say: hello'])
  const next = await real.heard.next(a, 'turn.used')
  // Excludes what the conversation used before this process.
  expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ totalTokens: next.tokens })
})

test('how full its context is, each call tells', async () => {
  await open()
  await desk.start(a)
  await desk.ask(a, ['say: hello'])
  const full = () => real.heard.facts.findLast((fact) => fact.type === 'context.told')?.context
  const first = full()
  expect(first?.used).toBeGreaterThan(0)
  expect(first?.size).toBeGreaterThan(100_000)
  await desk.ask(a, [`say: ${'words '.repeat(500)}`])
  const second = full()
  expect(second?.used).toBeGreaterThan(first?.used ?? 0)
})

test('how a plan stands comes with an answer, where the service tells it', async () => {
  await open()
  const reset = Math.floor(Date.now() / 1000) + 3600
  const name = 'x-codex'
  real.model.heads({
    [`${name}-primary-used-percent`]: '92',
    [`${name}-primary-window-minutes`]: '300',
    [`${name}-primary-reset-at`]: String(reset),
    [`${name}-secondary-used-percent`]: '31',
    [`${name}-secondary-window-minutes`]: '10080',
    [`${name}-secondary-reset-at`]: String(reset),
  })
  await desk.start(a)
  await desk.ask(a, ['say: hello'])
  expect(real.heard.limits.at(-1)?.limits).toMatchObject([
    { minutes: 300, used: 0.92, resetsAt: reset * 1000, state: 'near' },
    { minutes: 10_080, used: 0.31, state: 'under' },
  ])
})
