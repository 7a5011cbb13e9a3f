import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentKinds, kindFacts } from '../../contract/agents/kinds.ts'
import { pinnedProgram } from './pinned-programs.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const system = (platform: string, arch: string, isMusl = false) => ({ platform, arch, isMusl })

describe('the Claude CLI', () => {
  test.each([
    system('linux', 'x64'),
    system('linux', 'arm64'),
    system('linux', 'x64', true),
    system('linux', 'arm64', true),
    system('darwin', 'x64'),
    system('darwin', 'arm64'),
    system('win32', 'x64'),
    system('win32', 'arm64'),
  ])('is pinned for $platform $arch, musl: $isMusl', (here) => {
    const pinned = pinnedProgram('claude', here)
    expect(pinned?.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
    expect(pinned?.program).toBe(here.platform === 'win32' ? 'claude.exe' : 'claude')
  })

  test('has a different hash on each system', () => {
    const hashes = ['linux', 'darwin', 'win32'].map(
      (platform) => pinnedProgram('claude', system(platform, 'x64'))?.integrity,
    )
    expect(new Set(hashes).size).toBe(3)
  })
})

test.runIf(process.platform === 'linux')('each program lies in its package where the table says', () => {
  const folders = { claude: 'node_modules', codex: 'scripts/test-agents/node_modules' } as const
  for (const kind of ['claude', 'codex'] as const) {
    const pinned = pinnedProgram(kind)
    const name = kind === 'claude' ? pinned?.package : `@openai/codex-linux-${process.arch}`
    const folder = join(root, folders[kind], name ?? '')
    // Other makers' agents are installed only for the long suite.
    if (existsSync(folder)) expect(existsSync(join(folder, pinned?.program ?? ''))).toBe(true)
  }
})

test('Codex is an alias: its package is named as its maker publishes it', () => {
  expect(pinnedProgram('codex', system('linux', 'x64'))).toMatchObject({
    package: '@openai/codex',
    version: expect.stringMatching(/-linux-x64$/),
  })
})

test('kinds that need npm and unsupported systems have no pinned program', () => {
  for (const kind of ['gemini', 'qwen', 'other'] as const) expect(pinnedProgram(kind)).toBeNull()
  expect(pinnedProgram('claude', system('freebsd', 'x64'))).toBeNull()
})

test('the downloadable kinds are those in the table of kinds', () => {
  const linux = system('linux', 'x64')
  const pinned = agentKinds.filter((kind) => pinnedProgram(kind, linux) !== null)
  expect(pinned).toEqual(agentKinds.filter((kind) => kindFacts[kind].downloads))
})
