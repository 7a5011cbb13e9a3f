import { describe, expect, test } from 'vitest'
import type { RequestInput } from '../../contract/api/requests.ts'
import { begun, circle, plan } from '../../testkit/factories/joined-circle.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

describe('who joins a running circle', () => {
  test('has the next number, everything that was said before its first grant, and room in the caps', async () => {
    const { janus, id, prompts } = await begun()
    const before = await janus.window('gatherings.get', { id })
    expect(before.piece?.number).toBe(9)
    await janus.window('gatherings.say', { id, text: 'Mind the grace window.', turnId: before.piece?.turnId })
    janus.clock.advance(1000)
    const after = await janus.window('gatherings.get', { id })
    expect(after.piece).toMatchObject({ number: 9, name: 'mo' })
    expect(after.phase).toBe('hold')
    const joined = await janus.window('gatherings.join', { id, agent: 'Late', role: 'doubts' })
    expect(joined.seats.map(({ number, name }) => `${String(number)} ${name}`)).toEqual([
      '1 Scout',
      '2 Builder',
      '9 mo',
      '10 Late',
    ])
    expect(joined.maxTurns - after.maxTurns).toBe(3 * 4)
    await janus.window('gatherings.pass', { id })
    janus.clock.advance(1000)
    const grant = prompts.find(({ name }) => name === 'Late')?.prompt ?? ''
    const said = ['Scout would not.', 'Builder would not.', 'Mind the grace window.']
    const places = ['You are **Late** (10)', ...said, 'You have the piece, Late (10)'].map((one) =>
      grant.indexOf(one),
    )
    expect(places).not.toContain(-1)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    const told = prompts.findLast(({ name }) => name === 'Scout')?.prompt
    expect(told).toContain('Late (10), doubts, has joined the gathering')
  })

  test('may be made for it, or be the user, once; never who sits already, or harvests', async () => {
    const { janus, id, idOf } = await begun(undefined, { user: undefined, beatIntervalSeconds: 3600 })
    await janus.window('gatherings.steer', { id, verb: 'pause' }).catch(() => undefined)
    const join = (input: Omit<RequestInput<'gatherings.join'>, 'id'>) =>
      janus.window('gatherings.join', { id, ...input })
    const state = (await janus.window('gatherings.get', { id })).state
    expect(state).toBe('closed')
    await expect(join({ agent: 'Late' })).rejects.toThrow('it is closed')
    const other = await janus.window('gatherings.convene', { ...plan, user: { number: 1 } })
    const add = (input: Omit<RequestInput<'gatherings.join'>, 'id'>) =>
      janus.window('gatherings.join', { id: other.id, ...input })
    await expect(add({ user: {} })).rejects.toThrow('You have a seat in this gathering already')
    await expect(add({ user: {}, agent: 'Late' })).rejects.toThrow('not both')
    await expect(add({ agent: 'Scout' })).rejects.toThrow('Scout is in this gathering already')
    await expect(add({ agent: 'Scribe' })).rejects.toThrow('is the harvester')
    await expect(add({ agent: 'Late', name: 'scout' })).rejects.toThrow('is called scout here already')
    await add({ name: 'Night', spawn: { cwd: '/' } })
    const codex = await add({ name: 'Cody', spawn: { cwd: '/', kind: 'codex' } })
    expect(codex.seats.at(-1)?.of).toEqual({ kind: 'codex', program: null })
    await janus.window('agents.close', { agent: idOf('Cody'), forever: true })
    const left = await janus.window('gatherings.get', { id: other.id })
    expect(left.seats.at(-1)?.of).toEqual({ kind: 'codex', program: null })
    expect(janus.engine.state.agents.get(idOf('Night'))?.gatheringId).toBe(other.id)
    const third = {
      ...plan,
      participants: [{ name: 'Pen' }, { name: 'Late' }],
      harvester: { name: 'H', spawn: { cwd: '/' } },
    }
    await janus.window('gatherings.convene', { ...third, user: { number: 1 } })
    await expect(add({ agent: 'Late' })).rejects.toThrow('An agent can be in only one at a time')
    await expect(
      janus.as({ kind: 'agent', id: idOf('Night') }, 'gatherings.join', { id: other.id, agent: 'Night' }),
    ).rejects.toThrow('Only the user')
  })
})

