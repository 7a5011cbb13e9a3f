import { beforeEach, expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { fleetOfAttic, type Attic } from '../../testkit/factories/attic.ts'
import type { ComposedJanus } from '../../testkit/factories/composed.ts'
import { makePeer, makeWireLink } from '../../testkit/factories/machines.ts'

const bob = makePeer({ id: 'agt-bob0000000', name: 'Bob', shared: 'ask' })

let janus: ComposedJanus
let came: Attic['came']
let scout: AgentId
beforeEach(async () => {
  ;({ janus, came } = await fleetOfAttic({ agents: [bob] }))
  scout = (await janus.window('agents.create', { name: 'scout' })).id
})

/** Barn sends the state of a link that scout is asked to join. */
async function asked(): Promise<string> {
  await janus.window('agents.change', { agent: 'scout', shared: 'ask' })
  const members = [
    { machine: 'barn', id: bob.id, name: 'Bob' },
    { machine: 'attic', id: scout, name: 'scout' },
  ]
  await came('link', makeWireLink({ members }))
  return 'lnk-theirs0001@barn'
}

test('an agent of another machine is linked by its name; the link rests until its user has said yes', async () => {
  const link = await janus.as({ kind: 'api' }, 'links.open', { members: ['scout', 'BOB@barn'] })
  expect(link).toMatchObject({
    state: 'resting',
    pauseReason: 'asked',
    keptBy: null,
    asked: ['Bob@barn'],
    members: [{ name: 'scout' }, { name: 'Bob@barn' }],
  })
  await expect(janus.window('links.open', { members: ['scout', 'carl@barn'] })).rejects.toThrow(
    'No agent on barn has that name. There are: Bob@barn.',
  )
  await expect(janus.window('links.open', { members: ['scout', 'bob@cellar'] })).rejects.toThrow(
    'There is no machine "cellar". There are: barn.',
  )
  // Includes remote turns; the usage of remote agents is unknown here.
  expect(await janus.window('links.preview', { members: ['scout', 'Bob@barn'] })).toMatchObject({
    crossings: 8,
    turns: { likely: 4, most: 8 },
    elsewhere: 1,
    cost: null,
    tokens: null,
  })
})

test('one that another machine keeps is joined by the user alone, and changed only there', async () => {
  const id = await asked()
  await expect(janus.as({ kind: 'agent', id: scout }, 'links.change', { id, join: true })).rejects.toThrow(
    'Your user decides whether you take part.',
  )
  await expect(janus.window('links.change', { id, mode: 'absorb' })).rejects.toThrow('barn keeps that link')
  const joined = await janus.as({ kind: 'api' }, 'links.change', { id, join: true })
  expect(joined).toMatchObject({ keptBy: 'barn', asked: [], state: 'open' })
  await expect(janus.window('links.change', { id, join: true })).rejects.toThrow('asks nothing of you')
  await expect(janus.window('links.close', { id, message: 'Bye.' })).rejects.toThrow('barn keeps that link')
  expect(await janus.as({ kind: 'api' }, 'links.close', { id })).toMatchObject({ state: 'closed' })
})

test('a look at an agent of another machine tells what is known of it; what is done to agents here says where it lives', async () => {
  const look = () => janus.as({ kind: 'agent', id: scout }, 'transcript.look', { agent: 'BOB@barn' })
  expect(await look()).toMatchObject({
    agent: 'Bob@barn',
    status: 'idle',
    tickets: [],
    items: null,
    why: expect.stringContaining('It is on another machine, barn.') as string,
  })
  await janus.as({ kind: 'agent', id: scout }, 'messages.send', {
    agent: 'Bob@barn',
    message: 'Which port?',
    expectReply: true,
  })
  expect((await look()).tickets).toMatchObject([{ from: 'scout', to: 'Bob@barn', preview: 'Which port?' }])
  await expect(janus.window('agents.restart', { agent: 'Bob@barn' })).rejects.toThrow(
    '"Bob@barn" is on another machine, barn: from here you can only write to it',
  )
})
