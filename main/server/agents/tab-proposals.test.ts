import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const day = 24 * 60 * 60_000

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'janus-tabs-')))
  mkdirSync(join(folder, 'inside'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function proposer(mode: 'plan' | 'default' | 'bypassPermissions' = 'default') {
  const prompts: string[] = []
  const janus = new ComposedJanus((_, prompt) => {
    prompts.push(prompt)
    return [{ do: 'say', text: 'SILENT' }]
  })
  const { id } = await janus.window('agents.create', { name: 'Ann', cwd: folder, permissionMode: mode })
  const ann = { kind: 'agent' as const, id: id as AgentId }
  const propose = (name: string, more: object = {}) => janus.as(ann, 'tabs.propose', { name, ...more })
  const wishes = () => janus.engine.state.agents.get(id)?.agent.tabProposals ?? []
  return { janus, ann, propose, prompts, wishes }
}

const within = (limit: number) => ({ agentsOpen: 'within' as const, agentsOpenLimit: limit })

describe('a tab that an agent wants', () => {
  test('is opened by the user as it was wished, and the proposer is told', async () => {
    const { janus, propose, prompts, wishes } = await proposer()
    const wish = {
      role: 'tests',
      cwd: join(folder, 'inside'),
      colour: 3,
      shape: 8,
      firstMessage: 'Look at the quay.',
    }
    const { state, id, agent } = await propose('Bob', wish)
    expect([state, agent, wishes()[0]?.name]).toEqual(['proposed', null, 'Bob'])
    const needs = async () => (await janus.window('agents.list', {})).map((one) => one.needs)
    expect(await needs()).toEqual(['card'])
    expect((await janus.window('agents.list', {})).map(({ name }) => name)).toEqual(['Ann'])
    const opened = await janus.window('tabs.decide', { id, verb: 'open' })
    expect(opened.agent).toMatchObject({
      name: 'Bob',
      role: 'tests',
      cwd: wish.cwd,
      colour: 'iris',
      shape: 'drop',
    })
    janus.clock.advance(5000)
    expect(prompts.join('\n')).toContain('[From agent "Ann"]:\nLook at the quay.')
    expect(prompts.join('\n')).toContain(`The tab "Bob" is open, by your user's word.`)
    expect(wishes()).toEqual([])
    expect(await needs()).toEqual([null, null])
    await expectRefused(janus.window('tabs.decide', { id, verb: 'open' }), 'wrong_state')
  })

  test('is changed, or refused with a word', async () => {
    const { janus, propose, prompts } = await proposer()
    const { id } = await propose('Bob')
    const changed = await janus.window('tabs.decide', {
      id,
      verb: 'open',
      name: 'Bert',
      role: 'builds',
      colour: 1,
    })
    expect(changed.agent).toMatchObject({ name: 'Bert', role: 'builds', colour: 'verdigris' })
    const other = await propose('Cat')
    await janus.window('tabs.decide', { id: other.id, verb: 'refuse', words: 'Ask Bert.' })
    janus.clock.advance(5000)
    expect(prompts.join('\n')).toContain('which you called "Bob"')
    expect(prompts.join('\n')).toContain(
      '"Cat" that you proposed is not opened: your user said no: Ask Bert.',
    )
  })

  test('has the permissions that the user chooses, and their words in place of the proposer’s', async () => {
    const { janus, propose, prompts } = await proposer('plan')
    const { id } = await propose('Bob', { firstMessage: 'Look at the quay.' })
    const lax = { id, verb: 'open', permissionMode: 'acceptEdits' } as const
    await expectRefused(janus.as({ kind: 'api' }, 'tabs.decide', lax), 'not_allowed')
    const opened = await janus.window('tabs.decide', { ...lax, firstMessage: 'Look at the harbour.' })
    expect(opened.agent).toMatchObject({ name: 'Bob', permissionMode: 'acceptEdits' })
    janus.clock.advance(5000)
    expect(prompts.some((one) => one.trim() === 'Look at the harbour.')).toBe(true)
    expect(prompts.join('\n')).not.toContain('Look at the quay.')
    const silent = await propose('Cat', { firstMessage: 'Look at the quay.' })
    await janus.window('tabs.decide', { id: silent.id, verb: 'open', firstMessage: '' })
    janus.clock.advance(5000)
    expect(prompts.join('\n')).not.toContain('Look at the quay.')
  })

  test('that nobody decides about lapses after a day, also over a restart', async () => {
    const { janus, propose, prompts, wishes } = await proposer()
    await propose('Bob')
    expect(janus.store.load().agents[0]?.tabProposals).toHaveLength(1)
    janus.clock.advance(day + 5000)
    expect(wishes()).toEqual([])
    expect(prompts.join('\n')).toContain('did not decide within a day')
  })

  test('is proposed once for one call, and only so many wait', async () => {
    const { propose, wishes } = await proposer()
    const first = await propose('Bob', { idempotencyKey: 'call-1' })
    expect((await propose('Bob', { idempotencyKey: 'call-1' })).id).toBe(first.id)
    await propose('Cat')
    await propose('Dan')
    await expectRefused(propose('Eve'), 'too_many')
    expect(wishes()).toHaveLength(3)
  })

  test('has a name that is free, and no rights that its proposer has not', async () => {
    const { janus, propose } = await proposer('plan')
    await expectRefused(propose('ann'), 'name_taken')
    await expectRefused(propose('human'), 'name_reserved')
    await janus.window('settings.change', { permissionMode: 'bypassPermissions' })
    const { id } = await propose('Bob')
    const { agent } = await janus.window('tabs.decide', { id, verb: 'open' })
    expect(agent?.permissionMode).toBe('plan')
  })
})

describe('within a limit that the user has set', () => {
  test('it opens at once, up to the limit of tabs that are open; then it is asked about', async () => {
    const { janus, propose } = await proposer()
    await janus.window('settings.change', within(2))
    expect((await propose('Bob')).state).toBe('open')
    expect((await propose('Cat', { cwd: join(folder, 'inside') })).agent?.cwd).toBe(join(folder, 'inside'))
    expect((await propose('Dan')).state).toBe('proposed')
    await janus.window('agents.close', { agent: 'Bob' })
    expect((await propose('Eve')).state).toBe('open')
  })

  test('a folder outside of its own is the user’s word', async () => {
    const { janus, propose } = await proposer()
    await janus.window('settings.change', within(5))
    expect((await propose('Bob', { cwd: '/' })).state).toBe('proposed')
  })

  test('a chain of agents that each open another ends at the loop guard', async () => {
    const { janus } = await proposer()
    await janus.window('settings.change', within(20))
    let last = 'Ann'
    const states: string[] = []
    for (let n = 0; n < 18; n++) {
      const { id } = [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === last)
        ?.agent ?? { id: 'agt-' }
      const name = `Kid ${String(n)}`
      const { state } = await janus.as({ kind: 'agent', id: id as AgentId }, 'tabs.propose', {
        name,
        firstMessage: `go on ${String(n)}`,
      })
      states.push(state)
      if (state !== 'open') break
      janus.clock.advance(3000)
      last = name
    }
    expect(states).toEqual([...Array<string>(16).fill('open'), 'proposed'])
  })

  test('one that the user has brought back counts no more', async () => {
    const { janus, propose } = await proposer()
    await janus.window('settings.change', within(1))
    await propose('Bob')
    await janus.window('agents.close', { agent: 'Bob' })
    await janus.window('agents.reopen', { agent: 'Bob' })
    expect((await propose('Cat')).state).toBe('open')
  })
})
