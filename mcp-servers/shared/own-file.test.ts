import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runs } from './own-file.ts'

const { platform } = process
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'janus-owner-'))
})
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test.skipIf(platform === 'win32')('on a Mac, a start is told alike in every language and time zone', () => {
  // A stand-in for the system's `ps` that prints its environment.
  const ps = join(folder, 'ps')
  writeFileSync(ps, '#!/bin/sh\necho "$LC_ALL $TZ"\n')
  chmodSync(ps, 0o755)
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  vi.stubEnv('PATH', folder)
  for (const [language, zone] of [
    ['de_DE.UTF-8', 'Europe/Berlin'],
    ['ja_JP.UTF-8', 'Asia/Tokyo'],
  ] as const) {
    vi.stubEnv('LC_ALL', language)
    vi.stubEnv('TZ', zone)
    expect(runs({ pid: process.pid, startedAt: 'C UTC0' })).toBe(true)
    expect(runs({ pid: process.pid, startedAt: `${language} ${zone}` })).toBe(false)
  }
})
