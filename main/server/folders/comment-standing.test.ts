import { expect, test } from 'vitest'
import type { CommentPlace } from '../../contract/folders/line-comments.ts'
import { Random } from '../../testkit/random.ts'
import { standingOf } from './comments-requests.ts'

const place = (lines: readonly string[], more: Partial<CommentPlace> = {}): CommentPlace => ({
  path: 'a.js',
  side: 'new',
  line: 2,
  lines,
  before: 'one',
  after: 'three',
  ...more,
})

test('a line is there while it stands as it was, wherever it moves to', () => {
  const two = place(['+two'])
  expect(standingOf(two, 'one\ntwo\nthree\n')).toEqual({ state: 'there', line: 2 })
  expect(standingOf(two, 'zero\r\none\r\ntwo\r\nthree')).toEqual({ state: 'there', line: 3 })
  expect(standingOf(two, 'one\n2\nthree\n')).toEqual({ state: 'changed' })
  expect(standingOf(two, '')).toEqual({ state: 'changed' })
  expect(standingOf(two, null)).toEqual({ state: 'changed' })
})

test('of lines that stand twice the one with the same neighbors is meant, then the nearest', () => {
  const brace = place([' }'], { line: 6, before: '  b()', after: '' })
  expect(standingOf(brace, '{\n  a()\n}\n\n{\n  b()\n}\n\n')).toEqual({ state: 'there', line: 7 })
  expect(standingOf(brace, '}\nx\ny\nz\n}\nq')).toEqual({ state: 'there', line: 5 })
})

test('the removed lines among others are not looked for; lines that were only removed are changed once they are back', () => {
  expect(standingOf(place(['-old', '+two']), 'one\ntwo\nthree\n')).toEqual({ state: 'there', line: 2 })
  const removed = place(['-two'], { side: 'old' })
  expect(standingOf(removed, 'one\nthree\ntwo\n')).toEqual({ state: 'there', line: 2 })
  expect(standingOf(removed, 'one\ntwo\nthree\n')).toEqual({ state: 'changed' })
  const whole = place(['-one', '-two'], { side: 'old', line: 1, before: null, after: null })
  expect(standingOf(whole, null)).toEqual({ state: 'there', line: 1 })
  expect(standingOf(whole, 'one\ntwo\n')).toEqual({ state: 'changed' })
})

test('whatever happens around them, unchanged lines are never called changed, and changed lines are', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed)
    const words = ['', '}', 'a', 'b', 'return']
    const file = Array.from({ length: random.int(1, 30) }, () => random.pick(words) ?? '')
    const from = random.int(0, file.length - 1)
    const lines = file.slice(from, from + random.int(1, 3))
    const comment = place(
      lines.map((line) => ` ${line}`),
      { line: from + 1, before: file[from - 1] ?? null, after: file[from + lines.length] ?? null },
    )
    const edited = (side: readonly string[]): string[] =>
      side.flatMap((line) => (random.chance(0.3) ? [] : random.chance(0.3) ? ['new', line] : [line]))
    const now = [...edited(file.slice(0, from)), ...lines, ...edited(file.slice(from + lines.length))]
    const standing = standingOf(comment, now.join('\n'))
    expect(standing.state).toBe('there')
    const at = standing.state === 'there' ? standing.line - 1 : -1
    expect(now.slice(at, at + lines.length)).toEqual(lines)
    const [first = ''] = lines
    const changed = now.map((line) => (line === first ? `${line}!` : line))
    expect(standingOf(comment, changed.join('\n')).state).toBe('changed')
  }
})
