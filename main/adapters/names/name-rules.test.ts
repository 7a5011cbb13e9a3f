import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NameKeys } from '../../ports/ports.ts'
import { createNameRules, skeletonOf } from './name-rules.ts'

const rules = createNameRules('Alex')

function accepted(written: string): NameKeys | null {
  const read = rules.read(written)
  return read.ok ? read.keys : null
}

function passesBeside(name: string, other: string): boolean {
  const [a, b] = [accepted(name), accepted(other)]
  return a !== null && b !== null && a.key !== b.key && a.skeleton !== b.skeleton
}

/** Written by hand, independently of the table under test. */
const lookAlikes: Readonly<Record<string, readonly string[]>> = {
  a: ['а', 'ɑ', 'α', 'ａ', '𝐚', '𝒂', '𝚊', '𝛂'],
  b: ['ｂ', '𝐛', '𝖇', 'Ƅ', 'Ь'],
  // Without the lunate sigma, which NFKC turns into a visibly different plain one.
  c: ['с', 'ⅽ', 'ｃ', '𝐜', 'ᴄ', 'ꮯ'],
  d: ['ԁ', 'ⅾ', 'ｄ', '𝐝', 'ꓒ'],
  e: ['е', 'ｅ', '𝐞', 'ℯ', 'ҽ', 'ꬲ'],
  g: ['ɡ', 'ｇ', '𝐠', 'ց', 'ᶃ'],
  h: ['һ', 'ｈ', '𝐡', 'հ', 'Ꮒ', 'ℎ'],
  i: ['і', 'ｉ', '𝐢', 'ⅰ', 'ι', 'ı', 'Ꭵ', 'ɩ'],
  j: ['ј', 'ｊ', '𝐣', 'ϳ'],
  k: ['ｋ', '𝐤', '𝗄'],
  l: ['1', 'I', 'ⅼ', 'ｌ', 'Ⅰ', 'Ӏ', 'ӏ', 'ǀ', 'ן', 'Ɩ', '𝟏', 'ا', 'ߊ', 'ⵏ', 'ꓲ'],
  m: ['rn', 'ｍ', '𝐦', 'ⅿ'],
  n: ['ｎ', '𝐧', 'ո', 'ռ'],
  o: ['0', 'о', 'ο', 'օ', 'ｏ', '𝐨', 'σ', 'Ο', 'О', '٥', '۵', '०', 'ഠ', 'ං', 'ჿ', 'ⲟ', 'ᴏ', '𝟎'],
  p: ['р', 'ρ', 'ｐ', '𝐩', 'ⲣ'],
  r: ['ｒ', '𝐫', 'г', 'ᴦ', 'ⲅ', 'ꮁ'],
  s: ['ѕ', 'ｓ', '𝐬', 'ꜱ', 'ƽ', 'ꮪ'],
  t: ['ｔ', '𝐭', '𝗍'],
  u: ['ｕ', '𝐮', 'υ', 'ս', 'ᴜ', 'ꭎ'],
  v: ['ν', 'ѵ', 'ｖ', '𝐯', 'ⅴ', 'ᴠ', 'ꮩ'],
  w: ['ѡ', 'ԝ', 'ｗ', '𝐰', 'ա', 'ɯ', 'ᴡ', 'vv'],
  x: ['х', 'ｘ', '𝐱', 'ⅹ', '᙮'],
  y: ['у', 'ｙ', '𝐲', 'ү', 'γ', 'ყ', 'ʏ', 'ꭚ'],
  z: ['ｚ', '𝐳', 'ᴢ', 'ꮓ'],
  A: ['А', 'Α', 'Ꭺ', 'ꓮ', 'Ａ'],
  B: ['В', 'Β', 'Ᏼ', 'Ｂ'],
  E: ['Е', 'Ε', 'Ꭼ', 'Ｅ'],
  H: ['Н', 'Η', 'Ꮋ', 'Ｈ'],
  M: ['М', 'Μ', 'Ꮇ', 'Ｍ'],
  N: ['Ν', 'Ｎ', 'ꓠ'],
  R: ['Ꭱ', 'Ｒ', 'ꓣ'],
  S: ['Ѕ', 'Տ', 'Ｓ', 'Ꮪ'],
  T: ['Т', 'Τ', 'Ꭲ', 'Ｔ'],
  Y: ['Υ', 'Ү', 'Ｙ'],
  '-': ['‐', '‑', '–', '−', '﹣', '－', '˗'],
  ' ': ['\u00a0', '\u2003', '\u3000', '  ', '\u2009'],
  _: ['＿', 'ߺ'],
  '.': ['．', '․', '٠'],
}

