import { describe, expect, test } from 'vitest'
import type { AgentId } from '../contract/model.ts'
import type { RequestInput } from '../contract/requests.ts'
import { ComposedJanus } from '../testing/composed.ts'

const plan = {
  ...{ topic: 'Ship on Friday?', question: 'What would we regret?', structure: [1, 1, 1] as [1, 1, 1] },
  participants: [{ name: 'Scout' }, { name: 'Builder' }],
  harvester: { name: 'Scribe' },
}

/** Agents of these names; each says its name and passes, the harvester what `harvest` makes of its prompt. */
async function circle(harvest: (prompt: string, ids: readonly string[]) => string = decided) {
  const known = new Map<AgentId, string>()
  const prompts: { readonly name: string; readonly prompt: string }[] = []
  let ids: readonly string[] = []
  const janus = new ComposedJanus((agent, prompt) => {
    const name =
      known.get(agent) ??
      [...janus.engine.state.agents.values()].find((one) => one.agent.id === agent)?.agent.name ??
      ''
    prompts.push({ name, prompt })
    if (!prompt.includes('[Harvest:')) return [{ do: 'say', text: `${name} would not.\nPASS` }]
    const listed = [...prompt.matchAll(/^- (utt-[0-9a-z]{10})/gm)].map(([, id = '']) => id)
    ids = listed.length > 0 ? listed : ids
    return [{ do: 'say', text: harvest(prompt, ids) }]
  })
  for (const name of ['Scout', 'Builder', 'Scribe', 'Pen', 'Late']) {
    const { id } = await janus.window('agents.create', { name, cwd: '/' })
    known.set(id, name)
  }
  const idOf = (name: string): AgentId =>
    [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === name)?.agent.id ?? 'agt-none'
  return { janus, prompts, idOf }
}

const decided = (_: string, [first = '']: readonly string[]): string => `## Decided\n- To wait. [${first}]`

const begun = async (
  harvest?: Parameters<typeof circle>[0],
  more: Partial<RequestInput<'gatherings.convene'>> = {},
) => {
  const made = await circle(harvest)
  const { id } = await made.janus.window('gatherings.convene', { ...plan, human: { number: 9 }, ...more })
  made.janus.clock.advance(1000)
  return { ...made, id }
}

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
      ...['1 Scout', '2 Builder', '9 mo', '10 Late'],
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
    expect(told).toContain('Late (10), doubts, has joined the circle')
  })

  test('may be made for it, or be the person, once; never who sits already, or harvests', async () => {
    const { janus, id, idOf } = await begun(undefined, { human: undefined, beatIntervalSeconds: 3600 })
    await janus.window('gatherings.steer', { id, verb: 'pause' }).catch(() => undefined)
    const join = (input: Omit<RequestInput<'gatherings.join'>, 'id'>) =>
      janus.window('gatherings.join', { id, ...input })
    const state = (await janus.window('gatherings.get', { id })).state
    expect(state).toBe('closed')
    await expect(join({ agent: 'Late' })).rejects.toThrow('it is closed')
    const other = await janus.window('gatherings.convene', { ...plan, human: { number: 1 } })
    const add = (input: Omit<RequestInput<'gatherings.join'>, 'id'>) =>
      janus.window('gatherings.join', { id: other.id, ...input })
    await expect(add({ human: {} })).rejects.toThrow('You have a seat in this circle already')
    await expect(add({ human: {}, agent: 'Late' })).rejects.toThrow('not both')
    await expect(add({ agent: 'Scout' })).rejects.toThrow('Scout sits in this circle already')
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
    await janus.window('gatherings.convene', { ...third, human: { number: 1 } })
    await expect(add({ agent: 'Late' })).rejects.toThrow('One sits in one at a time')
    await expect(
      janus.as({ kind: 'agent', id: idOf('Night') }, 'gatherings.join', { id: other.id, agent: 'Night' }),
    ).rejects.toThrow('Only the person')
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

  test('speaking and keeping the piece leaves it with the person', async () => {
    const { janus, id } = await begun()
    const { piece } = await janus.window('gatherings.say', { id, text: 'First of all.', keep: true })
    expect(piece).toMatchObject({ number: 9, name: 'mo' })
    janus.clock.advance(61_000)
    expect((await janus.window('gatherings.get', { id })).piece).toMatchObject({ number: 9, beat: 1 })
  })
})

