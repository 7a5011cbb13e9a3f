import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { CrossingView } from '../../contract/links/link-views.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Act, Model } from '../../testkit/memory/backend.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const minute = 60_000
const say = (text: string): readonly Act[] => [{ do: 'say', text }]

async function two(answer: (name: string, prompt: string) => readonly Act[]) {
  const names = new Map<AgentId, string>()
  const prompts: { name: string; prompt: string }[] = []
  const model: Model = (agent, prompt) => {
    const name = names.get(agent) ?? ''
    prompts.push({ name, prompt })
    return answer(name, prompt)
  }
  const janus = new ComposedJanus(model)
  for (const name of ['scout', 'builder']) names.set((await janus.window('agents.create', { name })).id, name)
  const told: FeedEvent[] = []
  janus.feed.subscribe((event) => told.push(event))
  return { janus, prompts, told }
}

const link = (janus: ComposedJanus, mode: 'answers' | 'converse' | 'absorb') =>
  janus.window('links.open', { members: ['scout', 'builder'], mode })

const tell = (janus: ComposedJanus, agent: string, message: string) =>
  janus.window('messages.send', { agent, message })

describe('a converse link', () => {
  test('of agents that never stop rests when its budget is used up; Extend lets go on what was kept back', async () => {
    let n = 0
    const { janus, prompts } = await two(() => say(`word ${String((n += 1))}`))
    const { id } = await link(janus, 'converse')
    await tell(janus, 'scout', 'Begin.')
    janus.clock.advance(4 * minute)
    const [open] = (await janus.as({ kind: 'api' }, 'links.list', {})).items
    expect(open).toMatchObject({
      id,
      state: 'resting',
      pauseReason: 'budget',
      budget: { used: 8, allowed: 8, left: 0 },
    })
    expect(prompts).toHaveLength(9)
    const { items } = await janus.log('link', id)
    expect(items.map(({ fromName, text }) => `${fromName}: ${text}`)).toEqual(
      ['scout', 'builder', 'scout', 'builder', 'scout', 'builder', 'scout', 'builder', 'scout'].map(
        (name, at) => `${name}: word ${String(at + 1)}`,
      ),
    )
    const fates = items.map(({ sent }) => `${sent[0]?.carriage ?? ''} ${sent[0]?.state ?? ''}`)
    expect(fates).toEqual([...Array<string>(8).fill('converse answered'), 'paused held'])
    const told = await janus.as({ kind: 'api' }, 'links.crossed', { id, limit: 2 })
    expect(told.items.map(({ id }) => id)).toEqual(items.slice(-2).map(({ id }) => id))
    expect(told.items.map(({ at, sent }) => [at, sent[0]?.stateAt])).toEqual(
      items
        .slice(-2)
        .map(({ at, sent }) => [at, sent[0]?.stateAt ?? 0].map((ms) => new Date(ms).toISOString())),
    )
    await janus.window('links.change', { id, extend: true })
    expect((await janus.window('links.list', {})).items[0]).toMatchObject({
      pauseReason: null,
      budgetUsed: 9,
      budgetGranted: 16,
    })
    await tell(janus, 'builder', 'Go on.')
    expect((await janus.window('links.list', {})).items[0]).toMatchObject({ budgetUsed: 0, budgetGranted: 8 })
  })

  test('carries final words only: no thought, no earlier text, nothing of a tool, nothing that was broken off', async () => {
    const acts: Record<string, readonly Act[]> = {
      first: [
        { do: 'say', text: 'CANARY in the middle' },
        { do: 'tool', call: () => ({ call: 'c1', text: 'CANARY of a tool' }) },
        { do: 'say', text: 'the conclusion' },
      ],
      second: [
        { do: 'say', text: 'CANARY half a' },
        { do: 'think', ms: 5000 },
        { do: 'say', text: 'sentence' },
      ],
      third: [
        { do: 'say', text: 'CANARY before it broke' },
        { do: 'break', why: 'api_error' },
      ],
    }
    const { janus, prompts } = await two((name, prompt) =>
      name === 'scout' ? (acts[/\w+$/.exec(prompt)?.[0] ?? ''] ?? []) : say('SILENT'),
    )
    await link(janus, 'converse')
    await tell(janus, 'scout', 'first')
    janus.clock.advance(1000)
    await tell(janus, 'scout', 'second')
    janus.clock.advance(1000)
    await janus.window('agents.interrupt', { agent: 'scout' })
    janus.clock.advance(1000)
    await tell(janus, 'scout', 'third')
    janus.clock.advance(1000)
    const heard = prompts.filter(({ name }) => name === 'builder').map(({ prompt }) => prompt)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toContain('[From agent "scout", over your link, in your conversation]:\nthe conclusion')
    expect(heard.join('')).not.toContain('CANARY')
  })

  test('is told to every window: the link, each crossing, and what becomes of it', async () => {
    const { janus, told } = await two((name) => say(name === 'scout' ? 'Found it.' : 'SILENT.'))
    const { id } = await link(janus, 'converse')
    await tell(janus, 'scout', 'Look.')
    janus.clock.advance(10_000)
    const crossings = told.flatMap((event) =>
      event.kind === 'rows' && event.channel.kind === 'link' ? (event.rows as readonly CrossingView[]) : [],
    )
    expect(crossings).toMatchObject([
      {
        link: id,
        fromName: 'scout',
        kind: 'said',
        text: 'Found it.',
        words: 2,
        sent: [{ toName: 'builder' }],
      },
      { link: id, fromName: 'builder', kind: 'silent', text: '', sent: [] },
    ])
    const message = crossings[0]?.sent[0]?.message
    const fates = told.flatMap((event) =>
      event.kind === 'message' && event.message === message ? [event] : [],
    )
    expect(fates.at(-1)).toMatchObject({ state: 'answered', turn: 1 })
    expect(told.findLast((event) => event.kind === 'link')).toMatchObject({
      link: { budgetUsed: 1, crossings: 1 },
    })
    await janus.window('links.close', { id })
    expect(told.findLast((event) => event.kind === 'link')).toMatchObject({
      link: { closed: { name: 'mo' } },
    })
  })
})

