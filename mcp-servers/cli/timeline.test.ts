import { describe, expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

const row = {
  n: 7,
  at: '2026-11-24T08:00:00.123Z',
  kind: 'message',
  from: 'Ann',
  what: 'asks',
  to: ['Bob'],
  fromName: 'Ann',
  toNames: ['Bob'],
  text: 'which \u001b[31mboats?',
  sealed: false,
  why: 'by itself',
  became: 'answered in turn 1',
  state: 'answered',
  costUsd: 0.0123,
  tokens: 900,
  turns: [],
  place: {},
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
describe('janus timeline', () => {
  test('tells rows oldest first, each in its words; nothing of it steers the terminal', async () => {
    terminal.api.answers({ items: [said, row], next: null, total: 2 })
    expect(await terminal.prints('timeline')).toMatchInlineSnapshot(`
      "2026-11-24 13:30:00  Ann asks Bob: which \\u{1b}[31mboats?
                           by itself; answered in turn 1; $0.0123
      2026-11-24 13:30:00  Cat says: (under seal)"
    `)
    expect(terminal.api.urls).toEqual(['GET /api/timeline'])
    const ofUser = { from: 'user', fromName: 'Mo' }
    terminal.api.answers({ items: [{ ...row, ...ofUser, costUsd: 0, tokens: 21_400 }], next: null, total: 1 })
    expect(await terminal.prints('timeline')).toContain('answered in turn 1; 21.4k tokens')
    expect(terminal.printed).toContain('Mo asks Bob')
    terminal.api.answers({ items: [row], next: 7, total: 1001 })
    expect(await terminal.janus('timeline')).toBe(0)
    expect(terminal.complained).toBe('There is more before: --until 2026-11-24T08:00:00.123Z')
    terminal.api.answers({ items: [], next: null, total: 0 })
    expect(await terminal.prints('timeline', '--agent', 'Ann')).toContain('No matching events.')
  })

  test('says which times it takes', async () => {
    expect(await terminal.janus('timeline', '--since', 'soon')).not.toBe(0)
    expect(terminal.complained).toContain('--since: "soon" is no time. One is 2h, 30m, 7d (back from now)')
  })

  test('gives JSON, and an export as it is', async () => {
    terminal.api.answers({ items: [row], next: null, total: 1 })
    expect(await terminal.janus('timeline', '--json')).toBe(0)
    expect(JSON.parse(terminal.printed)).toMatchObject({ items: [{ from: 'Ann' }] })
    terminal.api.answers({
      name: '2026-11-24-timeline.md',
      text: '# Timeline\n\n1 row\n',
      rows: 1,
      isCut: false,
    })
    expect(await terminal.prints('timeline', '--export', 'md', '--kind', 'card')).toContain('# Timeline')
    expect(terminal.api.requests.at(-1)?.url).toBe('/api/timeline/export?kinds=card&format=md')
  })

  test.each([
    [['--kind', 'mail'], '--kind is one of message'],
    [['--limit', '101'], '--limit is a number'],
    [['--export', 'csv'], '--export is one of md, json'],
    [['more'], 'is one word too many'],
    [['--to', 'Bob'], 'janus timeline has no option --to.'],
  ])('%j is not understood, and nothing is asked', async (argv, why) => {
    expect(await terminal.fails(2, 'timeline', ...argv)).toContain(why)
    expect(terminal.api.requests).toEqual([])
  })

  test('times are the user’s own, spans go back from now; what is said stands in the address, safe', async () => {
    terminal.api.answers({ items: [], next: null, total: 0 })
    const asked = async (...argv: string[]) => {
      await terminal.janus('timeline', ...argv)
      return new URL(`http://x${terminal.api.requests.at(-1)?.url ?? ''}`).searchParams
    }
    const query = await asked('--since', '2h', '--agent', 'Ann & Bob', '--words', 'a=b', '--limit', '5')
    const { since = '', ...rest } = Object.fromEntries(query)
    expect(rest).toEqual({ agent: 'Ann & Bob', q: 'a=b', limit: '5' })
    expect(Date.now() - Date.parse(since)).toBeGreaterThanOrEqual(7_200_000)
    const until = async (time: string) => (await asked('--until', time)).get('until')
    expect([await until('2026-11-24'), await until('2026-11-24 09:30:05')]).toEqual([
      '2026-11-23T18:30:00.000Z',
      '2026-11-24T04:00:05.000Z',
    ])
    expect(await until('2026-11-24T08:00:00.123Z')).toBe('2026-11-24T08:00:00.123Z')
  })
})
