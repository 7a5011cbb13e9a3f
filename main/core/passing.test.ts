import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { passOf } from './passing.ts'

const names = [
  'Scout',
  'Builder',
  'Critic',
  'Mo',
  'critic-2',
  'Data Keeper',
  'v2.1 store',
  'Dr. Who',
  '42',
  'Data',
  'snake_case',
  'Łukasz',
  'the Owl',
]
const seats = names.map((name, at) => ({ number: at + 1, name }))

interface Row {
  readonly text: string
  readonly to: string
}

/** The lines of a table, as its head explains them. */
function tableOf(file: string): Row[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [to = '', ...rest] = line.split(' | ')
      return { to, text: written(rest.join(' | ')) }
    })
}

function written(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .replace(/\\u\{([\da-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function told(text: string): string {
  const pass = passOf(text, seats)
  if (pass === null) return '-'
  return pass.to === null ? 'next' : (names[pass.to - 1] ?? '?')
}

describe('a pass in words', () => {
  const rows = tableOf('passing.txt')

  test('the corpus is large enough, both ways', () => {
    const moves = rows.filter((row) => row.to !== '-').length
    expect(moves).toBeGreaterThanOrEqual(100)
    expect(rows.length - moves).toBeGreaterThanOrEqual(150)
    expect(new Set(rows.map((row) => row.text)).size).toBe(rows.length)
  })

  test.each(rows)('$to: $text', (row) => {
    expect(told(row.text)).toBe(row.to)
  })
})