describe('words of the host', () => {
  test('that do not pause are put before the next prompt of each', async () => {
    const { janus, id, prompts } = await begun()
    const said = await janus.window('gatherings.say', {
      id,
      text: 'Keep to the question.',
      host: true,
      pause: false,
    })
    expect(said.state).toBe('running')
    await janus.window('gatherings.pass', { id })
    janus.clock.advance(1000)
    expect(prompts.findLast(({ name }) => name === 'Scout')?.prompt).toContain('Keep to the question.')
    const paused = await janus.window('gatherings.say', { id, text: 'Stop.', host: true })
    expect(paused.state).toBe('paused')
  })

  test('speaking and keeping the piece leaves it with the user', async () => {
    const { janus, id } = await begun()
    const { piece } = await janus.window('gatherings.say', { id, text: 'First of all.', keep: true })
    expect(piece).toMatchObject({ number: 9, name: 'mo' })
    janus.clock.advance(61_000)
    expect((await janus.window('gatherings.get', { id })).piece).toMatchObject({ number: 9, beat: 1 })
  })
})

describe('earlier circles', () => {
  test('are found for the seed: lines of the harvest first, then what was said; none that was put away', async () => {
    const { janus, prompts, id } = await begun(
      (_, [first = '']) => `## Decided\n- The grace window of tokens is ten seconds. [${first}]`,
    )
    await janus.window('gatherings.say', { id, text: 'Nobody owns the grace window of tokens, I fear.' })
    await janus.window('gatherings.steer', { id, verb: 'close' })
    janus.clock.advance(60_000)
    const next = {
      ...plan,
      topic: 'The grace window',
      question: 'How long do tokens live?',
      participants: [...plan.participants, { name: 'Late' }],
      user: { number: 9 },
    }
    const { id: second } = await janus.window('gatherings.convene', next)
    janus.clock.advance(1000)
    const { passages } = await janus.window('gatherings.get', { id: second })
    expect(passages).toMatchObject([
      { from: 'circle', gathering: id, speaker: null, text: 'The grace window of tokens is ten seconds.' },
      {
        from: 'circle',
        gathering: id,
        speaker: 'mo',
        text: 'Nobody owns the grace window of tokens, I fear.',
      },
    ])
    const seedOf = (who: string) =>
      prompts.findLast(({ name, prompt }) => name === who && prompt.includes('in the gathering "'))?.prompt
    expect(seedOf('Late')).toContain('(the harvest of the gathering "Ship on Friday?", ')
    expect(seedOf('Late')).toContain('(mo in the gathering "Ship on Friday?", ')
    // Scout has that text already.
    expect(seedOf('Scout')).toContain('(the harvest of the gathering "Ship on Friday?", ')
    expect(seedOf('Scout')).not.toContain('(mo in the gathering')
    await janus.window('gatherings.steer', { id: second, verb: 'close' })
    janus.clock.advance(60_000)
    await janus.window('gatherings.steer', { id, verb: 'dismiss' })
    const { id: third } = await janus.window('gatherings.convene', next)
    const left = (await janus.window('gatherings.get', { id: third })).passages
    expect(left.filter((one) => one.from === 'circle' && one.gathering === id)).toEqual([])
  })
})

test('the pulse of a grant and of a beat says what goes on outside: links, who waits for whom, where the user is needed', async () => {
  const { janus, idOf, prompts } = await circle()
  const as = (name: string) => ({ kind: 'agent' as const, id: idOf(name) })
  await janus.window('links.open', { members: ['Scout', 'Pen'], mode: 'converse' })
  await janus.as(as('Pen'), 'messages.send', {
    agent: 'Builder',
    message: 'A secret question',
    expectReply: true,
  })
  await janus.window('gatherings.convene', plan)
  janus.clock.advance(1000)
  const grant =
    prompts.find(
      ({ name, prompt }) => name === 'Scout' && prompt.includes('[Janus: you have the talking piece'),
    )?.prompt ?? ''
  expect(grant).toContain('Waiting for an answer: Pen for Builder.')
  expect(grant).toContain('Links paused until the close: Scout–Pen.')
  expect(grant).not.toContain('secret')
})

test('a seat that joined late is counted for no turn of the rounds before it', async () => {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'Words.\nPASS' }])
  for (const name of ['Scout', 'Builder', 'Scribe', 'Late']) await janus.window('agents.create', { name })
  const { id } = await janus.window('gatherings.convene', {
    topic: 'Ship?',
    question: 'Do we?',
    structure: [1, 1, 1],
    harvester: { name: 'Scribe' },
    participants: [{ name: 'Scout' }, { name: 'Builder' }],
    user: { number: 9 },
  })
  janus.clock.advance(1000)
  await janus.window('gatherings.pass', { id })
  janus.clock.advance(1000)
  const { phase, spoken } = await janus.window('gatherings.get', { id })
  expect([phase, spoken]).toEqual(['hold', { turns: 5, of: 9 }])
  const joined = await janus.window('gatherings.join', { id, agent: 'Late' })
  expect(joined.spoken).toEqual({ turns: 5, of: 11 })
})
