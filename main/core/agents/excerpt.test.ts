import { describe, expect, test } from 'vitest'
import { utf8Length } from '../text.ts'
import { excerptOf } from './excerpt.ts'

const limit = 16 * 1024
/** What a text among the input stands as. */
const text = (json: string, field: string): unknown => (JSON.parse(json) as Record<string, unknown>)[field]
const long = (length: number, of = 'x'): string => of.repeat(length)

describe('what a card shows of an input', () => {
  test('all of it, up to the limit', () => {
    const json = JSON.stringify({ command: long(limit - 14) })
    expect(utf8Length(json)).toBe(limit)
    expect(excerptOf(json, limit)).toEqual({ input: json, hidden: 0 })
  })

  test('of a longer command the beginning and the end, and how much is between', () => {
    const command = `echo all good # ${long(17_000)}\ntouch FILE`
    const { input, hidden } = excerptOf(JSON.stringify({ command, description: 'Looks' }), limit)
    const shown = String(text(input, 'command'))
    expect(shown).toMatch(/^echo all good # x+\n\[… \d+ characters …\]\nx+\ntouch FILE$/)
    expect(text(input, 'description')).toBe('Looks')
    const mark = /\n\[… (\d+) characters …\]\n/.exec(shown)
    expect(mark?.[1]).toBe(String(hidden))
    expect(shown.length - (mark?.[0].length ?? 0) + hidden).toBe(command.length)
  })

  test('a change keeps both sides, and what is hidden of them is counted together', () => {
    const edit = { file_path: '/a', old_string: long(20_000, 'old\n'), new_string: long(20_000, 'new\n') }
    const { input, hidden } = excerptOf(JSON.stringify(edit), limit)
    const marks = [...input.matchAll(/\[… (\d+) characters …\]/g)].map(([, count]) => Number(count))
    expect(marks).toHaveLength(2)
    expect(marks.reduce((sum, count) => sum + count, 0)).toBe(hidden)
    expect(text(input, 'file_path')).toBe('/a')
  })

  test.each([
    ['no character is torn apart', JSON.stringify({ command: `a${long(10_000, '🐢')}` })],
    ['many short texts', JSON.stringify({ list: Array.from({ length: 5000 }, (_, n) => `entry ${n}`) })],
    ['a long name of a field', JSON.stringify({ [long(40_000)]: 1 })],
    ['deep', `{"a":${long(30_000, '[')}${long(30_000, ']')}}`],
    ['no JSON', long(40_000, '€')],
    ['a small one in great letters', JSON.stringify({ command: long(6_000, '語') })],
  ])('it fits, and says how much is missing: %s', (_, json) => {
    const { input, hidden } = excerptOf(json, limit)
    expect(utf8Length(input)).toBeLessThanOrEqual(limit)
    expect(hidden).toBeGreaterThan(0)
    expect(input.isWellFormed()).toBe(true)
  })
})
