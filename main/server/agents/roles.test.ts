import { describe, expect, test } from 'vitest'
import type { Caller } from '../../contract/api/requests.ts'
import { ownRoles, type Role } from '../../contract/agents/roles.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { introduction } from '../../core/words/prompts.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const api: Caller = { kind: 'api' }
const role: Role = {
  name: 'Pilot',
  line: 'steers',
  kind: 'claude',
  program: null,
  model: null,
  effort: 'high',
  permissionMode: 'plan',
  instructions: 'Steer.',
}
async function withPilot(): Promise<ComposedJanus> {
  const janus = new ComposedJanus()
  await janus.window('roles.keep', { role })
  return janus
}
const agentOf = (janus: ComposedJanus, name: string) =>
  [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === name)?.agent

describe('roles', () => {
  test('those that come with Janus are there, can be changed, deleted and put back, one or all', async () => {
    const janus = new ComposedJanus()
    expect(await janus.window('roles.list', {})).toEqual(ownRoles)
    const [first] = ownRoles
    if (!first) throw new Error('none comes with Janus')
    await janus.window('roles.keep', { role: { ...first, line: 'mine' } })
    const restored = await janus.window('roles.restore', { role: first.name.toUpperCase() })
    expect(restored).toEqual(ownRoles)
    for (const { name } of ownRoles) await janus.window('roles.delete', { role: name })
    expect(await janus.window('roles.list', {})).toEqual([])
    expect(await janus.window('roles.restore', {})).toEqual(ownRoles)
  })

  test('one keeps its place when it gets another name; no two have one name', async () => {
    const janus = await withPilot()
    const names = async (was: string, name: string) =>
      (await janus.window('roles.keep', { role: { ...role, name }, was })).map((one) => one.name)
    expect((await names('pilot', 'Helm')).at(-1)).toBe('Helm')
    await expectRefused(names('Helm', 'critic'), 'name_taken')
    await expectRefused(names('Pilot', 'Bow'), 'not_found')
  })

  test('who is not the window keeps none that asks less, and chooses no program', async () => {
    const janus = await withPilot()
    const lax: Role = { ...role, permissionMode: 'bypassPermissions' }
    await expectRefused(janus.as(api, 'roles.keep', { role: lax }), 'not_allowed')
    await expectRefused(janus.as(api, 'settings.change', { roles: [lax] }), 'not_allowed')
    const other: Role = {
      ...role,
      name: 'Goose',
      kind: 'other',
      program: 'goose acp',
      effort: null,
      permissionMode: null,
    }
    await expectRefused(janus.as(api, 'roles.keep', { role: other }), 'not_allowed')
    await janus.window('roles.keep', { role: lax })
    // Creating an agent with such a role is refused too.
    await expectRefused(janus.as(api, 'agents.create', { name: 'a', role: 'Pilot' }), 'not_allowed')
  })
})