describe('a harvest line that rests on nothing', () => {
  const end = async ({ janus, id }: Awaited<ReturnType<typeof begun>>) => {
    await janus.window('gatherings.steer', { id, verb: 'close' })
    janus.clock.advance(60_000)
    return janus.as({ kind: 'api' }, 'gatherings.get', { id })
  }

  test('is asked about once; what then rests on nothing is marked in the view, the API and the file', async () => {
    const world = await begun((prompt, [first = '']) =>
      prompt.includes('names nothing') || prompt.includes('name nothing')
        ? `## Decided\n- To wait. [${first}]\n- And to sail. [${first}]\n## Next\n- Ask around.`
        : '## Decided\n- To wait.\n- And to sail. [utt-aaaaaaaaaa]\n## Next\n- Ask around.',
    )
    const report = await end(world)
    const asked = world.prompts.filter(({ prompt }) => prompt.includes('[Harvest:'))
    expect(asked).toHaveLength(2)
    expect(asked[1]?.prompt).toContain('- "And to sail."')
    expect(report.unfounded).toEqual(['Ask around.'])
    const view = await world.janus.window('gatherings.get', { id: world.id })
    expect(view.harvest?.decided).toMatchObject([{ isUnfounded: false }, { isUnfounded: false }])
    expect(view.harvest?.next).toMatchObject([{ text: 'Ask around.', rests: [], isUnfounded: true }])
    const { markdown } = await world.janus.window('gatherings.export', { id: world.id })
    expect(markdown).toContain('- Ask around. *(rests on nothing that was said)*')
    expect(markdown.match(/rests on nothing/g)).toHaveLength(1)
  })

  test('is not asked about where each rests on something', async () => {
    const world = await begun()
    await end(world)
    expect(world.prompts.filter(({ prompt }) => prompt.includes('[Harvest:'))).toHaveLength(1)
  })
})

describe('another harvester', () => {
  test('takes the place of one that is gone, and is given everything; not of one that is there', async () => {
    const { janus, id, prompts } = await begun()
    const replace = () => janus.window('gatherings.harvester', { id, agent: 'Pen' })
    await expect(replace()).rejects.toThrow('Scribe is there')
    await janus.window('agents.close', { agent: 'Scribe', forever: true })
    expect((await replace()).harvester).toMatchObject({ name: 'Pen', absent: null })
    await janus.window('gatherings.steer', { id, verb: 'close' })
    janus.clock.advance(60_000)
    const asked = prompts.find(({ name }) => name === 'Pen')?.prompt ?? ''
    expect(asked).toContain('You are **Pen**, the harvester of this gathering.')
    expect(asked).toContain('Scout would not.')
    expect((await janus.window('gatherings.get', { id })).harvest?.decided).toMatchObject([
      { text: 'To wait.' },
    ])
  })

  test('harvests a circle that was closed without one; its file and its line in the trail have it then', async () => {
    const { janus, id } = await begun()
    await janus.window('agents.close', { agent: 'Scribe' })
    const ended = await janus.window('gatherings.steer', { id, verb: 'close' })
    janus.clock.advance(1000)
    const read = () => [...janus.harvests.files].map(([path, text]) => `${path}\n${text}`).join('\n')
    expect(read()).toContain('· no harvest [')
    janus.clock.advance(3 * 24 * 60 * 60_000)
    await janus.window('gatherings.harvester', { id, name: 'Quill', spawn: { cwd: '/' } })
    // Its seats are free: only who harvests it is taken up.
    const sits = [...janus.engine.state.agents.values()].filter(({ gatheringId }) => gatheringId !== null)
    expect(sits.map(({ agent }) => agent.name)).toEqual(['Quill'])
    janus.clock.advance(60_000)
    const view = await janus.window('gatherings.get', { id })
    expect(view).toMatchObject({
      state: 'closed',
      harvester: { name: 'Quill' },
      closed: { at: ended.closed?.at },
    })
    expect(view.harvest?.decided).toMatchObject([{ text: 'To wait.' }])
    expect(read()).toContain('decided: To wait.')
    expect(read()).not.toContain('· no harvest')
    expect([...janus.harvests.files.keys()]).toHaveLength(2)
    await expect(janus.window('gatherings.harvester', { id, agent: 'Pen' })).rejects.toThrow(
      'It has its harvest',
    )
  })
})

