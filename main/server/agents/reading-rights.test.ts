import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

const answer = 'The secret port is 9223.'

/** Two agents, one of which has answered its user. */
async function withAnswer() {
  const prompts: { agent: AgentId; prompt: string }[] = []
  const janus = new ComposedJanus((agent, prompt) => {
    prompts.push({ agent, prompt })
    return [{ do: 'say', text: prompt.startsWith('[Janus: ') ? 'SILENT' : answer }]
  })
  const { id: ann } = await janus.window('agents.create', { name: 'Ann' })
  await janus.window('agents.create', { name: 'Bob' })
  await janus.window('messages.send', { agent: 'Bob', message: 'Which port?' })
  janus.clock.advance(5000)
  const as = { kind: 'agent', id: ann } as const
  const look = () => janus.as(as, 'transcript.look', { agent: 'Bob' })
  /** The prompt of Ann's check on Bob. */
  const check = async () => {
    const input = { intent: 'check', note: 'Look at Bob.', inSeconds: 10, about: 'Bob' } as const
    await janus.as(as, 'heartbeats.set', input)
    janus.clock.advance(11_000)
    return prompts.filter(({ agent }) => agent === ann).at(-1)?.prompt ?? ''
  }
  return { janus, look, check }
}

test('an agent that has nothing to do with another reads nothing that it told its user, and hears what to do', async () => {
  const { look, check } = await withAnswer()
  const seen = await look()
  expect(seen).toMatchObject({ agent: 'Bob', status: 'idle', lastFinal: null, items: null, tickets: [] })
  expect(seen.why).toContain('open_link first, or ask it')
  const told = await check()
  expect(told).toContain('"Bob" is idle')
  expect(told).toContain('To read what it concluded, link with it (open_link), or ask it.')
  expect(JSON.stringify(seen) + told).not.toContain('9223')
})

test.each(['a link', 'the setting'])('with %s it reads it', async (by) => {
  const { janus, look, check } = await withAnswer()
  if (by === 'a link') await janus.window('links.open', { members: ['Ann', 'Bob'], mode: 'absorb' })
  else await janus.window('settings.change', { transcripts: 'all' })
  const seen = await look()
  expect(seen).toMatchObject({
    lastFinal: { text: answer },
    items: [{ text: answer }, { text: 'Which port?' }],
  })
  expect(await check()).toContain(`It last concluded, 15 s ago: "${answer}"`)
})