/** Returns every variant with one letter replaced by a look-alike. */
function spoofsOf(name: string): string[] {
  const letters = [...name]
  return letters.flatMap((letter, at) =>
    (lookAlikes[letter] ?? []).map((other) => letters.with(at, other).join('')),
  )
}

describe('a name that looks like another does not pass beside it', () => {
  const names = ['Reviewer', 'builder_2.x', 'worker-1 east', 'lila', 'MASTER', 'Ivy', 'Oz']
  const corpus = names.flatMap((name) => spoofsOf(name).map((spoof) => [spoof, name] as const))

  test('the corpus is large enough', () => {
    expect(new Set(corpus.map(([spoof]) => spoof)).size).toBeGreaterThanOrEqual(200)
  })

  test.each(corpus)('%s for %s', (spoof, name) => {
    expect(accepted(name)).not.toBeNull()
    expect(passesBeside(spoof, name)).toBe(false)
  })

  test.each([
    'Rеviewеr',
    'ＲＥＶＩＥＷＥＲ',
    'reviewer',
    'REVIEWER',
    ' Reviewer ',
    'Reviewer\u200b',
    'Re\u00adviewer',
    '\u202eReviewer',
    'Reviewer\u2060',
    '\ufeffReviewer',
    'Reviewer\u{e0041}',
    'Re\u034fviewer',
    'Reviewer\u115f',
    'Reviewer\u3164',
    'Reviewer\ufe0f',
    'Reviewer\0',
    'Revie\u0000wer',
    'Reviewer\n',
    'Reviewer\t',
    'Revievver',
  ])('%j for Reviewer', (spoof) => {
    expect(passesBeside(spoof, 'Reviewer')).toBe(false)
  })
})

describe('reserved', () => {
  const words = ['human', 'you', 'user', 'system', 'janus', 'all', 'alex', 'Human', 'SYSTEM', 'User', 'Alex']
  test.each(words.flatMap((word) => [word, ...spoofsOf(word)]))('%j', (written) => {
    expect(rules.read(written).ok).toBe(false)
  })

  test.each([
    'agt-0123456789',
    'msg-abcdefghjk',
    'AGT-0123456789',
    'аgt-0123456789',
    'rnsg-abcdefghjk',
    'hb-0123456789',
    'trn-0123456789',
    'crd-0123456789',
    '0b1f3c9e-1d2a-4b3c-8d4e-5f6071829304',
    'Ob1f3c9e-1d2a-4b3c-8d4e-5f6O71829304',
  ])('%j has the form of an id', (written) => {
    expect(rules.read(written)).toMatchObject({ ok: false, problem: 'reserved' })
  })

  test.each(['Ali', 'humane', 'all hands', 'systems', 'agt-team', 'Alexa', 'web-production', 'users'])(
    '%j is not',
    (written) => {
      expect(rules.read(written).ok).toBe(true)
    },
  )

  test('says whose name it is', () => {
    const detailOf = (written: string) => {
      const read = createNameRules('Alex').read(written)
      return read.ok ? '' : read.detail
    }
    expect(detailOf('alex')).toBe('"alex" is the name of the user here, or looks like it; choose another.')
    expect(detailOf('Janus')).toBe(
      '"Janus" is reserved, for agents would take it for somebody else; choose another.',
    )
  })

  test("follows the user's own name, whatever it is", () => {
    for (const user of ['Zoë', 'root', '', '  ', 'José María', '日本']) {
      const read = createNameRules(user).read(user)
      expect(read.ok).toBe(false)
    }
    expect(createNameRules('').read('Zoe').ok).toBe(true)
  })
})