describe('what a harvest proposes to remember', () => {
  const remembering = (_: string, [first = '']: readonly string[]): string =>
    `## Decided\n- To wait. [${first}]\n\n\`\`\`memory\nThe window is ten seconds. [${first}]\n\`\`\`\n\`\`\`idea\nA quieter horn.\n\`\`\``

  test('goes to the file that the person chooses, with day, circle and ids; an idea among the ideas', async () => {
    const { janus, id } = await begun(remembering)
    await janus.window('gatherings.steer', { id, verb: 'close' })
    janus.clock.advance(60_000)
    const { harvest, hasFolder } = await janus.window('gatherings.get', { id })
    const [memory, idea] = harvest?.cards ?? []
    if (!memory || !idea) throw new Error('no cards')
    expect(hasFolder).toBe(true)
    const usual = await janus.window('gatherings.card', { id, card: memory.id })
    expect(usual.path).toMatch(/gatherings\/MEMORY\.md$/)
    const day = new Date(janus.clock.now()).toISOString().slice(0, 10)
    const rests = harvest?.decided[0]?.rests[0]?.id ?? ''
    expect(usual.after).toBe(
      `# Memory\n\n- The window is ten seconds.\n  (${day}, circle "Ship on Friday?", ${id}, ${rests})\n`,
    )
    const chosen = { id, card: memory.id, home: 'AGENTS.md' } as const
    const { hash, path } = await janus.window('gatherings.card', chosen)
    await expect(
      janus.window('gatherings.file', { ...chosen, decision: 'file', hash: usual.hash }),
    ).rejects.toThrow('not as it was shown')
    const filed = await janus.window('gatherings.file', { ...chosen, decision: 'file', hash })
    expect(filed.harvest?.cards[0]).toMatchObject({ state: 'filed', path: 'AGENTS.md' })
    expect(janus.harvests.files.get(path)).toContain('ten seconds')
    const quiet = await janus.window('gatherings.card', { id, card: idea.id })
    expect(quiet.path).toMatch(/gatherings\/IDEAS\.md$/)
    expect(quiet.after).toContain('# Ideas\n\n- A quieter horn.\n')
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
      human: { number: 9 },
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
    const seed = prompts.findLast(({ name }) => name === 'Scout')?.prompt ?? ''
    expect(seed).toContain('(the harvest of the circle "Ship on Friday?", ')
    expect(seed).toContain('(mo in the circle "Ship on Friday?", ')
    await janus.window('gatherings.steer', { id: second, verb: 'close' })
    janus.clock.advance(60_000)
    await janus.window('gatherings.steer', { id, verb: 'dismiss' })
    const { id: third } = await janus.window('gatherings.convene', next)
    const left = (await janus.window('gatherings.get', { id: third })).passages
    expect(left.filter((one) => one.from === 'circle' && one.gathering === id)).toEqual([])
  })
})

test('the pulse of a grant and of a beat says what goes on outside: links, who waits for whom, where the person is needed', async () => {
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
    prompts.find(({ name, prompt }) => name === 'Scout' && prompt.includes('[Piece:'))?.prompt ?? ''
  expect(grant).toContain('Waiting for an answer: Pen for Builder.')
  expect(grant).toContain('Links that rest until the close: Scout–Pen.')
  expect(grant).not.toContain('secret')
})
