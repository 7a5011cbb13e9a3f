import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetHost, hostToKnow, isTrustedHost, know } from './leave-dialog.tsx'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('only pages of just this host are opened without a question, until it is taken back', () => {
  know('rules.example')
  expect(isTrustedHost('https://rules.example/a?b#c')).toBe(true)
  for (const other of [
    'http://rules.example/a',
    'https://rules.example:8443/a',
    'https://www.rules.example/a',
    'https://rules.example.org/a',
    'mailto:mo@rules.example',
  ])
    expect(isTrustedHost(other), other).toBe(false)
  know('rules.example:8443')
  expect(isTrustedHost('https://rules.example:8443/a')).toBe(true)
  forgetHost('rules.example')
  expect(isTrustedHost('https://rules.example/a')).toBe(false)
  expect(isTrustedHost('https://rules.example:8443/a')).toBe(true)
})

test('it cannot be wished for mail, plain connections and names that may look like others', () => {
  expect(hostToKnow('https://rules.example/a')).toBe('rules.example')
  expect(hostToKnow('http://rules.example/a')).toBeNull()
  expect(hostToKnow('https://xn--pple-43d.com/')).toBeNull()
  expect(hostToKnow('mailto:mo@rules.example')).toBeNull()
})

test('what is kept and no list of hosts counts for nothing', () => {
  for (const broken of ['{', '7', '{"a":1}', '[7,null]']) {
    kept.set('janus.knownHosts', broken)
    expect(isTrustedHost('https://rules.example/')).toBe(false)
  }
})
