import { describe, expect, test } from 'vitest'
import { begun } from '../../testkit/factories/joined-circle.ts'

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
    const asked = world.prompts.filter(({ prompt }) => prompt.includes('[Janus: harvest of '))
    expect(asked).toHaveLength(2)
    expect(asked[1]?.prompt).toContain('- "And to sail."')
    expect(report.unfounded).toEqual(['Ask around.'])
    const view = await world.janus.window('gatherings.get', { id: world.id })
    expect(view.harvest?.decided).toMatchObject([{ isUnfounded: false }, { isUnfounded: false }])
    expect(view.harvest?.next).toMatchObject([{ text: 'Ask around.', sources: [], isUnfounded: true }])
    const { markdown } = await world.janus.window('gatherings.export', { id: world.id })
    expect(markdown).toContain('- Ask around. *(rests on nothing that was said)*')
    expect(markdown.match(/rests on nothing/g)).toHaveLength(1)
  })

  test('is not asked about where each rests on something', async () => {
    const world = await begun()
    await end(world)
    expect(world.prompts.filter(({ prompt }) => prompt.includes('[Janus: harvest of '))).toHaveLength(1)
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
    expect(asked).toContain('You are **Pen**, the harvester of the gathering "')
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
    // Its seats are free; only the new harvester is occupied.
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

  test('goes to the file that the user chooses, with day, circle and ids; an idea among the ideas', async () => {
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
    const rests = harvest?.decided[0]?.sources[0]?.id ?? ''
    expect(usual.after).toBe(
      `# Memory\n\n- The window is ten seconds.\n  (${day}, gathering "Ship on Friday?", ${id}, ${rests})\n`,
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

test('a task of a harvest is given to an agent on a click, as the user’s own words, once', async () => {
  const { janus, prompts, id } = await begun(
    (_, [first = '']) =>
      `## Next\n- Builder waits. [${first}]\n\`\`\`todo Builder\nOwn the window\n\`\`\`\n\`\`\`idea\nLater\n\`\`\``,
  )
  await janus.window('gatherings.steer', { id, verb: 'close' })
  janus.clock.advance(60_000)
  const [todo, idea] = janus.store.gathering(id)?.harvest?.cards ?? []
  if (!todo || !idea) throw new Error('no cards')
  expect(todo).toMatchObject({ kind: 'todo', to: 'Builder', state: 'proposed' })
  const give = { id, card: todo.id, decision: 'give' } as const
  const decide = (more: object) => janus.window('gatherings.file', { ...give, ...more })
  await expect(decide({})).rejects.toThrow('say which, by its name')
  await expect(decide({ card: idea.id, agent: 'Builder' })).rejects.toThrow('A task is given')
  await expect(decide({ agent: 'Nobody' })).rejects.toThrow('No agent has that name')
  // Like any message of the user, it restarts a stopped agent.
  await janus.window('agents.stop', { agent: 'Scout' })
  await decide({ agent: 'Scout' })
  janus.clock.advance(1000)
  expect(janus.store.gathering(id)?.harvest?.cards[0]).toMatchObject({ state: 'given', to: 'Scout' })
  expect(prompts.at(-1)?.name).toBe('Scout')
  expect(prompts.at(-1)?.prompt).toMatch(/\[From your user\]:\nOwn the window$/)
  await expect(decide({ agent: 'Scout' })).rejects.toThrow('given already')
})
