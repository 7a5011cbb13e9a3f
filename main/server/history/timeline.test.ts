import { noTokens } from '../../contract/budget/budget.ts'
import { describe, expect, test } from 'vitest'
import { costOf } from '../../contract/history/timeline-words.ts'
import { say, timelineOf } from '../../testkit/factories/timeline-of.ts'
import type { TimelinePage } from '../../contract/history/timeline.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const minute = 60_000
const user = { kind: 'api' } as const

describe('what passes between agents', () => {
  test('stands there as question and answer, with why, what became of it and what the turns cost', async () => {
    const { janus, rows, told, id, as } = await timelineOf(['Ann', 'Bob'], (_, prompt) =>
      prompt.includes('which boats') ? say('The ferry.') : say('Thanks.'),
    )
    await janus.window('messages.send', { agent: 'Ann', message: 'Ask Bob.' })
    janus.clock.advance(1000)
    await janus.as(as('Ann'), 'messages.send', { agent: 'Bob', message: 'which boats?', expectReply: true })
    janus.clock.advance(1000)
    expect(await told({ kinds: ['message'] })).toEqual([
      'mo writes to Ann “Ask Bob.” | answered in turn 1',
      'Ann asks Bob “which boats?” | in a turn that you began: “Ask Bob.” | answered in turn 1',
      'Bob answers Ann “The ferry.” | in answer to Ann: “which boats?” | answered in turn 2',
    ])
    const [first, question, answer] = await rows({ kinds: ['message'] })
    expect([first, question, answer].map((row) => row && costOf(row) !== null)).toEqual([true, true, true])
    expect(question?.turns).toMatchObject([{ agent: id('Bob'), n: 1 }])
    expect(answer?.message?.thread).toBe(question?.message?.thread)
  })

  test('costs what the turn cost that it began, once, and nothing before that has ended', async () => {
    const { janus, rows, id } = await timelineOf(['Ann'], () => [{ do: 'think', ms: 5000 }, ...say('Done.')])
    await janus.window('messages.send', { agent: 'Ann', message: 'one' })
    janus.clock.advance(1000)
    expect((await rows({ kinds: ['message'] }))[0]?.turns).toEqual([
      { agent: id('Ann'), n: 1, costUsd: null, tokens: null },
    ])
    const run = janus.engine.state.agents.get(id('Ann'))?.run ?? 0
    const outcome = { kind: 'completed', text: 'Done.' } as const
    janus.engine.fact({
      type: 'turn.ended',
      agent: id('Ann'),
      run,
      outcome,
      totalCostUsd: 0.25,
      totalTokens: noTokens,
    })
    expect((await rows({ kinds: ['message'] }))[0]?.turns).toEqual([
      { agent: id('Ann'), n: 1, costUsd: 0.25, tokens: 0 },
    ])
    // The demo reports no cost to callers of the API.
    const { items } = await janus.as(user, 'timeline.page', { kinds: ['message'] })
    expect(items[0]).toMatchObject({ costUsd: 0, turns: [{ costUsd: 0 }] })
  })

  test('and over a link: whom it woke, silence, and how the link stands', async () => {
    const { janus, told } = await timelineOf(['Ann', 'Bob'], (name) =>
      say(name === 'Ann' ? 'Found it.' : 'SILENT'),
    )
    const { id: link } = await janus.window('links.open', { members: ['Ann', 'Bob'], mode: 'converse' })
    await janus.window('messages.send', { agent: 'Ann', message: 'Look.' })
    janus.clock.advance(1000)
    await janus.window('links.change', { id: link, mode: 'absorb' })
    await janus.window('links.close', { id: link })
    expect(await told({ link })).toEqual([
      'mo links Ann+Bob',
      'Ann sends over the link to Bob “Found it.” | at the end of its turn 1',
      'Bob has nothing to add | at the end of its turn 1',
      'mo sets the link to absorb: Ann+Bob',
      expect.stringMatching(/^mo closes the link of Ann\+Bob/),
    ])
  })
})

