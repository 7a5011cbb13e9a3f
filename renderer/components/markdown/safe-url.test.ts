import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destinationOf, safeUrl, shownUrl } from './safe-url.ts'

const refused = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'blob:https://a.example/1',
  'about:blank',
  'filesystem:x',
  'file:///etc/passwd',
  'smb://host/share',
  '\\\\host\\share',
  '//evil.example/x',
  '/etc/passwd',
  'C:\\a',
  'ms-msdt:/id',
  'ms-officecmd:x',
  'vscode://file/etc/passwd',
  'ssh://host',
  'ftp://host',
  'tel:123',
  'https://bank.example@evil.example/',
  'https://a:b@evil.example',
  'http://user@host',
  'https://',
  'http:///',
  'https://[',
  'https://a b.example',
  'https:evil.example',
  'x-https://a.example',
  'view-source:https://a.example',
  'jar:https://a.example!/',
  'intent://a#Intent;end',
  '',
  ' ',
  '#',
  'a',
  `https://a.example/${'x'.repeat(5_000)}`,
]
const opened: readonly (readonly [string, string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
  ['http://localhost:8080/x?y#z', 'http://localhost:8080/x?y#z'],
  ['https://exämple.com/ü', 'https://xn--exmple-cua.com/%C3%BC'],
  ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
  ['https://good.example\\@evil.example/', 'https://good.example/@evil.example/'],
  ['https://a.example/\u202Egnp.exe', 'https://a.example/%E2%80%AEgnp.exe'],
  ['https://0x7f.1/', 'https://127.0.0.1/'],
  ['mailto:mo@ferry.example?subject=Hi', 'mailto:mo@ferry.example?subject=Hi'],
]

test('what is no address of the web or of mail is not opened', () => {
  for (const raw of refused) expect([raw, safeUrl(raw)]).toEqual([raw, null])
})

test('an address is told as what it is', () => {
  for (const [raw, href] of opened) expect(safeUrl(raw)).toBe(href)
  expect(destinationOf('https://xn--80ak6aa92e.com/')).toMatchObject({
    to: 'xn--80ak6aa92e.com',
    isForeign: true,
  })
  expect(destinationOf('http://localhost:8080/x')).toMatchObject({ to: 'localhost:8080', isPlain: true })
  expect(destinationOf('mailto:mo@ferry.example?subject=Hi')).toMatchObject({
    kind: 'mail',
    to: 'mo@ferry.example',
  })
})

test('whatever comes, only plain ASCII of three schemes without a login goes out', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'http://',
      'mailto:',
      'javascript:',
      '@',
      ':',
      '//',
      '\\',
      '?',
      '#',
      '\n',
      '\t',
    ),
    fc.constantFrom('bank.example', 'xn--', '\u202E', '\u200B', '%00', '[', ']', '\u3002', '\uFF0F'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const raw = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        raw,
        fc.webUrl(),
        raw.map((rest) => `https://${rest}`),
      ),
      (text) => {
        const href = safeUrl(text)
        if (href === null) return
        expect(href).toMatch(/^(?:https?:\/\/[^/?#@\\]+[/?#]|mailto:)[\x21-\x7e]*$/)
        expect(safeUrl(href)).toBe(href)
        expect(destinationOf(href).to).toMatch(/^[\x20-\x7e]*$/)
        expect(shownUrl(href).length).toBeLessThanOrEqual(80)
      },
    ),
    { numRuns: 2_000 },
  )
})