describe('linked agents that have nothing to do', () => {
  test('cost nothing: their talk is over, so no anchor comes, that day or that night', async () => {
    const { janus, prompts } = await two((_, prompt) =>
      say(prompt.includes('From agent') ? 'SILENT' : 'Done.'),
    )
    await link(janus, 'converse')
    await tell(janus, 'scout', 'Work on task 3.')
    await tell(janus, 'builder', 'Work on task 4.')
    janus.clock.advance(minute)
    const before = prompts.length
    const anchors = await janus.window('heartbeats.list', {})
    expect(anchors.map(({ state, reason }) => [state, reason?.kind])).toEqual([
      ['resting', 'nothingOpen'],
      ['resting', 'nothingOpen'],
    ])
    janus.clock.advance(12 * 60 * minute)
    expect(prompts).toHaveLength(before)
    expect(janus.backend.alive).toEqual([])
  })

  test.each([
    { answer: 'I go on.', count: 2 },
    { answer: 'SILENT', count: 1 },
  ])(
    'while a question is open an anchor comes, answered $answer, and then a night costs nothing',
    async ({ answer, count }) => {
      const { janus, prompts } = await two((name, prompt) => {
        if (prompt.includes('[Janus: anchor timer')) return say(answer)
        return name === 'builder' ? [{ do: 'ask' }, { do: 'say', text: 'Done.' }] : say('Asked.')
      })
      await tell(janus, 'scout', 'Work on task 3.')
      janus.clock.advance(1000)
      const [scout] = (await janus.window('agents.list', {})).map(({ id }) => id)
      const as = { kind: 'agent', id: scout as AgentId } as const
      const ask = { agent: 'builder', message: 'Which port?', expectReply: true }
      await janus.as(as, 'messages.send', ask)
      await janus.as(
        { kind: 'agent', id: (await janus.window('agents.list', {}))[1]?.id as AgentId },
        'messages.send',
        { agent: 'scout', message: 'A word.' },
      )
      janus.clock.advance(30 * minute)
      const beats = prompts.filter(({ prompt }) => prompt.includes('[Janus: anchor timer'))
      expect(beats.map(({ name }) => name)).toEqual(Array(count).fill('scout'))
      const before = prompts.length
      janus.clock.advance(12 * 60 * minute)
      expect(prompts).toHaveLength(before)
    },
  )
})

