import { describe, expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Act } from '../../testkit/memory/backend.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const api = { kind: 'api' } as const
async function among(names: readonly string[], answer: (name: string) => readonly Act[] = () => []) {
  const named = new Map<AgentId, string>()
  const prompts: { name: string; prompt: string }[] = []
  const janus = new ComposedJanus((agent, prompt) => {
    const name = named.get(agent) ?? ''
    prompts.push({ name, prompt })
    const acts = answer(name)
    return acts.length > 0 ? acts : [{ do: 'say', text: 'Done.' }]
  })
  const ids = new Map<string, AgentId>()
  for (const name of names) {
    const { id } = await janus.window('agents.create', { name })
    ids.set(name, id)
    named.set(id, name)
  }
  const as = (name: string) => ({ kind: 'agent' as const, id: ids.get(name) ?? 'agt-' })
  const broadcast = (from: string, group: string, message: string, more: Partial<Spread> = {}) =>
    janus.as(as(from), 'messages.broadcast', { group, message, ...more })
  return { janus, prompts, as, ids, broadcast }
}

type Spread = RequestInput<'messages.broadcast'>

describe('a group', () => {
  test('is made, renamed, given other members and deleted, and survives a restart', async () => {
    const { janus } = await among(['Ann', 'Bob', 'Cat'])
    const names = async () =>
      (await janus.as(api, 'groups.list', {})).map(({ name, members }) => [name, members.map((m) => m.name)])
    await janus.as(api, 'groups.make', { name: 'Crew', members: ['Ann', 'bob'] })
    await janus.window('groups.make', { name: 'Bakers', members: ['Cat'] })
    expect(await names()).toEqual([
      ['Bakers', ['Cat']],
      ['Crew', ['Ann', 'Bob']],
    ])
    await janus.window('groups.change', { group: 'crew', name: 'Sailors', members: ['Bob', 'Cat'] })
    await janus.window('groups.delete', { group: 'Bakers' })
    expect(await names()).toEqual([['Sailors', ['Bob', 'Cat']]])
    expect(janus.store.load().agents.map(({ groups }) => groups.map(({ name }) => name))).toEqual([
      [],
      ['Sailors'],
      ['Sailors'],
    ])
    await janus.window('agents.close', { agent: 'Bob', forever: true })
    expect(await names()).toEqual([['Sailors', ['Cat']]])
  })

  test('has a name that no agent has or looks like, and the other way round', async () => {
    const { janus } = await among(['Ann', 'Bob'])
    const make = (name: string) => janus.window('groups.make', { name, members: ['Ann'] })
    await make('Crew')
    for (const name of ['ann', 'Аnn', 'crew', 'Сrew']) await expectRefused(make(name), 'name_taken')
    for (const name of ['all', 'ALL', 'human']) await expectRefused(make(name), 'name_reserved')
    for (const name of ['Crew', 'crew', 'Сrew']) {
      await expectRefused(janus.window('agents.create', { name }), 'name_taken')
      await expectRefused(janus.window('agents.change', { agent: 'Bob', name }), 'name_taken')
    }
    await expect(janus.window('groups.delete', { group: 'Nobody' })).rejects.toThrow('There are: Crew.')
  })
})

