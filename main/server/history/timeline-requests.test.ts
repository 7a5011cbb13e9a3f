import { describe, expect, test } from 'vitest'
import type { TimelinePage } from '../../contract/history/timeline.ts'
import { timelineOf } from '../../testkit/factories/timeline-of.ts'

const minute = 60_000
const person = { kind: 'api' } as const
const refusal = (code: string) =>
  expect.objectContaining({ refusal: expect.objectContaining({ code }) as unknown })

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
      (await janus.as(person, 'timeline.page', { kinds: 'message', ...of } as never)).items.map(
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
      await expect(janus.as(person, 'timeline.page', odd as never)).rejects.toEqual(refusal('bad_request'))
    await expect(janus.as(person, 'timeline.page', { agent: 'Nobody' as never })).rejects.toEqual(
      refusal('unknown_agent'),
    )
  })

  test('callers of the API read names, words and ISO times; agents may not ask', async () => {
    const { janus, as, id } = await timelineOf(['Ann', 'Bob'])
    await janus.as(as('Ann'), 'messages.send', { agent: 'Bob', message: 'which boats?', expectReply: true })
    janus.clock.advance(1000)
    const { items } = await janus.as(person, 'timeline.page', { kinds: ['message'] })
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
      await expect(janus.as(as('Ann'), kind, {})).rejects.toEqual(refusal('not_allowed'))
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
