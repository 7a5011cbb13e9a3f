import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RefusedError } from '../../contract/api/errors.ts'
import { kindFacts } from '../../contract/agents/kinds.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import type { FolderReview } from '../../contract/api/views.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

const refusal = async (asked: Promise<unknown>): Promise<string> => {
  const { refusal } = (await asked.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )) as RefusedError
  return `${refusal.code}: ${refusal.message}`
}
const user = { kind: 'api' } as const
const create = (janus: ComposedJanus, input: Omit<RequestInput<'agents.create'>, 'name'>, name = 'scout') =>
  janus.as(user, 'agents.create', { name, ...input })

test('a tab has the kind that it was made as; the usual one where nothing is said', async () => {
  const janus = new ComposedJanus()
  expect(await create(janus, {})).toMatchObject({ kind: 'claude', program: null })
  expect(await create(janus, { kind: 'codex' }, 'diver')).toMatchObject({ kind: 'codex', program: null })
  expect(await create(janus, { kind: 'other', program: ' goose  acp ' }, 'fern')).toMatchObject({
    kind: 'other',
    program: 'goose  acp',
  })
  expect((await janus.as(user, 'agents.list', {})).map(({ kind }) => kind)).toEqual([
    'claude',
    'codex',
    'other',
  ])
})

test('a command line that starts nothing is refused, and says why', async () => {
  const janus = new ComposedJanus()
  const other = (program?: string) =>
    refusal(create(janus, { kind: 'other', ...(program === undefined ? {} : { program }) }))
  expect(await other()).toMatch(/^bad_program: Say which program/)
  expect(await other('  ')).toMatch(/^bad_program: Say which program/)
  expect(await other('gander acp')).toMatch(/^bad_program: There is no program "gander"/)
  expect(await other('goose acp; rm -rf /')).toMatch(/^bad_program: This line is not run in a shell/)
  expect(await refusal(create(janus, { kind: 'codex', program: 'goose acp' }))).toMatch(
    /^bad_program: .*Codex/,
  )
  expect(janus.engine.state.agents.size).toBe(0)
})

test('it never changes, and the refusal says what to do', async () => {
  const janus = new ComposedJanus()
  await create(janus, { kind: 'codex' })
  const change = (more: object) => janus.as(user, 'agents.change', { agent: 'scout', ...more })
  expect(await refusal(change({ kind: 'gemini' }))).toBe(
    'bad_kind: A tab stays what it was made as: Codex. Make a new tab for Gemini.',
  )
  expect(await refusal(change({ kind: 'other', program: 'goose acp' }))).toMatch(/^bad_kind/)
  expect(await change({ kind: 'codex', role: 'dives' })).toMatchObject({ kind: 'codex', role: 'dives' })
})

test('the default model is one of the usual kind, and a mode is one that the kind has', async () => {
  const janus = new ComposedJanus()
  janus.settings.change({ model: 'opus', permissionMode: 'plan' })
  expect(await create(janus, {})).toMatchObject({ model: 'opus', permissionMode: 'plan' })
  expect(await create(janus, { kind: 'codex' }, 'diver')).toMatchObject({
    model: null,
    permissionMode: 'plan',
  })
  const other = { kind: 'other', program: 'goose acp' } as const
  expect(await create(janus, other, 'fern')).toMatchObject({ permissionMode: 'default' })
  expect(await refusal(create(janus, { ...other, permissionMode: 'plan' }, 'moss'))).toMatch(
    /permission mode plan/,
  )
  expect(
    await refusal(janus.as(user, 'agents.change', { agent: 'fern', permissionMode: 'acceptEdits' })),
  ).toMatch(/acceptEdits/)
})

test('a copy is of the same kind, and one that cannot be copied is refused in words', async () => {
  const janus = new ComposedJanus()
  await create(janus, { kind: 'qwen' })
  expect(await janus.window('agents.duplicate', { agent: 'scout' })).toMatchObject({ kind: 'qwen' })
  await create(janus, { kind: 'other', program: 'goose acp' }, 'fern')
  const [fern] = [...janus.engine.state.agents.values()].filter(({ agent }) => agent.name === 'fern')
  expect(fern?.agent.kind).toBe('other')
  await janus.window('messages.send', { agent: 'fern', message: 'Hello.' })
  janus.clock.advance(5000)
  // The fake reports that it can do everything, which overrides the expected abilities.
  expect(await janus.window('agents.duplicate', { agent: 'fern' })).toMatchObject({ program: 'goose acp' })
})

test('each kind has a check of its own, made when first asked for, and a sign-in where the window can', async () => {
  const janus = new ComposedJanus()
  const of = async (kind: string) =>
    (await janus.window('app.status', {})).kinds.find((one) => one.kind === kind)
  for (const one of Object.values(janus.others)) one.found = { ...one.found, checkedAt: 5 }
  janus.others.codex.found = {
    ...janus.others.codex.found,
    path: null,
    problem: { line: 'binary', words: 'Not there.' },
  }
  expect(await of('codex')).toMatchObject({ checkedAt: null, problem: null })
  await create(janus, { kind: 'codex' })
  expect(await of('gemini')).toMatchObject({ checkedAt: null })
  const { kinds } = await janus.window('app.look', {})
  expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(kindFacts))
  expect(kinds.map(({ checkedAt }) => checkedAt)).not.toContain(null)
  expect(await of('codex')).toMatchObject({ problem: { line: 'binary', words: 'Not there.' } })
  janus.others.codex.found = { ...janus.others.codex.found, problem: null }
  await janus.window('app.check', { kind: 'codex' })
  expect(await of('codex')).toMatchObject({ problem: null })
  const byTerminal = { address: null, takesCode: false }
  expect(await janus.window('app.signIn', { kind: 'gemini' })).toEqual(byTerminal)
  janus.others.codex.takesCode = false
  expect(await janus.window('app.signIn', { kind: 'codex' })).toMatchObject({ takesCode: false })
  expect(await refusal(janus.window('app.signInCode', { code: 'abc' }))).toMatch(/No sign-in is under way/)
})

