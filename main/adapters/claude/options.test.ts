import { describe, expect, test } from 'vitest'
import type { Launch } from '../../ports.ts'
import { denyRules, folderMarker, launchOptions, launchProblem, type LaunchSettings } from './options.ts'

const conversation = '0b0e8c0e-3f1e-4f0e-9d2c-111111111111'
const launch: Launch = {
  ...{ cwd: '/work', conversation, conversed: false, model: null, permissionMode: 'default' },
  ...{ name: '--name', role: '-r', allowed: [] },
}
const settings: LaunchSettings = {
  closedFolders: ['/home/mo/.janus'],
  mcpServer: { type: 'stdio', command: 'node', args: ['server.js', '/identity'], alwaysLoad: true },
  environment: { PATH: '/bin' },
  appendSystemPrompt: 'You are --name.',
  cliPath: null,
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
    },
  )

  test.each(['-x', '--resume', '../../x', `${conversation}\n`, conversation.toUpperCase(), '', 'null'])(
    'into the conversation %j is refused',
    (wrong) => {
      expect(launchProblem({ ...launch, conversation: wrong })).not.toBeNull()
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

  test('trusts nothing that lies in the folder', () => {
    const options = launchOptions(launch, { how: 'begin', conversation }, settings)
    expect(options).toMatchObject({
      settingSources: [],
      strictMcpConfig: true,
      mcpServersDelivery: 'initialize',
    })
    expect(options.allowDangerouslySkipPermissions).toBe(false)
  })

  test('closes the state folder to every file tool', () => {
    expect(denyRules('/home/mo/.janus/')).toEqual([
      ...['Read(//home/mo/.janus)', 'Read(//home/mo/.janus/**)', 'Edit(//home/mo/.janus)'],
      ...['Edit(//home/mo/.janus/**)', 'Write(//home/mo/.janus)', 'Write(//home/mo/.janus/**)'],
    ])
  })

  test('closes a state folder of an odd name, rather too much than too little', () => {
    expect(denyRules('/a [b] (c)', 'linux')[0]).toBe('Read(//a ?b? (c))')
    expect(denyRules('/a\\b', 'linux')[0]).toBe('Read(//a?b)')
    expect(denyRules('C:\\Users\\mo', 'win32')[0]).toBe('Read(//C:/Users/mo)')
  })

  test('marks the processes of one state folder alike, those of another otherwise', () => {
    expect(folderMarker('/a')).toBe(folderMarker('/a'))
    expect(folderMarker('/a')).not.toBe(folderMarker('/b'))
    expect(folderMarker('/a')).toMatch(/^JANUS_PROCESS=[0-9a-f]{24}\/$/)
  })
})
