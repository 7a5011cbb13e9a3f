import { describe, expect, test } from 'vitest'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from './terminal.ts'
import { readTimeline, timelineRequest } from './timeline.ts'

const terminal = openEach(new Terminal())

const row = {
  ...{ n: 7, at: '2026-11-24T08:00:00.123Z', kind: 'message', from: 'Ann', what: 'asks', to: ['Bob'] },
  ...{ fromName: 'Ann', toNames: ['Bob'] },
  ...{ text: 'which \u001b[31mboats?', sealed: false, why: 'by itself', became: 'answered in turn 1' },
  ...{ state: 'answered', costUsd: 0.0123, tokens: 900, turns: [], place: {} },
}
const said = {
  ...row,
  n: 8,
  from: 'Cat',
  fromName: 'Cat',
  what: 'says',
  to: [],
  toNames: [],
  text: '',
  sealed: true,
  why: '',
  became: '',
  costUsd: null,
  tokens: null,
}
const answers = (value: unknown) => void (terminal.api.otherwise = () => ({ status: 200, value }))

describe('janus timeline', () => {
  test('tells rows oldest first, each in its words; nothing of it steers the terminal', async () => {
    answers({ items: [said, row], next: null, total: 2 })
    expect(await terminal.janus('timeline')).toBe(0)
    expect(terminal.printed).toMatchInlineSnapshot(`
      "2026-11-24T08:00:00.123Z  Ann asks Bob: which \\u{1b}[31mboats?
                                by itself; answered in turn 1; $0.0123
      2026-11-24T08:00:00.123Z  Cat says: (under seal)"
    `)
    expect(terminal.api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/timeline'])
    const ofPerson = { from: 'human', fromName: 'Mo' }
    answers({ items: [{ ...row, ...ofPerson, costUsd: 0, tokens: 21_400 }], next: null, total: 1 })
    expect(await terminal.janus('timeline')).toBe(0)
    expect(terminal.printed).toContain('answered in turn 1; 21.4k tokens')
    expect(terminal.printed).toContain('Mo asks Bob')
    answers({ items: [row], next: 7, total: 1001 })
    expect(await terminal.janus('timeline')).toBe(0)
    expect(terminal.printed).toContain('There is more before: --until 2026-11-24T08:00:00.123Z')
    answers({ items: [], next: null, total: 0 })
    expect(await terminal.janus('timeline', '--agent', 'Ann')).toBe(0)
    expect(terminal.printed).toContain('Nothing has passed that fits.')
  })

  test('says which times it takes', async () => {
    expect(await terminal.janus('timeline', '--since', 'yesterday')).not.toBe(0)
    expect(terminal.complained).toContain('--since is a span back from now, such as 30m, 2h or 3d')
  })

  test('gives JSON, and an export as it is', async () => {
    answers({ items: [row], next: null, total: 1 })
    expect(await terminal.janus('timeline', '--json')).toBe(0)
    expect(JSON.parse(terminal.printed)).toMatchObject({ items: [{ from: 'Ann' }] })
    answers({ name: '2026-11-24-timeline.md', text: '# Timeline\n\n1 row\n', rows: 1, isCut: false })
    expect(await terminal.janus('timeline', '--export', 'md', '--kind', 'card')).toBe(0)
    expect(terminal.printed).toContain('# Timeline')
    expect(terminal.api.requests.at(-1)?.url).toBe('/api/timeline/export?kinds=card&format=md')
  })

  test.each([
    [['--kind', 'mail'], '--kind is one of message'],
    [['--limit', '101'], '--limit is a number'],
    [['--export', 'csv'], '--export is md or json'],
    [['more'], 'takes flags only'],
    [['--to', 'Bob'], '--to belongs to janus circles and janus gatherings'],
  ])('%j is not understood, and nothing is asked', async (argv, why) => {
    expect(await terminal.janus('timeline', ...argv)).toBe(2)
    expect(terminal.complained).toContain(why)
    expect(terminal.api.requests).toEqual([])
  })

  test('a span goes back from now; what is said stands in the address, safe', () => {
    const now = Date.parse('2026-11-24T10:00:00Z')
    const path = (flags: object) => timelineRequest(readTimeline(flags), now).path
    expect(path({ since: '2h', agent: 'Ann & Bob', words: 'a=b', limit: '5' })).toBe(
      '/timeline?agent=Ann%20%26%20Bob&q=a%3Db&since=2026-11-24T08%3A00%3A00.000Z&limit=5',
    )
    expect(path({ until: '2026-11-24' })).toBe('/timeline?until=2026-11-24')
  })
})
