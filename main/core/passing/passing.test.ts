import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { passedTo, passOf } from './passing.ts'

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

/** The file's head explains the format. */
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

describe('a pass by the last line', () => {
  const rows = tableOf('passing.txt')

  test('the corpus is large enough, both ways', () => {
    const moves = rows.filter((row) => row.to !== '-').length
    expect(moves).toBeGreaterThanOrEqual(170)
    expect(rows.length - moves).toBeGreaterThanOrEqual(500)
    expect(new Set(rows.map((row) => row.text)).size).toBe(rows.length)
  })

  test.each(rows)('$to: $text', (row) => {
    expect(told(row.text)).toBe(row.to)
  })

  test.each([
    ['I pass to Critic.', ''],
    ['*I pass the piece.*\n', ''],
    ['It holds.\n\nI pass to Critic.', 'It holds.'],
    ['- one\n- two\n\n**Passing to Critic.**', '- one\n- two'],
    ['It holds.\n\nI pass to Critic.\n\nPASS: Critic', 'It holds.'],
    ['I pass to Critic.\n\nPASS: Critic', ''],
    ['It holds.\n\nThanks both, I pass the piece to Mo!', 'It holds.'],
    ['It holds.\n\nPASS\n\nThank you all!', 'It holds.'],
    ['Over to you, Mo!', ''],
  ])('the passing line is not part of the words: %j', (text, words) => {
    expect(passOf(text, seats)?.words).toBe(words)
  })
})

describe('a pass by the tool', () => {
  const words = 'The window is ten seconds.'

  test.each(names.map((name, at) => ({ name, number: at + 1 })))('reads as one to $name', (seat) => {
    for (const to of [seat.name, `${seat.name} (${seat.number})`])
      expect(passOf(passedTo(words, to), seats)).toEqual({ to: seat.number, words })
    expect(passOf(passedTo('', `${seat.number}`), seats)).toEqual({ to: seat.number, words: '' })
  })

  test('replaces the line of the text itself; silence passes to the next without one', () => {
    for (const own of ['PASS', '**PASS: Critic**', 'SILENT', 'I pass to Critic.', '  ']) {
      expect(passOf(passedTo(`${words}\n${own}`, 'Scout'), seats)).toEqual({ to: 1, words })
      expect(passOf(passedTo(own, 'Scout'), seats)).toEqual({ to: 1, words: '' })
    }
    expect(passedTo(`${words}\nPASS: Critic`, null)).toBe(`${words}\n\nPASS`)
    expect(passedTo('SILENT', null)).toBe('SILENT')
    expect(passedTo('', null)).toBe('PASS')
  })
})

test('remote speakers may append this machine to a name', () => {
  const to = (name: string, machine: string | null) => passOf(`PASS: ${name}`, seats, machine)?.to
  expect(to('scout@attic', 'attic')).toBe(1)
  expect(to('Scout@attic (1)', 'attic')).toBe(1)
  expect(to('Scout@barn', 'attic')).toBeUndefined()
  expect(to('Scout@attic', null)).toBeUndefined()
  expect(passOf('I pass to Scout@attic.', seats, 'attic')?.to).toBe(1)
})

test('a name that ends as courtesy does is the whole name', () => {
  const own = [
    { number: 1, name: 'Do it now' },
    { number: 2, name: 'Do it' },
  ]
  for (const line of ['PASS: Do it now', 'I pass to Do it now.', 'Over to you, Do it now!'])
    expect(passOf(line, own)?.to).toBe(1)
  expect(passOf('I pass to Do it, please.', own)?.to).toBe(2)
})

describe('64 KiB of hostile text', () => {
  const size = 64 * 1024
  const fill = (part: string): string => part.repeat(Math.ceil(size / part.length)).slice(0, size)
  const growing = (char: string): string => {
    let text = ''
    for (let run = 1; text.length < size; run += 1) text += `${char.repeat(run)} `
    return text
  }
  const parts = [
    'PASS: Critic. ',
    'PASS: ',
    '\nPASS: ',
    'and so, ',
    'I pass to the ',
    'passing ',
    '\nI pass',
    '\n\nI pass.',
    '"',
    '" ',
    ' "',
    "'",
    '“',
    '”',
    '«',
    '`',
    '` ',
    '~',
    '~~',
    '(',
    '[',
    '(4',
    '(4)',
    '[From ',
    '**',
    '* ',
    '_ ',
    '- ',
    '<',
    '<a',
    '<a ',
    '</a',
    '<a></a>',
    '<!--',
    '-->',
    '<!-- -->',
    '<pre>',
    '> ',
    '>',
    '\n>',
    '\n```',
    '\n~~~ ',
    '\n    ',
    '\t',
    ' ',
    '\n',
    '\n\n',
    '\r',
    '.',
    '. ',
    '...',
    '! ',
    '?',
    ':',
    ': ',
    'said:',
    'said: ',
    'said:\n\n',
    'Critic (3):',
    'Critic (3',
    '\n(3):',
    '\u{1f64f}',
    '\u{1f64f}\u200d',
    '\u200b',
    '\ufe0f',
    '\u202e',
    '\u0301',
    '\u{e0041}',
    '\ud800',
    'e.g. ',
    '#',
    '\\',
    '@',
    '4',
    '4.',
  ]
  const texts = [...parts.map(fill), ...['`', '~', '"', '(', '>', '#', ' ', '-'].map(growing)]

  const numbered = texts.map((text, at) => ({ at, text }))

  test.each(numbered)('reads a number of characters that is linear in its length: $at', ({ at, text }) => {
    const whole = text + (['', '\n\nPASS: Critic', '\nPASS', '.\n\nI pass.'][at % 4] ?? '')
    expect(looksOf(() => passOf(whole, seats))).toBeLessThanOrEqual(20 * whole.length + 100_000)
  })
})

/** Counts the characters that patterns and `charAt` read during a call. */
function looksOf(run: () => unknown): number {
  let looks = 0
  const exec = RegExp.prototype.exec
  const charAt = String.prototype.charAt
  RegExp.prototype.exec = function (text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    looks +=
      1 + (found !== null ? found.index + found[0].length - from : this.sticky ? 0 : text.length - from)
    return found
  }
  String.prototype.charAt = function (at: number) {
    looks += 1
    return charAt.call(this, at)
  }
  try {
    run()
  } finally {
    RegExp.prototype.exec = exec
    String.prototype.charAt = charAt
  }
  return looks
}