describe('timers', () => {
  test('are set, fire with what their turn cost, are paused, go on, and end', async () => {
    const { janus, told, rows } = await timelineOf(['Ann', 'Bob'])
    const set = { agent: 'Ann', note: 'see whether Bob sails' } as const
    const { id: check } = await janus.window('heartbeats.set', {
      ...set,
      intent: 'check',
      about: 'Bob',
      inSeconds: 60,
    })
    await janus.window('heartbeats.change', { id: check, action: 'pause' })
    janus.clock.advance(1000)
    await janus.window('heartbeats.change', { id: check, action: 'delay' })
    await janus.window('heartbeats.change', { id: check, action: 'resume' })
    janus.clock.advance(10 * minute)
    const { id: anchor } = await janus.window('heartbeats.set', {
      ...set,
      intent: 'anchor',
      inSeconds: 600,
    } as never)
    await janus.window('heartbeats.cancel', { id: anchor })
    expect(await told({ kinds: ['timer'] })).toEqual([
      'mo sets a timer (check) for Ann “see whether Bob sails”',
      'mo pauses the check of Ann “see whether Bob sails” | paused by you',
      'mo moves the check of Ann “see whether Bob sails” | paused by you',
      'mo restarts the check of Ann “see whether Bob sails”',
      'Janus fires the check of Ann “see whether Bob sails” | its time had come',
      'mo sets a timer (task reminder) for Ann “see whether Bob sails”',
      'mo removes the task reminder of Ann “see whether Bob sails” | cancelled by you',
    ])
    const fired = (await rows({ kinds: ['timer'] })).find(
      ({ fact }) => fact.kind === 'timer' && fact.did === 'fired',
    )
    expect(fired?.turns).toMatchObject([{ n: 1 }])
    const { items } = await janus.log('agent', fired?.row?.agent ?? '')
    expect(items.find(({ n }) => n === fired?.row?.n)?.kind).toBe('heartbeat')
  })
})

describe('what the user is asked', () => {
  test('stands there with its answer: a permission, urgent mail, held mail, a folder, a proposal', async () => {
    const { janus, told, as, rows } = await timelineOf(['Ann', 'Bob', 'Cat'], (_, prompt) => {
      if (prompt.includes('ask')) return [{ do: 'ask' }, ...say('Asked.')]
      return prompt.includes('think') ? [{ do: 'think', ms: minute }, ...say('Thought.')] : say('Done.')
    })
    for (const [decision, message] of [['allow'], ['deny', 'not now']] as const) {
      await janus.window('messages.send', { agent: 'Ann', message: 'ask' })
      janus.clock.advance(1000)
      const [card] = [...janus.engine.state.agents.values()][0]?.cards ?? []
      await janus.window('cards.answer', {
        agent: 'Ann',
        card: card?.id ?? '',
        decision,
        hash: card?.hash ?? '',
        ...(message === undefined ? {} : { message }),
      })
      janus.clock.advance(1000)
    }
    await janus.window('messages.send', { agent: 'Bob', message: 'think' })
    janus.clock.advance(1000)
    const urgent = { agent: 'Bob', message: 'Fire!', priority: 'urgent' } as const
    const { messageId } = await janus.as(as('Cat'), 'messages.send', urgent)
    await janus.window('messages.decide', { id: messageId, decision: 'later' })
    janus.clock.advance(2 * minute)
    await janus.window('agents.change', { agent: 'Cat', policy: 'ask' })
    const held = await janus.as(as('Ann'), 'messages.send', { agent: 'Cat', message: 'May I?' })
    await janus.window('messages.release', { id: held.messageId })
    const plan = {
      topic: 'Friday?',
      question: 'Ship?',
      harvester: { name: 'Cat' },
      participants: [{ name: 'Ann' }, { name: 'Bob' }],
    }
    const { id } = await janus.as(as('Ann'), 'gatherings.convene', plan)
    await janus.window('gatherings.steer', { id, verb: 'dismiss' })
    expect(await told({ kinds: ['card'] })).toEqual([
      expect.stringMatching(/^Ann requests permission from mo “.+” \| its permission mode asks first$/),
      expect.stringMatching(/^mo allows Ann “.+” \| this once$/),
      expect.stringMatching(/^Ann requests permission from mo/),
      expect.stringMatching(/^mo denies Ann “.+” \| “not now”$/),
      'Janus shows urgent mail to mo “Fire!” | urgent mail meets a turn of yours',
      'mo postpones it for Bob “Fire!”',
      'Janus holds mail for mo “May I?” | it needs approval',
      'mo delivers it to Cat “May I?”',
      'Ann proposes a gathering to mo “Friday?” | it starts only with your approval',
      'mo dismisses the gathering proposed by Ann “Friday?”',
    ])
    const [asked] = await rows({ kinds: ['card'] })
    const { items } = await janus.log('agent', asked?.row?.agent ?? '')
    expect(items.find(({ n }) => n === asked?.row?.n)?.n).toBeDefined()
  })

  test('no answer counts as one too, and a question that nobody needs any more ends', async () => {
    const { janus, told, as } = await timelineOf(['Ann', 'Bob'], (_, prompt) =>
      prompt.includes('ask')
        ? [{ do: 'ask' }, ...say('Asked.')]
        : [{ do: 'think', ms: 5 * minute }, ...say('.')],
    )
    await janus.window('messages.send', { agent: 'Ann', message: 'think' })
    janus.clock.advance(1000)
    await janus.as(as('Bob'), 'messages.send', { agent: 'Ann', message: 'Fire!', priority: 'urgent' })
    janus.clock.advance(2 * minute)
    await janus.window('messages.send', { agent: 'Bob', message: 'ask' })
    janus.clock.advance(1000)
    await janus.window('agents.stop', { agent: 'Bob' })
    janus.clock.advance(minute)
    const cards = await told({ kinds: ['card'] })
    expect(cards[1]).toBe('Janus postpones it, unanswered, for Ann “Fire!” | no answer came in time')
    expect(cards.at(-1)).toMatch(/^Bob withdraws its request “/)
  })
})

