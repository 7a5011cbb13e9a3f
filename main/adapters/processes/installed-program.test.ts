import { expect, test } from 'vitest'
import { compareVersions, versionIn } from './installed-program.ts'

test('versions are compared as numbers', () => {
  expect(compareVersions('2.1.9', '2.1.10')).toBeLessThan(0)
  expect(compareVersions('2.10.0', '2.9.9')).toBeGreaterThan(0)
  expect(compareVersions('0.99.9', '0.166.0')).toBeLessThan(0)
  expect(compareVersions('2.1.0', '2.1.0')).toBe(0)
})

test('a program says its version somewhere among its words', () => {
  expect(versionIn('codex-cli 0.166.0')).toBe('0.166.0')
  expect(versionIn('2.1.330 (Claude Code)\n')).toBe('2.1.330')
  expect(versionIn('no version')).toBeNull()
})
