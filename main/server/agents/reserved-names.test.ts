import { describe, expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { createNameRules } from '../../adapters/names/name-rules.ts'
import { freeName } from './agents-requests.ts'

const api = { kind: 'api' } as const
const reserved = { refusal: { code: 'name_reserved' } }
const names = ['Janus app', 'Claude', 'peer', 'Agent', '1', 'Assistant', 'everyone']

/** An agent with a name that an earlier version allowed. */
async function withStored(name: string) {
  const prompts: string[] = []
  const janus = new ComposedJanus((_, prompt) => {
    prompts.push(prompt)
    return [{ do: 'say', text: 'Done.' }]
  })
  const { id } = await janus.window('agents.create', { name: 'Ann' })
  await janus.window('agents.create', { name: 'Bob' })
  const key = name.toLowerCase()
  await janus.engine.command({ type: 'agent.changed', agent: id, name: { name, key, skeleton: key } })
  return { janus, id, prompts, as: { kind: 'agent', id } as const }
}

describe.each(names)('%s is no name', (name) => {
  test('for a new agent, a renamed one, a proposed one, a new seat or a group', async () => {
    const janus = new ComposedJanus()
    const { id } = await janus.window('agents.create', { name: 'Ann' })
    const agent = { kind: 'agent', id } as const
    for (const caller of [api, { kind: 'window' } as const]) {
      await expect(janus.as(caller, 'agents.create', { name })).rejects.toMatchObject(reserved)
      await expect(janus.as(caller, 'agents.change', { agent: 'Ann', name })).rejects.toMatchObject(reserved)
    }
    await expect(janus.as(agent, 'tabs.propose', { name })).rejects.toMatchObject(reserved)
    const group = janus.window('groups.make', { name, members: ['Ann'] })
    await expect(group).rejects.toMatchObject(reserved)
    const seats = {
      participants: [{ name: 'Ann' }, { name, spawn: {} }],
      harvester: { name: 'Scribe', spawn: {} },
    }
    const circle = janus.as(api, 'gatherings.convene', { topic: 'x', question: 'y', ...seats })
    await expect(circle).rejects.toMatchObject(reserved)
  })
})

describe('an agent that was called so before', () => {
  test.each(names)('%s: its words do not come as those of somebody else, and it is found', async (name) => {
    const { janus, id, prompts, as } = await withStored(name)
    await janus.as(as, 'messages.send', { agent: 'Bob', message: 'Is it green?' })
    janus.clock.advance(5000)
    expect(prompts.at(-1)).toContain(`[From agent "${name} (agent)"]:\nIs it green?`)
    for (const agent of [name, name.toLowerCase(), `${name} (agent)`])
      expect(await janus.as(api, 'agents.change', { agent, role: 'x' })).toMatchObject({ id, name })
  })

  test('is changed, duplicated and renamed as others are', async () => {
    const { janus } = await withStored('Claude')
    await janus.as(api, 'agents.change', { agent: 'Claude', name: 'Claude', role: 'tests' })
    expect(await janus.window('agents.duplicate', { agent: 'Claude' })).toMatchObject({ name: 'Claude 2' })
    const renamed = await janus.as(api, 'agents.change', { agent: 'Claude', name: 'Clerk' })
    expect(renamed).toMatchObject({ name: 'Clerk', role: 'tests' })
  })

  test('and has no name to count on from is duplicated as "Tab"', async () => {
    const { janus } = await withStored('Janus app')
    const copy = await janus.window('agents.duplicate', { agent: 'Janus app' })
    expect(copy).toMatchObject({ name: 'Tab 2' })
  })
})

test.each([
  ['janus', 'Tab'],
  ['claude', 'claude 2'],
  ['2026', 'Tab'],
  ['a+b', 'Tab'],
  ['shop', 'shop'],
])('a tab that is named after the folder %s is called %s', (folder, name) => {
  const { engine } = new ComposedJanus()
  expect(freeName({ engine, names: createNameRules('Mo') }, folder, 'itself')).toBe(name)
})
