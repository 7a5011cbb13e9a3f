import { describe, expect, test } from 'vitest'
import type { FolderTrust, PermissionMode } from '../../contract/api/model.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { codexEnvironment, codexHome } from './environment.ts'
import { launchProblem } from '../../adapters/processes/launch-problem.ts'
import { threadParams, codexToolServers, turnParams } from './launch.ts'
import { readCodexLogin } from './installation.ts'
import { readCodexModels, readCodexPlan } from './offer.ts'
import { brokenBy } from './outcome.ts'
import { isCodexMessage } from './rpc.ts'

const launch = makeLaunch({ kind: 'codex', cwd: '/home/user/code', conversation: 'c' })
const settings = (trust: FolderTrust) => ({
  closedFolders: ['/state'],
  servers: {},
  introduction: 'You are Ada.',
  trust,
  folderSkills: ['/s'],
})

describe('a launch', () => {
  test('keeps a folder out that nobody trusts, closes the state folder, and opens what the user added', () => {
    const { config } = threadParams(launch, settings('ask')) as { config: Record<string, unknown> }
    expect(config).toMatchObject({
      projects: { '/home/user/code': { trust_level: 'untrusted' } },
      project_doc_max_bytes: 0,
      skills: { config: [{ path: '/s', enabled: false }] },
      permissions: { janus: { filesystem: { ':root': 'read', '/state': 'deny' } } },
    })
    const added = { ...launch, allowed: [{ kind: 'folder', path: '/shared' } as const] }
    expect(threadParams(added, settings('ask'))).toMatchObject({
      config: { permissions: { janus: { filesystem: { '/shared': 'write', '/state': 'deny' } } } },
    })
    const trusted = threadParams(launch, settings('trusted')) as { config: Record<string, unknown> }
    expect(trusted.config).toMatchObject({ projects: { '/home/user/code': { trust_level: 'trusted' } } })
    expect(trusted.config).not.toHaveProperty('project_doc_max_bytes')
    expect(trusted.config).not.toHaveProperty('skills')
  })

  test('asks the user in every mode but one, and never a model', () => {
    const of = (mode: PermissionMode) => turnParams(mode, null, null)
    for (const mode of ['plan', 'default', 'acceptEdits', 'bypassPermissions'] as const)
      expect(of(mode)).toMatchObject({ approvalsReviewer: 'user' })
    expect(of('plan')).toMatchObject({ approvalPolicy: 'on-request', permissions: 'janus-plan' })
    expect(of('default')).toMatchObject({ approvalPolicy: 'untrusted', permissions: 'janus' })
    expect(of('acceptEdits')).toMatchObject({ approvalPolicy: 'untrusted', permissions: 'janus' })
    expect(of('bypassPermissions')).toMatchObject({ approvalPolicy: 'never' })
    expect(threadParams({ ...launch, permissionMode: 'bypassPermissions' }, settings('ask'))).toMatchObject({
      sandbox: 'danger-full-access',
    })
  })

  test('with no name of a model is refused in words', () => {
    expect(launchProblem(launch)).toBeNull()
    expect(launchProblem({ ...launch, model: '--yolo' })).toMatch(/no name of a model/)
    expect(launchProblem({ ...launch, cwd: '/a\0b' })).toMatch(/no system can open/)
  })

  test('hands its identity and its mark to the servers, and does not begin without them', () => {
    const program = { command: 'node', args: ['server.mjs'] }
    const servers = codexToolServers(
      { 'janus-agents': program, 'janus-history': program },
      '/id.json',
      'JANUS_PROCESS=m',
    )
    expect(servers['janus-agents']).toMatchObject({
      args: ['server.mjs', '/id.json'],
      env: { JANUS_PROCESS: 'm' },
      required: true,
      default_tools_approval_mode: 'approve',
    })
  })
})

test('a Codex sees what any program may, its own variables, and nothing else of the user’s', () => {
  const user = {
    PATH: '/bin',
    HOME: '/nowhere',
    CODEX_HOME: '/c',
    OPENAI_API_KEY: 'k',
    GITHUB_TOKEN: 't',
    ANTHROPIC_API_KEY: 'a',
  }
  expect(codexEnvironment(user, {}, 'linux')).toEqual({
    PATH: '/bin',
    HOME: '/nowhere',
    CODEX_HOME: '/c',
    OPENAI_API_KEY: 'k',
    NO_PROXY: '127.0.0.1,localhost,::1',
    no_proxy: '127.0.0.1,localhost,::1',
  })
  expect(codexHome({ HOME: '/h' })).toBe('/h/.codex')
})

test('errors of the model’s maker are told apart from all others', () => {
  const error = (codexErrorInfo: unknown) =>
    brokenBy({ message: 'm', codexErrorInfo, additionalDetails: null })
  expect(error('unauthorized')).toMatchObject({ why: 'logged_out' })
  expect(error({ httpConnectionFailed: { httpStatusCode: 401 } })).toMatchObject({ why: 'logged_out' })
  expect(error({ responseStreamDisconnected: { httpStatusCode: null } })).toMatchObject({ why: 'api_error' })
  expect(error('usageLimitExceeded')).toMatchObject({ why: 'api_error', detail: 'm' })
  expect(error('sandboxError')).toMatchObject({ why: 'other' })
  expect(brokenBy(null)).toMatchObject({ detail: 'Codex stopped and gave no reason.' })
})

test('only what is a message of the protocol is read', () => {
  expect(isCodexMessage({ method: 'turn/started', params: {} })).toBe(true)
  expect(isCodexMessage({ id: 1, result: null })).toBe(true)
  expect(isCodexMessage({ id: 1, error: { code: 1, message: 'm' } })).toBe(true)
  for (const odd of [null, 1, [], {}, { id: 1 }, { id: 1, error: 'no' }, { method: 'x', params: 'y' }])
    expect(isCodexMessage(odd)).toBe(false)
})

test('models that can be chosen come with what Codex chooses itself', () => {
  const model = { displayName: 'One', description: 'Good', hidden: false, isDefault: true }
  expect(
    readCodexModels([
      { ...model, model: 'gpt-1' },
      { ...model, model: 'gpt-2', hidden: true },
    ]),
  ).toMatchObject([
    { value: '', about: 'What Codex is set to; else One' },
    { value: 'gpt-1', name: 'One' },
  ])
})

test('an account is known, or not wanted, or missing', () => {
  expect(readCodexLogin({ account: null, requiresOpenaiAuth: true })).toEqual({ login: 'out', account: null })
  expect(readCodexLogin({ account: null, requiresOpenaiAuth: false })).toEqual({ login: 'in', account: null })
  expect(readCodexLogin({ account: { type: 'apiKey' }, requiresOpenaiAuth: true }).account).toBe('API key')
  const user = { type: 'chatgpt', email: 'ada@example.org' }
  expect(readCodexLogin({ account: user, requiresOpenaiAuth: true }).account).toBe('ada@example.org')
})

test('the windows of a plan are its limits; one that is not told is none', () => {
  const primary = { usedPercent: 92, windowDurationMins: 300, resetsAt: 1_795_626_285 }
  const secondary = { usedPercent: 12.5, windowDurationMins: null, resetsAt: null }
  expect(readCodexPlan({ limitName: null, primary, secondary })).toEqual([
    { minutes: 300, of: '', used: 0.92, resetsAt: 1_795_626_285_000, state: 'near' },
    { minutes: null, of: '', used: 0.125, resetsAt: null, state: 'under' },
  ])
  expect(readCodexPlan({ limitName: 'codex', primary: null, secondary: null })).toEqual([])
})
