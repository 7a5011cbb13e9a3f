import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../../testkit/suites/backend/abilities.ts'
import { withoutAccounts, writeHome } from './home.ts'
import { rehearsalHome, rehearsedKinds } from './homes.ts'
import { testFolder } from '../../../testkit/test-folder.ts'

const url = 'http://127.0.0.1:4711'
let top: string

beforeEach(() => void (top = testFolder('homes')))

describe.each(rehearsedKinds)('%s', (kind) => {
  test('is led to the model and nowhere else, in a home of its own', () => {
    const { environment, files } = rehearsalHome(kind, top, url)
    const all = [...Object.values(environment), ...files.map(({ content }) => content)].join('\n')
    expect(all).toContain(url)
    const addresses = (all.match(/https?:\/\/[^"'\s/]+/g) ?? []).filter(
      (one) => one !== 'https://opencode.ai',
    )
    expect(new Set(addresses)).toEqual(new Set([url]))
    expect(environment).toMatchObject({ HOME: join(top, kind), NO_PROXY: '127.0.0.1,localhost' })
    for (const { path } of files) expect(path.startsWith(join(top, kind))).toBe(true)
    for (const other of rehearsedKinds)
      if (other !== kind)
        expect(rehearsalHome(other, top, url).environment['HOME']).not.toBe(environment['HOME'])
  })

  test('its files are owner-only and can be written again', () => {
    const home = rehearsalHome(kind, top, url)
    writeHome(home)
    writeHome(home)
    for (const { path } of home.files) {
      const modes = [statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]
      if (abilities.modes) expect(modes).toEqual([0o600, 0o700])
    }
  })
})

/** Variables that lead programs to an account or another model. */
const accounts = [
  'ANTHROPIC_API_KEY',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'CODEX_HOME',
  'CODEX_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'OPENCODE_CONFIG',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'COPILOT_PROVIDER_API_KEY',
  'DASHSCOPE_API_KEY',
  'QWEN_MODEL',
  'AWS_PROFILE',
  'AZURE_OPENAI_ENDPOINT',
  'OPENROUTER_API_KEY',
  'SOMEBODY_API_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]

test('no account of the user’s environment is left', () => {
  const user = {
    PATH: '/bin',
    HOME: '/home/ann',
    LANG: 'C',
    TERM: 'xterm',
    HTTPS_PROXY: 'http://proxy',
    EMPTY: undefined,
    ...Object.fromEntries(accounts.map((name) => [name, 'x'])),
  }
  const { PATH, HOME, LANG, TERM, HTTPS_PROXY } = user
  expect(withoutAccounts(user)).toEqual({ PATH, HOME, LANG, TERM, HTTPS_PROXY })
})
