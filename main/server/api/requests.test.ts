import { everything } from '../../ports/search-query.ts'
import type { MessageView } from '../../contract/mail/mail-views.ts'
import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { Entry } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

describe('agents', () => {
  test('are listed in tab order, and the caller knows its own row', async () => {
    const janus = new ComposedJanus()
    const scout = await janus.window('agents.create', { name: 'scout', role: 'looks around' })
    await janus.window('agents.create', { name: 'puppet' })
    await janus.window('agents.change', { agent: 'puppet', order: 0 })
    const list = await janus.as({ kind: 'agent', id: scout.id }, 'agents.list', {})
    expect(list.map(({ name, self }) => [name, self])).toEqual([
      ['puppet', undefined],
      ['scout', true],
    ])
    expect(list[1]).toMatchObject({ status: 'asleep', role: 'looks around', pending: 0, needs: null })
  })

  test('an old name is answered for seven days, and says the new one', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('agents.change', { agent: 'SCOUT', name: 'ranger' })
    const sent = await janus.as({ kind: 'api' }, 'messages.send', { agent: 'scout', message: 'hello' })
    expect(sent).toMatchObject({ delivered: true, to: 'ranger', renamed: 'ranger' })
    janus.clock.advance(8 * 24 * 60 * 60 * 1000)
    const late = janus.window('messages.send', { agent: 'scout', message: 'hello' })
    await expectRefused(late, 'unknown_agent')
  })

  test('an old name can be taken by another', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('agents.change', { agent: 'scout', name: 'ranger' })
    await janus.window('agents.create', { name: 'scout' })
    const sent = await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    expect(sent.renamed).toBeUndefined()
  })

  test('a name in another spelling is answered with the name as it is', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'Scout' })
    const send = (agent: string) => janus.window('messages.send', { agent, message: 'hello' })
    expect(await send('sCOUT')).toMatchObject({ to: 'Scout' })
    expect(await send('Scout')).not.toHaveProperty('to')
  })

  test('its id and the id of its conversation stand for its name', async () => {
    const janus = new ComposedJanus()
    const { id } = await janus.window('agents.create', { name: 'Scout' })
    const conversation = janus.engine.state.agents.get(id)?.agent.conversation ?? ''
    for (const agent of [id, conversation])
      expect(await janus.window('messages.send', { agent, message: 'hello' })).toMatchObject({ to: 'Scout' })
    expect((await janus.as({ kind: 'api' }, 'transcript.look', { agent: conversation })).agent).toBe('Scout')
  })

  test('an unknown name lists who is there', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    await expect(janus.window('messages.send', { agent: 'skout', message: 'x' })).rejects.toMatchObject({
      refusal: { code: 'unknown_agent', available: ['scout'] },
    })
  })

  test('only the window may let an agent ask less often', async () => {
    const janus = new ComposedJanus()
    const api = { kind: 'api' } as const
    const lax = { name: 'scout', permissionMode: 'acceptEdits' } as const
    await expectRefused(janus.as(api, 'agents.create', lax), 'not_allowed')
    await janus.window('agents.create', lax)
    const laxer = janus.as(api, 'agents.change', { agent: 'scout', permissionMode: 'bypassPermissions' })
    await expectRefused(laxer, 'not_allowed')
    const stricter = await janus.as(api, 'agents.change', { agent: 'scout', permissionMode: 'plan' })
    expect(stricter.permissionMode).toBe('plan')
  })

  test('one that shall never ask starts again: at once when it rests, else as soon as its turn has ended', async () => {
    const janus = new ComposedJanus(() => [{ do: 'think', ms: 5000 }])
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(1000)
    const never = { agent: 'scout', permissionMode: 'bypassPermissions' } as const
    expect(await janus.window('agents.change', never)).toMatchObject({ status: 'working' })
    janus.clock.advance(10_000)
    expect(await janus.window('agents.list', {})).toMatchObject([{ status: 'asleep' }])
    await janus.window('agents.change', { agent: 'scout', permissionMode: 'default' })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(10_000)
    expect(await janus.window('agents.list', {})).toMatchObject([{ status: 'idle' }])
    expect(await janus.window('agents.change', never)).toMatchObject({ status: 'asleep' })
  })

  test('a folder that is not there is refused at once', async () => {
    const janus = new ComposedJanus()
    for (const [cwd, code] of [
      ['relative', 'bad_folder'],
      ['/no/such/folder', 'no_folder'],
      [import.meta.filename, 'bad_folder'],
    ] as const) {
      await expectRefused(janus.window('agents.create', { name: 'scout', cwd }), code)
    }
  })

  test.each([
    ['model', { model: '-p' }],
    ['model', { model: 'a\nb' }],
    ['role', { role: 'two\nlines' }],
    ['cwd', { cwd: '/\0' }],
    ['permissionMode', { permissionMode: 'yolo' }],
  ])('a bad %s is refused, with the name of the field', async (field, bad) => {
    const janus = new ComposedJanus()
    const asked = janus.window('agents.create', { name: 'scout', ...bad } as never)
    await expect(asked).rejects.toMatchObject({
      refusal: { code: 'bad_request', message: expect.stringContaining(field) as unknown },
    })
  })

  test('closing keeps mail, reopening brings it back, deleting drops it', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('agents.close', { agent: 'scout' })
    const kept = await janus.window('messages.send', { agent: 'scout', message: 'wait' })
    expect(kept).toMatchObject({ delivered: true, state: 'queued', position: 1 })
    expect(await janus.as({ kind: 'api' }, 'messages.get', { id: kept.messageId })).toMatchObject({
      reason: 'the tab is closed',
    })
    await janus.window('agents.reopen', { agent: 'scout' })
    janus.clock.advance(10_000)
    expect(await janus.window('messages.get', { id: kept.messageId })).toMatchObject({ state: 'answered' })
    await janus.window('agents.stop', { agent: 'scout' })
    await janus.window('agents.create', { name: 'puppet' })
    const puppet = [...janus.engine.state.agents.values()][1]?.agent.id ?? 'agt-none'
    const asPuppet = { kind: 'agent', id: puppet } as const
    const lost = await janus.as(asPuppet, 'messages.send', { agent: 'scout', message: 'too late' })
    await janus.window('agents.close', { agent: 'scout', forever: true })
    expect(await janus.as(asPuppet, 'messages.get', { id: lost.messageId })).toMatchObject({
      state: 'dropped',
      reason: 'the agent was deleted',
      message: 'too late',
    })
    await expectRefused(janus.window('agents.stop', { agent: 'scout' }), 'unknown_agent')
  })
})