describe('a gathering', () => {
  const plan = {
    topic: 'Ship on Friday?',
    question: 'What would we regret?',
    structure: [1, 1, 1] as [1, 1, 1],
    participants: [{ name: 'Ann' }, { name: 'Bob' }],
    harvester: { name: 'Cat' },
  }
  const spoken = (name: string, prompt: string) =>
    prompt.includes('[Janus: harvest of ') ? say('## Decided\n- Ship') : say(`${name}: the wheelhouse.\nPASS`)

  test('tells where the piece went, what was said, how it began and why it ended', async () => {
    const { janus, told } = await timelineOf(['Ann', 'Bob', 'Cat'], spoken)
    const { id: gathering } = await janus.window('gatherings.convene', plan)
    janus.clock.advance(10 * minute)
    const lines = await told({ gathering })
    expect(lines.slice(0, 6)).toEqual([
      'mo starts a gathering with Ann+Bob+Cat “Ship on Friday?”',
      'Janus begins the inhale | inhale, round 1',
      'Janus passes the piece to Ann | next in order',
      'Ann says “Ann: the wheelhouse.” | inhale, round 1',
      'Ann passes the piece to Bob | next in order',
      'Bob says “Bob: the wheelhouse.” | inhale, round 1',
    ])
    // The demo has no cost, so its tokens are shown.
    const { items } = await janus.as(user, 'timeline.page', { gathering })
    const words = items.find(({ what, from }) => what === 'says' && from === 'Ann')
    expect(words).toMatchObject({ costUsd: 0, tokens: expect.any(Number) as unknown })
    expect(words?.tokens).toBeGreaterThan(0)
    expect(items.at(-1)).toMatchObject({ from: 'user', fromName: 'mo', what: 'starts a gathering with' })
    const { text: file } = await janus.window('timeline.export', { gathering })
    expect(file).toMatch(/Ann: the wheelhouse\\?\. .*\d tokens/)
    expect(lines.at(-2)).toMatch(/^Cat harvests “## Decided - Ship”/)
    expect(lines.at(-1)).toBe('Janus closes the gathering “Ship on Friday?” | every round was spoken')
  })

  test('keeps words under seal out of the timeline, its search and its exports until they open', async () => {
    const { janus, told } = await timelineOf(['Ann', 'Bob', 'Cat'], spoken)
    const { id: gathering } = await janus.window('gatherings.convene', { ...plan, user: { number: 2 } })
    janus.clock.advance(1000)
    const looks = async () => [
      JSON.stringify(await janus.window('timeline.page', {})),
      JSON.stringify((await janus.window('timeline.page', { q: 'wheelhouse' })).items),
      JSON.stringify(await janus.as(user, 'timeline.page', { gathering })),
      (await janus.window('timeline.export', {})).text,
      (await janus.window('timeline.export', { format: 'json' })).text,
    ]
    expect(await told({ gathering })).toContain('Ann says | inhale, round 1')
    for (const one of await looks()) expect(one).not.toContain('wheelhouse')
    await janus.window('gatherings.steer', { id: gathering, verb: 'open' })
    for (const one of await looks()) expect(one).toContain('wheelhouse')
  })
})

test('agents come, go and fail, and everything is stopped and goes on', async () => {
  const { janus, told } = await timelineOf(['Ann'])
  await janus.window('app.stop', {})
  await janus.window('app.goOn', {})
  await janus.window('agents.close', { agent: 'Ann' })
  await janus.window('agents.reopen', { agent: 'Ann' })
  await janus.window('agents.stop', { agent: 'Ann' })
  await janus.window('messages.send', { agent: 'Ann', message: 'a secret word' })
  await janus.window('agents.close', { agent: 'Ann', forever: true })
  janus.clock.advance(minute)
  const lines = await told()
  expect(lines.at(-1)).toBe('mo permanently deletes Ann')
  expect(lines).toContain('mo stops everything')
  expect(lines).toContain('mo resumes everything')
  expect((await janus.window('timeline.export', { format: 'json' })).text).not.toContain('reopens')
})

describe('pages and filters', () => {
  test('come newest first, once each, also while rows are added; the number of all is counted', async () => {
    const { janus } = await timelineOf(['Ann', 'Bob'])
    const write = (message: string) => janus.window('messages.send', { agent: 'Ann', message })
    for (let n = 1; n <= 25; n += 1) await write(`word ${n}`)
    const seen: number[] = []
    let cursor: number | null = null
    let first: number | null = null
    do {
      const page: TimelinePage = await janus.window('timeline.page', {
        kinds: ['message'],
        limit: 10,
        ...(cursor === null ? {} : { cursor }),
      })
      first ??= page.total
      seen.push(...page.items.map(({ text }) => Number(text.slice(5))))
      cursor = page.next
      await write('word 0')
    } while (cursor !== null)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at))
    expect(first).toBe(25)
  })

  test('by agent, by words, by time in ISO 8601; what is odd is refused', async () => {
    const { janus, told } = await timelineOf(['Ann', 'Bob'])
    await janus.window('messages.send', { agent: 'Ann', message: 'the early ferry' })
    janus.clock.advance(10 * minute)
    const since = new Date(janus.clock.now()).toISOString()
    await janus.window('messages.send', { agent: 'Bob', message: 'the late ferry' })
    const messages = async (of: Record<string, unknown>) =>
      (await janus.as(user, 'timeline.page', { kinds: 'message', ...of } as never)).items.map(
        ({ text }) => text,
      )
    expect(await messages({})).toEqual(['the late ferry', 'the early ferry'])
    expect(await messages({ agent: 'ann' })).toEqual(['the early ferry'])
    expect(await messages({ q: 'late fer' })).toEqual(['the late ferry'])
    expect(await messages({ since })).toEqual(['the late ferry'])
    expect(await messages({ until: new Date(janus.clock.now() - 1).toISOString() })).toEqual([
      'the early ferry',
    ])
    expect(await told({ agent: ['Bob'], kinds: ['message'] })).toHaveLength(1)
    for (const odd of [{ since: 'yesterday' }, { kinds: 'mail' }, { colour: 'red' }])
      await expectRefused(janus.as(user, 'timeline.page', odd as never), 'bad_request')
    await expectRefused(janus.as(user, 'timeline.page', { agent: 'Nobody' as never }), 'unknown_agent')
  })

  test('callers of the API read names, words and ISO times; agents may not ask', async () => {
    const { janus, as, id } = await timelineOf(['Ann', 'Bob'])
    await janus.as(as('Ann'), 'messages.send', { agent: 'Bob', message: 'which boats?', expectReply: true })
    janus.clock.advance(1000)
    const { items } = await janus.as(user, 'timeline.page', { kinds: ['message'] })
    const asked = items.at(-1)
    expect(asked).toMatchObject({
      kind: 'message',
      from: 'Ann',
      what: 'asks',
      to: ['Bob'],
      text: 'which boats?',
      why: 'by itself',
      state: 'answered',
      became: 'answered in turn 1',
      turns: [{ agent: id('Bob'), turn: 1 }],
    })
    expect(asked?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(asked?.place.thread).toBe(asked?.place.message)
    for (const kind of ['timeline.page', 'timeline.export'] as const)
      await expectRefused(janus.as(as('Ann'), kind, {}), 'not_allowed')
  })
})