describe('a look', () => {
  test('shows newest first what was said and done, in pages, and never a thought', async () => {
    const acts: readonly Act[] = [
      { do: 'say', text: 'first' },
      { do: 'tool', call: () => ({ call: 'c1', text: 'a result' }) },
      { do: 'say', text: 'last' },
    ]
    const { janus } = await two(() => acts)
    await tell(janus, 'scout', 'Look.')
    janus.clock.advance(1000)
    const newest = await janus.window('transcript.look', { agent: 'scout', limit: 2 })
    expect(newest).toMatchObject({
      status: 'idle',
      lastFinal: { text: 'last' },
      items: [{ text: 'last', turn: 1 }, {}],
    })
    const older = await janus.window('transcript.look', { agent: 'scout', cursor: newest.next ?? 0 })
    expect(older.items?.at(-1)).toMatchObject({ kind: 'user', from: 'mo', text: 'Look.' })
    expect(older.next).toBeNull()
    const kinds = new Set([...(newest.items ?? []), ...(older.items ?? [])].map(({ kind }) => kind))
    expect([...kinds].every((kind) => ['user', 'text', 'tool', 'result'].includes(kind))).toBe(true)
  })

  test('is never more than 32 KiB, however much was said', async () => {
    const { janus } = await two(() => say('ä'.repeat(12 * 1024)))
    for (let turn = 0; turn < 3; turn++) {
      await tell(janus, 'scout', 'More.')
      janus.clock.advance(1000)
    }
    const first = await janus.window('transcript.look', { agent: 'scout' })
    expect(first.items?.filter(({ kind }) => kind === 'text')).toHaveLength(1)
    expect(first.next).not.toBeNull()
    const second = await janus.window('transcript.look', { agent: 'scout', cursor: first.next ?? 0 })
    expect(second.items?.filter(({ kind }) => kind === 'text')).toHaveLength(1)
  })
})

describe('a link opened with a message', () => {
  test('is named in the answer, also by later messages, and by every one where the user wants that', async () => {
    const { janus } = await two(() => say('SILENT'))
    const [scout] = (await janus.window('agents.list', {})).map(({ id }) => id)
    const as = { kind: 'agent', id: scout as AgentId } as const
    const first = await janus.as(as, 'messages.send', {
      agent: 'builder',
      message: 'Hello.',
      link: 'answers',
    })
    expect(first.linkId).toMatch(/^lnk-/)
    const second = await janus.as(as, 'messages.send', { agent: 'builder', message: 'And this.' })
    expect(second.linkId).toBe(first.linkId)
    await janus.window('agents.create', { name: 'critic' })
    expect(
      (await janus.as(as, 'messages.send', { agent: 'critic', message: 'Hello.' })).linkId,
    ).toBeUndefined()
    await janus.window('settings.change', { linkOnSend: true })
    const third = await janus.as(as, 'messages.send', { agent: 'critic', message: 'Hello again.' })
    expect(third.linkId).toMatch(/^lnk-/)
  })
})

test('a message can close the link behind it, and says which; the same again closes nothing more', async () => {
  const { janus } = await two(() => say('SILENT'))
  const [scout] = (await janus.window('agents.list', {})).map(({ id }) => id)
  const as = { kind: 'agent', id: scout as AgentId } as const
  const open = async () => (await janus.as(as, 'links.list', {})).items.length
  const { linkId } = await janus.as(as, 'messages.send', { agent: 'builder', message: 'x', link: 'converse' })
  const last = { agent: 'builder', message: 'That was all.', closeLink: true, idempotencyKey: 'last' }
  const sent = await janus.as(as, 'messages.send', last)
  expect(sent).toMatchObject({ delivered: true, closedLinkId: linkId })
  expect([sent.linkId, await open()]).toEqual([undefined, 0])
  await janus.as(as, 'links.open', { members: ['builder'] })
  expect((await janus.as(as, 'messages.send', last)).closedLinkId).toBeUndefined()
  expect(await open()).toBe(1)
  const both = janus.as(as, 'messages.send', { ...last, idempotencyKey: 'both', link: 'answers' })
  await expectRefused(both, 'bad_request')
  const users = janus.window('messages.send', { agent: 'builder', message: 'x', closeLink: true })
  await expectRefused(users, 'bad_request')
})

test('an agent is told what the user did to its timers, not what "you" did', async () => {
  const { janus } = await two(() => say('SILENT'))
  const [scout] = (await janus.window('agents.list', {})).map(({ id }) => id)
  const as = { kind: 'agent', id: scout as AgentId } as const
  const set = { intent: 'check', note: 'how it gets on', inSeconds: 60, about: 'builder' } as const
  const { id } = await janus.as(as, 'heartbeats.set', set)
  const reasonNow = async () => (await janus.as({ kind: 'api' }, 'heartbeats.list', {}))[0]?.reason
  await janus.window('app.stop', {})
  expect(await reasonNow()).toBe('everything is stopped')
  await janus.window('app.goOn', {})
  await janus.window('settings.change', { quiet: true })
  expect(await reasonNow()).toBe('all timers are switched off')
  await janus.window('settings.change', { quiet: false })
  expect((await janus.as({ kind: 'api' }, 'heartbeats.change', { id, action: 'pause' })).reason).toBe(
    'paused by you',
  )
  expect(await janus.as(as, 'heartbeats.list', {})).toMatchObject([{ reason: 'paused by the user' }])
})