describe('messages', () => {
  test('a key sends once, also after the first was answered', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    const send = { agent: 'scout', message: 'hello', idempotencyKey: 'k' }
    const first = await janus.window('messages.send', send)
    janus.clock.advance(10_000)
    const again = await janus.as({ kind: 'api' }, 'messages.send', send)
    expect(again).toMatchObject({ messageId: first.messageId, state: 'answered' })
    const other = janus.window('messages.send', { ...send, message: 'other' })
    await expectRefused(other, 'key_reused')
    expect(janus.store.search(everything('hello'), 10, 0)).toHaveLength(1)
  })

  test('long words are read in parts, and nothing is lost between them', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    const words = 'häuser 🏠 '.repeat(20_000)
    const { messageId: id } = await janus.window('messages.send', { agent: 'scout', message: words })
    let read = ''
    for (let offset: number | null = 0; offset !== null;) {
      const part: MessageView = await janus.window('messages.get', { id, offset })
      expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(64 * 1024)
      read += part.text
      offset = part.next
    }
    expect(read).toBe(words)
  })

  test('one MiB goes, one byte more does not', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    const most = 'ä'.repeat(512 * 1024)
    await expect(janus.window('messages.send', { agent: 'scout', message: most })).resolves.toMatchObject({
      delivered: true,
    })
    await expectRefused(janus.window('messages.send', { agent: 'scout', message: `${most}x` }), 'too_large')
  })

  test('a full mailbox refuses the next, not the waiting', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('agents.stop', { agent: 'scout' })
    await janus.window('agents.create', { name: 'puppet' })
    const puppet = [...janus.engine.state.agents.values()][1]?.agent.id ?? 'agt-none'
    for (let n = 0; n < 200; n++) {
      await janus.as({ kind: 'agent', id: puppet }, 'messages.send', { agent: 'scout', message: String(n) })
    }
    const more = janus.as({ kind: 'agent', id: puppet }, 'messages.send', { agent: 'scout', message: 'more' })
    await expectRefused(more, 'too_many')
  })
})

describe('the feed', () => {
  test('begins with a snapshot, then tells what changed, and a snapshot later is the same as all of it', async () => {
    const janus = new ComposedJanus()
    const told: FeedEvent[] = []
    const end = janus.feed.subscribe((event) => told.push(event))
    expect(told[0]).toMatchObject({ kind: 'snapshot', view: { agents: [] } })
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(10_000)
    const last = told.findLast((event) => event.kind === 'agent')
    const late: FeedEvent[] = []
    janus.feed.subscribe((event) => late.push(event))()
    expect(late[0]).toMatchObject({ view: { agents: [last?.agent] } })
    const rows = told.flatMap((event): readonly Entry[] =>
      event.kind === 'rows' && event.channel.kind === 'agent' ? (event.rows as readonly Entry[]) : [],
    )
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['user', 'hello'],
      ['text', 'Done.'],
      // The turn's usage.
      ['note', ''],
    ])
    expect((await janus.log('agent', 'scout')).items).toEqual(rows)
    await janus.window('agents.close', { agent: 'scout', forever: true })
    expect(told.at(-1)?.kind).toBe('gone')
    end()
    await janus.window('agents.create', { name: 'puppet' })
    expect(told.at(-1)?.kind).toBe('gone')
  })

  test('a window that comes in the middle of an answer is told what has streamed, until its row is there', async () => {
    const janus = new ComposedJanus(() => [
      { do: 'think', ms: 5000 },
      { do: 'say', text: 'Half and half' },
    ])
    const { id } = await janus.window('agents.create', { name: 'scout' })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(1000)
    for (const text of ['Half ', 'and'])
      janus.feed.delta({ kind: 'delta', agent: id, block: 'm:0', of: 'text', text })
    const seen = (): FeedEvent[] => {
      const told: FeedEvent[] = []
      janus.feed.subscribe((event) => told.push(event))()
      return told.slice(1)
    }
    expect(seen()).toEqual([{ kind: 'delta', agent: id, block: 'm:0', of: 'text', text: 'Half and' }])
    janus.clock.advance(10_000)
    expect(seen()).toEqual([])
  })

  test('what becomes of a message is told, to its end', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout' })
    const told: FeedEvent[] = []
    janus.feed.subscribe((event) => told.push(event))
    const { messageId } = await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(10_000)
    const states = told.flatMap((event) =>
      event.kind === 'message' && event.message === messageId ? [event.state] : [],
    )
    expect(states).toEqual(['queued', 'written', 'written', 'read', 'answered'])
  })
})