test('an export is a table for each day in which no words do anything, or JSON of all rows', async () => {
  const { janus } = await timelineOf(['Ann'])
  await janus.window('messages.send', { agent: 'Ann', message: 'a | b\n# c <img src=x> `d`' })
  const { text, name, rows, isCut } = await janus.window('timeline.export', { kinds: ['message'] })
  expect(text).toContain('\\| b \\# c \\<img src=x\\> \\`d\\`')
  expect(name).toMatch(/^\d{4}-\d\d-\d\d-timeline\.md$/)
  expect({ rows, isCut }).toEqual({ rows: 1, isCut: false })
  const json = await janus.window('timeline.export', { format: 'json' })
  const read = JSON.parse(json.text) as { rows: { text: string }[] }
  expect(read.rows.at(-1)?.text).toBe('a | b # c <img src=x> `d`')
})

test('windows are told that there is more, and when what became of it has changed', async () => {
  const { janus } = await timelineOf(['Ann'])
  const told: string[] = []
  janus.feed.subscribe(({ kind }) => told.push(kind))
  const count = () => told.filter((kind) => kind === 'timeline').length
  await janus.window('messages.send', { agent: 'Ann', message: 'hello' })
  const sent = count()
  expect(sent).toBeGreaterThan(0)
  janus.clock.advance(1000)
  expect(count()).toBeGreaterThan(sent)
})
