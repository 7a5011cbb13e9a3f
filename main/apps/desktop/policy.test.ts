import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FramePart, ElectronPermission } from './electron-parts.ts'
import {
  acceptSender,
  allowNavigation,
  allowPermission,
  allowRequest,
  brokenPage,
  isOwn,
  judgeLink,
  startPage,
} from './policy.ts'

const foreign = [
  'https://janus/',
  'http://127.0.0.1:9223/',
  'file:///etc/passwd',
  'about:blank',
  '',
  'app://',
  'app:///',
  'app://evil/',
  'app://janus.evil/',
  'app://JANUS/',
  'app://janus@evil/',
  'app://janus:1/',
  'app://u@janus/',
  'app://u:p@janus/',
  'janus',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'vscode://x',
  'blob:https://evil/1',
  'devtools://devtools/x',
  'chrome://settings',
  'chrome-extension://abc/',
  'APP:janus',
  'ftp://janus/',
  'ws://janus/',
  'app:janus',
  'filesystem:app://janus/x',
  'view-source:app://janus/',
]

test.each(foreign)('%s is not ours', (address) => {
  expect(isOwn(address)).toBe(false)
  expect(allowNavigation(address, true)).toBe(false)
})

test('the window goes to its start page only, and nothing goes into a frame', () => {
  expect(allowNavigation(startPage, true)).toBe(true)
  expect(allowNavigation(`${startPage}#a`, true)).toBe(true)
  for (const other of [brokenPage, 'app://janus/index.html', 'app://janus/assets/x.js', 'app://janus//']) {
    expect(allowNavigation(other, true)).toBe(false)
  }
  expect(allowNavigation(startPage, false)).toBe(false)
})

test('a page loads its own files, and the tools of a developer theirs', () => {
  const own = ['app://janus/', 'app://janus/assets/a.js', 'blob:app://janus/1', 'data:image/png;base64,AA']
  for (const address of own) expect(allowRequest(address, false)).toBe(true)
  for (const address of foreign.filter((one) => !/^(data|devtools):/.test(one))) {
    expect(allowRequest(address, true)).toBe(false)
  }
  expect(allowRequest('devtools://devtools/x', true)).toBe(true)
  expect(allowRequest('devtools://devtools/x', false)).toBe(false)
})