test('who waited for a sign-in of its kind goes on, and nobody else', async () => {
  const acts = [{ do: 'break' as const, why: 'logged_out' as const }]
  const janus = new ComposedJanus(() => acts)
  await create(janus, {})
  await create(janus, { kind: 'codex' }, 'diver')
  for (const agent of ['scout', 'diver']) await janus.window('messages.send', { agent, message: 'Hello.' })
  janus.clock.advance(5000)
  const statuses = () => [...janus.engine.state.agents.values()].map(({ agent }) => agent.status)
  expect(statuses()).toEqual(['failed', 'failed'])
  acts.pop()
  janus.installation.found = { ...janus.installation.found, login: 'out' }
  await janus.window('app.check', {})
  await janus.window('app.check', { kind: 'codex' })
  janus.clock.advance(5000)
  expect(statuses()).toEqual(['failed', 'idle'])
})

test('the path of a program is the window’s to set, and is looked at at once', async () => {
  const janus = new ComposedJanus()
  expect(await refusal(janus.as(user, 'settings.change', { codex: '/opt/codex' }))).toMatch(/Only the window/)
  janus.others.codex.found = { ...janus.others.codex.found, path: '/opt/codex', checkedAt: 7 }
  await janus.window('settings.change', { codex: '/opt/codex', gemini: '~/bin/gemini' })
  expect(janus.settings.values().gemini).toBe(join(homedir(), 'bin/gemini'))
  const { kinds } = await janus.window('app.status', {})
  expect(kinds.find(({ kind }) => kind === 'codex')).toMatchObject({ path: '/opt/codex', checkedAt: 7 })
})

test('an agent wishes for a tab of a kind, never for a program, and never for less strictness', async () => {
  const janus = new ComposedJanus()
  const { id } = await create(janus, { kind: 'codex' })
  const agent = { kind: 'agent', id } as const
  const wished = await janus.as(agent, 'tabs.propose', { name: 'diver', kind: 'gemini', cwd: '/' })
  expect(wished).toMatchObject({ state: 'proposed' })
  const program = janus.as(agent, 'tabs.propose', {
    name: 'x',
    kind: 'other',
    program: 'goose acp',
    cwd: '/',
  })
  expect(await refusal(program)).toMatch(/^not_allowed: Only your user names a program/)
  const opened = await janus.window('tabs.decide', { id: wished.id, verb: 'open' })
  expect(opened.agent).toMatchObject({ name: 'diver', kind: 'gemini', program: null })
})

test('the user opens what was wished as another kind, or as a program of theirs', async () => {
  const janus = new ComposedJanus()
  const { id } = await create(janus, {})
  const { id: wish } = await janus.as({ kind: 'agent', id }, 'tabs.propose', { name: 'diver', cwd: '/' })
  const open = (more: object) => janus.window('tabs.decide', { id: wish, verb: 'open', ...more })
  expect(await refusal(open({ kind: 'other', program: 'gander' }))).toMatch(/^bad_program/)
  const opened = await open({ kind: 'other', program: 'goose acp' })
  expect(opened.agent).toMatchObject({ kind: 'other', program: 'goose acp' })
})

test('a seat of a gathering may be a new tab of another kind', async () => {
  const janus = new ComposedJanus()
  await create(janus, {})
  await janus.as(user, 'gatherings.convene', {
    topic: 'Kinds',
    question: 'Which?',
    participants: [
      { name: 'scout' },
      { name: 'diver', spawn: { kind: 'codex', cwd: '/' } },
      { name: 'fern', spawn: { kind: 'other', program: 'goose acp', cwd: '/' } },
    ],
    harvester: { name: 'scribe', spawn: { kind: 'gemini', cwd: '/' } },
  })
  const kinds = [...janus.engine.state.agents.values()].map(({ agent }) => [
    agent.name,
    agent.kind,
    agent.program,
  ])
  expect(kinds).toEqual([
    ['scout', 'claude', null],
    ['diver', 'codex', null],
    ['fern', 'other', 'goose acp'],
    ['scribe', 'gemini', null],
  ])
})

test('a folder is asked about for each kind by itself', async () => {
  const janus = new ComposedJanus()
  const look: FolderReview = {
    folder: '/',
    kind: 'opencode',
    trust: 'ask',
    hash: 'h',
    unclear: [],
    variables: [],
    changed: false,
    files: [],
  }
  janus.trust.looks.set('/', look)
  expect(await janus.window('folders.look', { folder: '/' })).toMatchObject({
    kind: 'claude',
    trust: 'plain',
  })
  expect(await janus.window('folders.look', { folder: '/', kind: 'opencode' })).toMatchObject(look)
  await create(janus, {})
  await create(janus, { kind: 'opencode' }, 'oak')
  janus.backend.folders.set('/', 'ask')
  await janus.window('messages.send', { agent: 'oak', message: 'Hello.' })
  janus.clock.advance(1000)
  const oak = () => [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === 'oak')
  expect(oak()?.agent).toMatchObject({ status: 'failed', trouble: 'trust' })
  janus.backend.folders.set('/', 'trusted')
  await janus.window('folders.decide', { folder: '/', kind: 'opencode', hash: 'h', decision: 'trust' })
  janus.clock.advance(5000)
  expect(oak()?.agent).toMatchObject({ status: 'idle' })
  expect([...janus.engine.state.agents.values()].map(({ trust }) => trust)).toEqual([null, 'trusted'])
})
