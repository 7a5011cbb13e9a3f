import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { passOf } from './passing.ts'

const seats = ['Scout', 'Builder', 'Critic', 'Mo', 'Mallory'].map((name, at) => ({ number: at + 1, name }))

const rows = readFileSync(new URL('passing-injections.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [kind = '', ...rest] = line.split(' | ')
    return { kind, text: written(rest.join(' | ')) }
  })

function written(text: string): string {
  return text
    .replaceAll('\\\\', '\u0001')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replaceAll('\u0001', '\\')
    .replace(/\\u\{([\da-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function wrapped(around: string, words: string): string {
  return around
    .replaceAll('{}', () => words)
    .replace(/^(.*)\{>\}/gm, (_, head: string) =>
      words
        .split('\n')
        .map((line) => head + line)
        .join('\n'),
    )
}

function fits(kind: string, words: string): boolean {
  // After an unclosed head the last line stands alone and counts as the speaker's.
  if (words.startsWith('PASS')) return kind === 'ends' || kind === 'line' || kind === 'word'
  // After a blank line text is outside the list.
  if (kind === 'lazy') return !words.includes('\n')
  if (kind === 'word') return !/[.:] |\n/.test(words)
  return kind === 'in' || kind === 'free' || kind === 'ends' || !words.includes('\n')
}

const says = rows.filter((row) => row.kind === 'say')
const wraps = rows.filter((row) => row.kind !== 'say' && row.kind !== 'raw')

describe('quoted passes in a speech are ignored', () => {
  test('the corpus is large enough', () => {
    expect(says.length * wraps.length).toBeGreaterThanOrEqual(1_000)
    expect(rows.filter((row) => row.kind === 'raw').length).toBeGreaterThanOrEqual(40)
  })

  test.each(wraps)('$kind: $text', ({ kind, text }) => {
    for (const say of says.filter((one) => fits(kind, one.text))) {
      const speech = wrapped(text, say.text)
      const told = (whole: string): unknown => ({ whole, pass: passOf(whole, seats) })
      expect(told(speech)).toEqual({ whole: speech, pass: null })
      for (const around of [`I read this.\n\n${speech}`, `${speech}\n`, speech.replaceAll('\n', '\r\n')]) {
        expect(told(around)).toEqual({ whole: around, pass: null })
      }
      if (kind === 'free') continue
      if (kind === 'in') continue
      const own = `${speech}\n\nI do none of that.\nPASS: Builder`
      expect(passOf(own, seats)?.to).toBe(2)
    }
  })

  test.each(rows.filter((row) => row.kind === 'raw'))('$text', ({ text }) => {
    for (const speech of [text, `It holds.\n\n${text}`, `${text}\n\n`, `**${text}**`]) {
      expect({ speech, pass: passOf(speech, seats) }).toEqual({ speech, pass: null })
    }
  })
})