describe('a message to many', () => {
  test('is one message for each but the sender, each with its own fate', async () => {
    const { janus, prompts, broadcast } = await among(['Ann', 'Bob', 'Cat', 'Dan'])
    await janus.window('groups.make', { name: 'Crew', members: ['Ann', 'Bob', 'Cat'] })
    await janus.window('agents.change', { agent: 'Cat', policy: 'ask' })
    const { sent } = await broadcast('Ann', 'crew', 'The ferry is late.')
    expect(sent.map(({ to, state }) => [to, state])).toEqual([
      ['Bob', 'queued'],
      ['Cat', 'held'],
    ])
    expect(sent[1]?.reason).toContain('Cat asks the user first')
    janus.clock.advance(5000)
    expect(prompts.map(({ name }) => name)).toEqual(['Bob'])
    expect(prompts[0]?.prompt).toContain('[From agent "Ann", to the group "Crew"]:')
    const all = await broadcast('Ann', 'all', 'It is here.')
    expect(all.sent.map(({ to }) => to)).toEqual(['Bob', 'Cat', 'Dan'])
  })

  test('with the same key is the same messages, whoever has come since', async () => {
    const { janus, broadcast } = await among(['Ann', 'Bob', 'Cat'])
    await janus.window('groups.make', { name: 'Crew', members: ['Bob'] })
    const first = await broadcast('Ann', 'Crew', 'Once.', { idempotencyKey: 'call-1' })
    await janus.window('groups.change', { group: 'Crew', members: ['Bob', 'Cat'] })
    janus.clock.advance(5000)
    const again = await broadcast('Ann', 'Crew', 'Once.', { idempotencyKey: 'call-1' })
    expect(again.sent.map(({ messageId }) => messageId)).toEqual(first.sent.map(({ messageId }) => messageId))
    const other = await broadcast('Ann', 'Crew', 'Twice.', { idempotencyKey: 'call-1' })
    expect(other.sent).toMatchObject([
      { delivered: false, reason: expect.stringContaining('idempotency key') as unknown },
    ])
  })

  test('that asks is a question to each, and each answer comes by itself', async () => {
    const { janus, broadcast, as } = await among(['Ann', 'Bob', 'Cat'])
    const { sent } = await broadcast('Ann', 'all', 'Lit?', { expectReply: true })
    expect(sent.map(({ ticketId, messageId }) => ticketId === messageId)).toEqual([true, true])
    janus.clock.advance(30_000)
    const { items } = await janus.as(as('Ann'), 'tickets.list', {})
    expect(items.map(({ state, to }) => [state, to]).sort()).toEqual([
      ['answered', 'Bob'],
      ['answered', 'Cat'],
    ])
  })

  test('is never urgent from an agent, and a group is no receiver of one message', async () => {
    const { janus, broadcast, as } = await among(['Ann', 'Bob'])
    await expect(broadcast('Ann', 'all', 'x', { priority: 'urgent' })).rejects.toThrow('for one receiver')
    const one = { agent: 'all', message: 'x' }
    await expectRefused(janus.as(as('Ann'), 'messages.send', one), 'is_group')
    expect(
      (await janus.window('messages.broadcast', { group: 'all', message: 'x', priority: 'urgent' })).sent,
    ).toHaveLength(2)
  })

  test('opens no links, whatever the setting says of single ones', async () => {
    const { janus, broadcast } = await among(['Ann', 'Bob'])
    await janus.window('settings.change', { linkOnSend: true })
    await broadcast('Ann', 'all', 'x')
    expect((await janus.window('links.list', {})).items).toEqual([])
  })

  test('is held after three in ten minutes; one word lets all of it go, and until then no other is taken', async () => {
    const { janus, broadcast } = await among(['Ann', 'Bob', 'Cat'])
    for (let n = 0; n < 3; n++) await broadcast('Ann', 'all', `word ${String(n)}`)
    const { sent } = await broadcast('Ann', 'all', 'word 3')
    expect(sent.map(({ state }) => state)).toEqual(['held', 'held'])
    expect(sent[0]?.reason).toContain('too many messages to several agents')
    await expect(broadcast('Ann', 'all', 'word 4')).rejects.toThrow('still waits for your user')
    await janus.window('messages.release', { id: sent[0]?.messageId ?? '' })
    expect(sent.map(({ messageId }) => janus.store.message(messageId ?? 'msg-')?.state)).not.toContain('held')
    janus.clock.advance(11 * 60_000)
    expect((await broadcast('Ann', 'all', 'word 5')).sent.map(({ state }) => state)).not.toContain('held')
  })

  test('of twenty that each answer it by another one comes to rest', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `N ${String(n + 1)}`)
    const world: { broadcast?: (from: string) => void } = {}
    const { janus, prompts, broadcast } = await among(names, (name) => [
      { do: 'tool', call: () => void world.broadcast?.(name) },
      { do: 'say', text: 'SILENT' },
    ])
    let n = 0
    let asked = 0
    world.broadcast = (from) => {
      asked += 1
      broadcast(from, 'all', `answer ${String((n += 1))}`).catch(() => undefined)
    }
    await broadcast('N 1', 'all', 'Begin.')
    // In small steps, so that messages sent during a turn are processed.
    for (let at = 0; at < 200; at++) {
      janus.clock.advance(200)
      await Promise.resolve()
      await Promise.resolve()
    }
    janus.clock.advance(60 * 60_000)
    await Promise.resolve()
    const before = prompts.length
    expect(asked).toBeGreaterThan(19)
    expect(before).toBeLessThan(20 * 10)
    janus.clock.advance(12 * 60 * 60_000)
    expect(prompts).toHaveLength(before)
    const held = [...janus.engine.state.agents.values()].flatMap(({ mailbox }) => mailbox)
    expect(held.every(({ state, reason }) => state === 'held' && reason?.kind === 'broadcast')).toBe(true)
  })
})
