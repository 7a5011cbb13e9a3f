import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inspect, visible, withoutTerminalStyle } from './hygiene.ts'
import { SafeText } from './safe-text.tsx'

/** Repeated on purpose: the property must not depend on the table it checks. */
function isDangerous(code: number): boolean {
  const inside = (from: number, to: number) => code >= from && code <= to
  return (
    (code < 0x20 && code !== 0x09 && code !== 0x0a) ||
    inside(0x7f, 0x9f) ||
    [0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x3164, 0xfeff, 0xffa0].includes(code) ||
    inside(0x200b, 0x200c) ||
    inside(0x200e, 0x200f) ||
    inside(0x2028, 0x202e) ||
    inside(0x2060, 0x206f) ||
    inside(0xd800, 0xdfff) ||
    inside(0xe0000, 0xe0fff)
  )
}
const dangerous = fc.oneof(
  fc.integer({ min: 0, max: 0x1f }),
  fc.integer({ min: 0x7f, max: 0xad }),
  fc.integer({ min: 0x2000, max: 0x206f }),
  fc.integer({ min: 0xd800, max: 0xdfff }),
  fc.integer({ min: 0xe0000, max: 0xe01ff }),
  fc.constantFrom(0x34f, 0x61c, 0x115f, 0x180e, 0x200d, 0x3164, 0xfe0f, 0xfeff, 0xffa0),
)
const anyText = fc
  .array(
    fc.oneof(
      dangerous.map((code) => String.fromCodePoint(code)),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''))
const points = (text: string) => Array.from(text, (point) => point.codePointAt(0) ?? 0)

test('no dangerous code point leaves as itself, in markup or in a label', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const markup = renderToStaticMarkup(createElement(SafeText, { text }))
      expect(points(markup).filter(isDangerous)).toEqual([])
      expect(points(visible(text)).filter(isDangerous)).toEqual([])
    }),
  )
})

test('what is not hidden stays as it was, in its order', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const back = inspect(text)
        .map((piece) => (piece.kind === 'text' ? piece.text : String.fromCodePoint(...piece.codes)))
        .join('')
      expect(points(back)).toEqual(points(text.replaceAll('\r\n', '\n')))
    }),
  )
})

test('a joiner stays inside one emoji and nowhere else', () => {
  expect(inspect('👩🏽\u200D🚀')).toHaveLength(1)
  expect(inspect('❤\uFE0F')).toHaveLength(1)
  expect(inspect('pa\u200Dypal')).toHaveLength(3)
  expect(inspect('a\uFE0F')).toHaveLength(2)
})

test('a sign names what it stands for', () => {
  expect(visible('a\u202Eb')).toBe('a⟨U+202E⟩b')
  expect(visible('\u200B\u200B\u200B')).toBe('⟨U+200B and 2 more hidden⟩')
})

test('terminal colours go, other controls stay to be seen', () => {
  expect(withoutTerminalStyle('\u001B[1;31mred\u001B[0m\u0007')).toBe('red\u0007')
})
