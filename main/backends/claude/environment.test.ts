import { describe, expect, test } from 'vitest'
import { claudeEnvironment, pinnedEnvironment } from './environment.ts'

function reaches(
  name: string,
  platform: NodeJS.Platform = 'linux',
  overrides: Record<string, string> = {},
): boolean {
  return claudeEnvironment({ [name]: 'value' }, overrides, platform)[name] === 'value'
}

describe('the environment of a CLI', () => {
  test.each([
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'LANG',
    'LC_ALL',
    'LC_CTYPE',
    'TERM',
    'TMPDIR',
    'TZ',
    'XDG_CONFIG_HOME',
    'SSH_AUTH_SOCK',
    'HTTP_PROXY',
    'https_proxy',
    'CLAUDE_CONFIG_DIR',
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_BASE_URL',
    'ANTHROPIC_MODEL',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'AWS_REGION',
    'GOOGLE_CLOUD_PROJECT',
    'CLOUD_ML_REGION',
    'VERTEX_REGION_CLAUDE',
    'NODE_EXTRA_CA_CERTS',
  ])('has %s of the user', (name) => {
    expect(reaches(name)).toBe(true)
  })

  test.each([
    'NODE_OPTIONS',
    'NODE_PATH',
    'ELECTRON_RUN_AS_NODE',
    'ELECTRON_ENABLE_LOGGING',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'CLAUDECODE',
    'CLAUDE_CODE_ENTRYPOINT',
    'BASH_ENV',
    'ENV',
    'PYTHONPATH',
    'GITHUB_TOKEN',
    'NPM_TOKEN',
    'DATABASE_URL',
    'JANUS_TOKEN',
    'PATHOLOGY',
    'XPATH',
    'constructor',
    'DEBUG',
    'DEBUG_CLAUDE_AGENT_SDK',
    'CLAUDE_CODE_SSE_PORT',
    'path',
    'CLAUDE_CODE_RESUME_INTERRUPTED_TURN',
  ])('does not have %s', (name) => {
    expect(reaches(name)).toBe(false)
  })

  test('on Windows names have no case, and what its programs need is there', () => {
    expect(reaches('Path', 'win32')).toBe(true)
    expect(reaches('SystemRoot', 'win32')).toBe(true)
    expect(reaches('SystemRoot', 'linux')).toBe(false)
    expect(reaches('node_options', 'win32')).toBe(false)
  })

  test('another model’s address takes the whole account of the user away', () => {
    const overrides = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_API_KEY: 'rehearsal' }
    for (const name of [
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'CLAUDE_CODE_USE_BEDROCK',
    ])
      expect(reaches(name, 'linux', overrides)).toBe(false)
    expect(claudeEnvironment({ ANTHROPIC_API_KEY: 'mine' }, overrides)).toMatchObject(overrides)
  })

  test('our own switches are always there', () => {
    expect(claudeEnvironment({}, {})).toEqual({
      NO_PROXY: '127.0.0.1,localhost,::1',
      no_proxy: '127.0.0.1,localhost,::1',
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      CLAUDE_AGENT_SDK_CLIENT_APP: 'janus',
      DISABLE_AUTOUPDATER: '1',
    })
  })

  test('Janus itself is reached past the user’s proxy, whatever else is', () => {
    const user = {
      HTTP_PROXY: 'http://proxy:3128',
      NO_PROXY: 'a.example, 127.0.0.1',
      no_proxy: 'b.example',
    }
    const hosts = 'a.example,127.0.0.1,b.example,localhost,::1'
    expect(claudeEnvironment(user, {})).toMatchObject({ ...user, NO_PROXY: hosts, no_proxy: hosts })
    expect(pinnedEnvironment(claudeEnvironment(user, {}), {})).toMatchObject({
      NO_PROXY: hosts,
      no_proxy: hosts,
    })
  })
})
