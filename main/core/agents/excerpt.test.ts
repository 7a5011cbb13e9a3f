import { describe, expect, test } from 'vitest'
import { utf8Length } from '../words/text.ts'
import { excerptOf } from './excerpt.ts'

const limit = 16 * 1024
const long = (length: number, of = 'x'): string => of.repeat(length)
const diff = (before: string | null, after: string) => ({ path: '/a', before, after })

describe('what a card shows of a call', () => {
  test('all of it, up to the limit', () => {
    const all = { input: long(limit - 12), diffs: [diff('one', 'another')] }
    expect(excerptOf(all, limit)).toEqual({ ...all, hidden: 0 })
    expect(excerptOf({ ...all, input: `${all.input}x` }, limit).hidden).toBeGreaterThan(0)
  })

  test('of a longer command the beginning and the end, and how much is between', () => {
    const command = `echo all good # ${long(17_000)}\ntouch FILE`
    const { input: shown, hidden } = excerptOf({ input: command, diffs: [] }, limit)
    expect(shown).toMatch(/^echo all good # x+\n\[… \d+ characters …\]\nx+\ntouch FILE$/)
    const mark = /\n\[… (\d+) characters …\]\n/.exec(shown)
    expect(mark?.[1]).toBe(String(hidden))
    expect(shown.length - (mark?.[0].length ?? 0) + hidden).toBe(command.length)
  })

  test('a change keeps both sides, and what is hidden of them is counted together', () => {
    const edit = diff(long(20_000, 'old\n'), long(20_000, 'new\n'))
    const { diffs, hidden } = excerptOf({ input: 'replace_all: true', diffs: [edit] }, limit)
    const shown = diffs.map(({ before, after }) => `${before ?? ''}${after}`).join('')
    const marks = [...shown.matchAll(/\[… (\d+) characters …\]/g)].map(([, count]) => Number(count))
    expect(marks).toHaveLength(2)
    expect(marks.reduce((sum, count) => sum + count, 0)).toBe(hidden)
    expect(diffs[0]?.path).toBe('/a')
  })

  test.each([
    ['no character is torn apart', `a${long(10_000, '🐢')}`, []],
    ['many small changes', '', Array.from({ length: 5000 }, (_, n) => diff(`entry ${n}`, ''))],
    ['a whole file', '', [diff(null, long(40_000))]],
    ['one in great letters', long(6_000, '語'), []],
  ])('it fits, and says how much is missing: %s', (_, input, diffs) => {
    const excerpt = excerptOf({ input, diffs }, limit)
    const shown = [
      excerpt.input,
      ...excerpt.diffs.flatMap(({ before, after }) => [before ?? '', after]),
    ].join('')
    expect(utf8Length(shown)).toBeLessThanOrEqual(limit)
    expect(excerpt.hidden).toBeGreaterThan(0)
    expect(shown.isWellFormed()).toBe(true)
  })
})