describe('an agent that is made with a role', () => {
  test('has its line, mode, effort and words; by its name as the role, or beside a line of its own', async () => {
    const janus = await withPilot()
    await janus.as(api, 'agents.create', { name: 'Ann', role: 'pilot' })
    await janus.window('agents.create', {
      name: 'Bob',
      role: 'steers left',
      template: 'Pilot',
      effort: 'low',
    })
    const given = { template: 'Pilot', instructions: 'Steer.', permissionMode: 'plan' }
    expect(agentOf(janus, 'Ann')).toMatchObject({ ...given, role: 'steers', effort: 'high' })
    expect(agentOf(janus, 'Bob')).toMatchObject({ ...given, role: 'steers left', effort: 'low' })
    const ann = agentOf(janus, 'Ann')
    expect(ann && introduction(ann)).toMatch(/\nYour user gave you this role:\nSteer\.$/)
  })

  test('has nothing but the line where that is said, and is refused a role that is none', async () => {
    const janus = await withPilot()
    await janus.window('agents.create', { name: 'Ann', role: 'Pilot', template: null })
    expect(agentOf(janus, 'Ann')).toMatchObject({
      role: 'Pilot',
      template: null,
      instructions: '',
      effort: null,
    })
    const made = janus.window('agents.create', { name: 'Bob', template: 'Nobody' })
    await expectRefused(made, 'not_found')
  })

  test('stays as it is when the role changes or goes', async () => {
    const janus = await withPilot()
    await janus.window('agents.create', { name: 'Ann', template: 'Pilot' })
    await janus.window('roles.keep', { role: { ...role, instructions: 'Row.', effort: 'low' } })
    await janus.window('roles.delete', { role: 'Pilot' })
    expect(agentOf(janus, 'Ann')).toMatchObject({ template: 'Pilot', instructions: 'Steer.', effort: 'high' })
  })

  test('is never laxer than the agent that wants it', async () => {
    const janus = await withPilot()
    await janus.window('roles.keep', { role: { ...role, permissionMode: 'bypassPermissions' } })
    await janus.window('agents.create', { name: 'Ann' })
    const ann = agentOf(janus, 'Ann')
    const caller: Caller = { kind: 'agent', id: ann?.id ?? 'agt-' }
    await janus.as(caller, 'tabs.propose', { name: 'Bob', role: 'Pilot' })
    expect(agentOf(janus, 'Ann')?.tabProposals).toMatchObject([
      { permissionMode: 'default', effort: 'high', template: 'Pilot', instructions: 'Steer.' },
    ])
  })

  test('sits in a gathering with it', async () => {
    const janus = await withPilot()
    await janus.window('agents.create', { name: 'Ann' })
    await janus.window('gatherings.convene', {
      topic: 'Names',
      question: 'Which?',
      structure: [1, 1, 1],
      participants: [{ agent: 'Ann' }, { name: 'Bob', spawn: { template: 'Pilot' } }],
      harvester: { name: 'Pen', spawn: { effort: 'max' } },
    })
    expect(agentOf(janus, 'Bob')).toMatchObject({ template: 'Pilot', instructions: 'Steer.', effort: 'high' })
    expect(agentOf(janus, 'Pen')).toMatchObject({ template: null, effort: 'max' })
    expect(agentOf(janus, 'Bob')).toMatchObject({ role: 'steers', permissionMode: 'plan' })
  })
})

describe('an effort', () => {
  test('that its kind does not know is refused, with those that there are', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'Ann', effort: 'max' })
    const change = (effort: string | null) => janus.window('agents.change', { agent: 'Ann', effort })
    await expect(change('huge')).rejects.toThrow(/knows no effort "huge"\. There are: none, low, medium/)
    expect(await change('low')).toMatchObject({ effort: 'low' })
    expect(await change(null)).toMatchObject({ effort: null })
    const gemini = janus.window('agents.create', { name: 'Gem', kind: 'gemini', effort: 'high' })
    await expectRefused(gemini, 'bad_request')
  })

  test('that is usual is one of the usual kind', async () => {
    const janus = new ComposedJanus()
    await janus.window('settings.change', { effort: 'xhigh' })
    await janus.window('agents.create', { name: 'Ann' })
    await janus.window('agents.create', { name: 'Cod', kind: 'codex' })
    expect(agentOf(janus, 'Ann')?.effort).toBe('xhigh')
    expect(agentOf(janus, 'Cod')?.effort).toBeNull()
  })
})

test('a name is looked at while it is written', async () => {
  const janus = new ComposedJanus()
  await janus.window('agents.create', { name: 'Ann' })
  const of = async (name: string, agent?: string) =>
    (await janus.window('agents.checkName', { name, ...(agent === undefined ? {} : { agent }) })).problem
  expect(await of('a,b')).toMatch(/"," \(U\+002C\) cannot be in a name; use letters/)
  expect(await of('Ann')).toMatch(/an agent "Ann" already/)
  expect(await of('ann', 'Ann')).toBeNull()
  expect(await of('Bob')).toBeNull()
})