describe('read', () => {
  test.each([
    ['Ann', 'Ann'],
    ['  Ann  Lee ', 'Ann Lee'],
    ['Ａｎｎ', 'Ann'],
    ['Zoe\u0308', 'Zoë'],
    ['日本 ２', '日本 2'],
    ['x_1.2-b', 'x_1.2-b'],
    ['ﬁle', 'file'],
    ['n'.repeat(40), 'n'.repeat(40)],
    ['𝒜'.repeat(40), 'A'.repeat(40)],
  ])('%j is %j', (written, name) => {
    expect(accepted(written)?.name).toBe(name)
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['\u3000', 'empty'],
    ['n'.repeat(41), 'long'],
    ['ﷺ'.repeat(40), 'long'],
    ['...', 'character'],
    ['-rf', 'character'],
    ['.hidden', 'character'],
    ['a/b', 'character'],
    ['a\\b', 'character'],
    ['a:b', 'character'],
    ['a"b', 'character'],
    ['[From x]', 'character'],
    ['<b>', 'character'],
    ['a\0', 'character'],
    ['a\nb', 'character'],
    ['a\u0301\u0301', 'character'],
    ['\ud800', 'character'],
    ['😀', 'character'],
    ['½', 'character'],
    ['\u2800', 'character'],
    ['x\u202e', 'character'],
  ])('%j is refused: %s', (written, problem) => {
    const read = rules.read(written)
    expect(read).toMatchObject({ ok: false, problem })
    // The message must not contain anything invisible.
    if (!read.ok) expect(read.detail).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]+$/u)
  })
})

const letters = fc.constantFrom(
  ...'abcdeghijklmnoprstuvwxyzABEHMNRSTY019 ._-',
  'а',
  'е',
  'о',
  'Η',
  'É',
  'ß',
  'ı',
  'İ',
  'ς',
  '日',
  'ﬁ',
)
const names = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

describe('for all names', () => {
  test('reading what was read changes nothing', () => {
    fc.assert(
      fc.property(names, (written) => {
        const keys = accepted(written)
        if (keys === null) return
        expect(accepted(keys.name)).toEqual(keys)
        expect(skeletonOf(keys.skeleton)).toBe(keys.skeleton)
        expect(keys.name).toMatch(/^[\p{L}\p{N} ._-]{1,40}$/u)
        expect(keys.name).not.toMatch(/[\p{C}\p{DI}]/u)
      }),
      { seed: 7, numRuns: 20_000 },
    )
  })

  test('no two that are accepted side by side share a key or a skeleton', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 8 }), (list) => {
        const kept: NameKeys[] = []
        for (const keys of list.map(accepted)) {
          const taken =
            keys === null || kept.some((old) => old.key === keys.key || old.skeleton === keys.skeleton)
          if (!taken) kept.push(keys)
        }
        for (const one of kept) {
          for (const spoof of spoofsOf(one.name)) expect(passesBeside(spoof, one.name)).toBe(false)
          for (const other of [one.name.toUpperCase(), one.name.toLowerCase()]) {
            expect(passesBeside(other, one.name)).toBe(false)
          }
        }
      }),
      { seed: 7, numRuns: 1000 },
    )
  })

  test('what cannot be seen makes no other name', () => {
    const unseen = fc.constantFrom(
      ' ',
      '\u200b',
      '\u200d',
      '\u2060',
      '\u00ad',
      '\u202e',
      '\u2066',
      '\u034f',
      '\ufe0f',
      '\u{e0061}',
      '\u3164',
      '\u0007',
    )
    fc.assert(
      fc.property(names, unseen, fc.nat(), (written, mark, place) => {
        const keys = accepted(written)
        if (keys === null) return
        const at = mark === ' ' ? keys.name.length : place % (keys.name.length + 1)
        expect(passesBeside(keys.name.slice(0, at) + mark + keys.name.slice(at), keys.name)).toBe(false)
      }),
      { seed: 7, numRuns: 5000 },
    )
  })
})