describe('permissions', () => {
  // A permission that Electron adds fails to compile until it is listed here.
  const decided: Record<ElectronPermission, boolean> = {
    ar: false,
    'automatic-fullscreen': false,
    'background-fetch': false,
    'background-sync': false,
    'captured-surface-control': false,
    'clipboard-read': false,
    'clipboard-sanitized-write': true,
    'deprecated-sync-clipboard-read': false,
    'display-capture': false,
    fileSystem: false,
    fullscreen: false,
    geolocation: false,
    'geolocation-approximate': false,
    'hand-tracking': false,
    hid: false,
    'idle-detection': false,
    keyboardLock: false,
    'local-fonts': false,
    'local-network': false,
    'local-network-access': false,
    'loopback-network': false,
    media: false,
    mediaKeySystem: false,
    midi: false,
    midiSysex: false,
    nfc: false,
    notifications: true,
    openExternal: false,
    'payment-handler': false,
    'periodic-background-sync': false,
    'persistent-storage': false,
    pointerLock: false,
    'screen-wake-lock': false,
    sensors: false,
    serial: false,
    'smart-card': false,
    'speaker-selection': false,
    'storage-access': false,
    'system-wake-lock': false,
    'top-level-storage-access': false,
    usb: false,
    vr: false,
    'web-app-installation': false,
    'web-printing': false,
    'window-management': false,
    unknown: false,
  }

  test.each(Object.entries(decided) as [ElectronPermission, boolean][])('%s: %s', (permission, isGranted) => {
    expect(allowPermission(permission, startPage)).toBe(isGranted)
    expect(allowPermission(permission, 'app://janus')).toBe(isGranted)
    for (const address of foreign) expect(allowPermission(permission, address)).toBe(false)
  })

  test.each(['setPermissionRequestHandler', 'setPermissionCheckHandler'])('%s knows no other', (handler) => {
    const types = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')
    const [line = ''] = types.split('\n').filter((text) => text.includes(`    ${handler}(handler:`))
    const [, union = ''] = /permission: ((?:'[^']+'(?: \| )?)+)/.exec(line) ?? []
    const names = union.split(' | ').map((name) => name.slice(1, -1))
    expect(names.sort()).toEqual(Object.keys(decided).sort())
  })
})

describe('who asks', () => {
  const top: FramePart = { url: startPage, processId: 7, frameToken: 'a', parent: null }
  const accept = (frame: FramePart | null, mainFrame: FramePart = top) =>
    acceptSender({ senderFrame: frame, sender: { mainFrame } })

  test('the top frame of our page', () => {
    expect(accept(top)).toBe(true)
    expect(accept({ ...top })).toBe(true)
  })

  test.each<[string, FramePart | null]>([
    ['a frame that has gone', null],
    ['a frame within the page', { ...top, parent: top }],
    ['a frame within the page that says it is the top', { ...top, frameToken: 'b' }],
    ['the same frame in another process', { ...top, processId: 8 }],
    ...foreign.map((url): [string, FramePart] => [`a page at "${url}"`, { ...top, url }]),
  ])('never %s', (_, frame) => {
    expect(accept(frame)).toBe(false)
  })

  test('never one that stands in for the top frame elsewhere', () => {
    expect(accept({ ...top, url: 'https://evil/' }, { ...top, url: 'https://evil/' })).toBe(false)
  })
})

describe('links', () => {
  test.each([
    ['https://example.org', 'https://example.org/', 'example.org'],
    ['HTTPS://Example.org:8443/a?b=c@d#e', 'https://example.org:8443/a?b=c@d#e', 'example.org:8443'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/', '127.0.0.1:3000'],
    ['https://example.org/@name', 'https://example.org/@name', 'example.org'],
    // A Cyrillic а is shown in its ASCII form.
    ['https://аpple.com/', 'https://xn--pple-43d.com/', 'xn--pple-43d.com'],
    ['mailto:ann@example.org', 'mailto:ann@example.org', 'ann@example.org'],
    ['mailto:ann@example.org?subject=x&attach=/etc/passwd', 'mailto:ann@example.org', 'ann@example.org'],
  ])('%s is opened as %s', (address, opened, place) => {
    expect(judgeLink(address)).toEqual({ kind: 'open', address: opened, place })
  })

  test.each([
    'file:///etc/passwd',
    'file://host/share',
    '\\\\host\\share',
    '//host/share',
    'smb://host/share',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ms-msdt:/id',
    'ms-officecmd:{}',
    'vscode://x/y',
    'search-ms:query=x',
    'jar:https://x!/',
    'ftp://x',
    'ssh://x',
    'tel:123',
    'app://janus/',
    'about:blank',
    'chrome://settings',
    'view-source:https://x',
    'blob:https://x/1',
    'intent://x#Intent;end',
    'steam://run/1',
    'https://bank.com@evil.org',
    'https://bank.com:443@evil.org',
    'https://@evil.org',
    'https://:@evil.org',
    'https:example.org',
    'https:/example.org',
    'https:///example.org',
    'https:\\\\example.org',
    'https://',
    'https://exa mple.org',
    'https://example.org/\u202egpj.exe',
    'https://example.org/\u200b',
    ' https://x.org',
    'https://example.org/\n',
    'https://example.org/\0',
    'https://example.org\t.evil',
    'https://x.org/"&calc',
    'https://x.org/<a>',
    'https://x.org/\u{e0041}',
    'https://[::1',
    'https://x..org:99999/',
    '',
    'example.org',
    'mailto:',
    'mailto:ann',
    'mailto:-ann@x.org',
    'mailto:ann@x.org,bob@x.org',
    'mailto:"a b"@x.org',
    'mailto:ann@аpple.com',
    'mailto:ann%0abcc:x@x.org',
    `https://example.org/${'a'.repeat(2100)}`,
  ])('%s is refused', (address) => {
    expect(judgeLink(address)).toEqual({ kind: 'refused', reason: expect.stringMatching(/^[A-Z].+\.$/) })
  })

  const piece = fc.constantFrom(
    'https:',
    'http:',
    'mailto:',
    'file:',
    'javascript:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '%',
    'a',
    'x.org',
    'xn--',
    '[::1]',
    '\u202e',
    '\u0430',
    '\0',
    '\n',
    ' ',
    '..',
    '%2f',
    '%00',
    ';',
    '&',
    'smb',
    'ms-',
  )
  test('whatever is opened is a page or a mail address, of a host in ASCII, with nothing before it', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(piece).map((p) => p.join('')),
    )
    fc.assert(
      fc.property(words, (address) => {
        const link = judgeLink(address)
        if (link.kind === 'refused') return
        const { protocol, username, password, host } = new URL(link.address)
        expect(protocol).toMatch(/^(https?|mailto):$/)
        expect([username, password]).toEqual(['', ''])
        expect(link.address).toMatch(/^[\x21-\x7e]+$/)
        expect(link.place).toMatch(/^[\x21-\x7e]+$/)
        if (protocol !== 'mailto:') expect(link.place).toBe(host)
      }),
      { numRuns: 20_000 },
    )
  })
})
