import { describe, expect, test } from 'vitest'
import { ownServers } from '../../contract/agents/tool-calls.ts'
import type { Launch } from '../../ports/ports.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { launchProblem } from '../../adapters/processes/launch-problem.ts'
import {
  callIdMeta,
  conversationProblem,
  denyRules,
  launchOptions,
  pipedTools,
  switchedOff,
  servedClaudeTools,
  startedTools,
  type ClaudeLaunchSettings,
} from './options.ts'

const conversation = '0b0e8c0e-3f1e-4f0e-9d2c-111111111111'
const launch = makeLaunch({ kind: 'claude', cwd: '/work', conversation })
const settings: ClaudeLaunchSettings = {
  readableFolder: null,
  closedFolders: ['/home/mo/.janus'],
  mcpServers: startedTools(
    {
      'janus-agents': { command: 'node', args: ['agents.js'] },
      'janus-history': { command: 'node', args: ['history.js'] },
    },
    '/identity',
  ),
  environment: { PATH: '/bin' },
  appendSystemPrompt: 'You are --name.',
  cliPath: null,
  overrides: {},
  trust: 'plain',
}

describe('a launch', () => {
  test.each([
    '-m',
    '--dangerously-skip-permissions',
    'a\nb',
    'a\0b',
    'a b',
    '',
    ' opus',
    'x'.repeat(200),
    '$(id)',
  ])('of the model %j is refused', (model) => {
    expect(launchProblem({ ...launch, model })).toMatch(/model/)
  })

  test.each(['opus', 'claude-opus-5-5', 'us.anthropic.claude:1', 'sonnet[1m]', 'arn:aws/x@1'])(
    'of the model %j is taken',
    (model) => {
      expect(launchProblem({ ...launch, model })).toBeNull()
      expect(conversationProblem(launch)).toBeNull()
    },
  )

  test.each(['-x', '--resume', '../../x', `${conversation}\n`, conversation.toUpperCase(), '', 'null'])(
    'into the conversation %j is refused',
    (wrong) => {
      expect(conversationProblem({ ...launch, conversation: wrong })).not.toBeNull()
    },
  )

  test('in a folder with a NUL is refused', () => {
    expect(launchProblem({ ...launch, cwd: '/work\0/x' })).not.toBeNull()
  })

  test('resumes or begins, never both', () => {
    const begun = launchOptions(launch, { how: 'begin', conversation }, settings)
    expect([begun.sessionId, begun.resume]).toEqual([conversation, undefined])
    const resumed = launchOptions(launch, { how: 'resume', conversation }, settings)
    expect([resumed.sessionId, resumed.resume]).toEqual([undefined, conversation])
  })

  test.each(['plain', 'ask', 'refused'] as const)('in a folder that is %s trusts nothing of it', (trust) => {
    const options = launchOptions(launch, { how: 'begin', conversation }, { ...settings, trust })
    expect(options).toMatchObject({
      settingSources: ['user'],
      strictMcpConfig: true,
      mcpServersDelivery: 'initialize',
    })
    expect(options.allowDangerouslySkipPermissions).toBe(false)
  })

  test('in a trusted folder takes its settings and servers, but not the say over what is ours', () => {
    const options = launchOptions(
      launch,
      { how: 'begin', conversation },
      { ...settings, trust: 'trusted', overrides: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } },
    )
    expect(options).toMatchObject({
      settingSources: ['user', 'project', 'local'],
      strictMcpConfig: false,
      permissionMode: 'default',
      disallowedTools: [...switchedOff],
      settings: {
        crossSessionInbound: 'refuse',
        permissions: { allow: ['mcp__janus-agents', 'mcp__janus-history'] },
        env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', CLAUDE_CODE_USE_BEDROCK: '', HTTPS_PROXY: '' },
      },
    })
  })

  test('brings both servers of tools, known by the tab and always before the model', () => {
    const { mcpServers } = launchOptions(launch, { how: 'begin', conversation }, settings)
    const server = { type: 'stdio', command: 'node', alwaysLoad: true }
    expect(mcpServers).toEqual({
      'janus-agents': { ...server, args: ['agents.js', '/identity', callIdMeta] },
      'janus-history': { ...server, args: ['history.js', '/identity', callIdMeta] },
    })
  })

  test('or both in the app’s process, over the pipes of the CLI, with nothing secret', () => {
    const opened: string[] = []
    const open = (server: string) => {
      opened.push(server)
      return { connect: () => Promise.resolve(), close: () => Promise.resolve() }
    }
    const servers = pipedTools(open)
    expect(Object.values(servers)).toMatchObject(ownServers.map((name) => ({ type: 'sdk', name })))
    expect(opened).toEqual([...ownServers])
    const denied = ownServers.map((serverName) => ({ serverName }))
    const options = launchOptions(
      launch,
      { how: 'begin', conversation },
      { ...settings, mcpServers: servers },
    )
    expect(options.settings).toMatchObject({ deniedMcpServers: denied })
    const started = launchOptions(launch, { how: 'begin', conversation }, settings)
    expect(started.settings).not.toHaveProperty('deniedMcpServers')
  })

  test('or both over HTTP, with the token in a header', () => {
    const urls = { 'janus-agents': 'http://127.0.0.1:1/a', 'janus-history': 'http://127.0.0.1:1/h' }
    const server = { type: 'http', alwaysLoad: true, headers: { Authorization: 'Bearer t' } }
    expect(servedClaudeTools({ urls, token: 't' })).toEqual({
      'janus-agents': { ...server, url: 'http://127.0.0.1:1/a' },
      'janus-history': { ...server, url: 'http://127.0.0.1:1/h' },
    })
  })

  test('takes what the user has allowed for good', () => {
    const allowed: Launch['allowed'] = [
      { kind: 'rule', rule: 'Bash(npm run *)' },
      { kind: 'folder', path: '/docs' },
    ]
    const options = launchOptions({ ...launch, allowed }, { how: 'begin', conversation }, settings)
    expect(options.additionalDirectories).toBeUndefined()
    expect(options.settings).toMatchObject({
      permissions: {
        allow: ['mcp__janus-agents', 'mcp__janus-history', 'Bash(npm run *)'],
        additionalDirectories: ['/docs'],
      },
    })
  })

  test('closes the state folder to every file tool', () => {
    expect(denyRules('/home/mo/.janus/')).toEqual([
      'Read(//home/mo/.janus)',
      'Read(//home/mo/.janus/**)',
      'Edit(//home/mo/.janus)',
      'Edit(//home/mo/.janus/**)',
      'Write(//home/mo/.janus)',
      'Write(//home/mo/.janus/**)',
    ])
  })

  test('closes a state folder of an odd name, rather too much than too little', () => {
    expect(denyRules('/a [b] (c)', 'linux')[0]).toBe('Read(//a ?b? (c))')
    expect(denyRules('/a\\b', 'linux')[0]).toBe('Read(//a?b)')
  })

  // The CLI's spelling of such paths; `facts-closed.long.real.test.ts` checks it on Windows.
  test.each([
    ['C:\\Users\\mo', ['//c/Users/mo', '//**/C:/Users/mo', '//**/C$/Users/mo']],
    ['d:/janus/', ['//d/janus', '//**/d:/janus', '//**/d$/janus']],
    ['\\\\?\\C:\\mo', ['//c/mo', '//**/C:/mo', '//**/C$/mo']],
    ['\\\\files\\mo\\.janus', ['///files/mo/.janus']],
    ['\\\\?\\UNC\\files\\mo', ['///files/mo']],
  ])('closes a state folder on Windows by all its names: %s', (folder, places) => {
    const each = places.flatMap((place) => [`Read(${place})`, `Read(${place}/**)`])
    expect(denyRules(folder, 'win32').slice(0, each.length)).toEqual(each)
  })
})
