import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

test('a seat that joined late is counted for no turn of the rounds before it', async () => {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'Words.\nPASS' }])
  for (const name of ['Scout', 'Builder', 'Scribe', 'Late']) await janus.window('agents.create', { name })
  const { id } = await janus.window('gatherings.convene', {
    topic: 'Ship?',
    question: 'Do we?',
    structure: [1, 1, 1],
    harvester: { name: 'Scribe' },
    participants: [{ name: 'Scout' }, { name: 'Builder' }],
    human: { number: 9 },
  })
  janus.clock.advance(1000)
  await janus.window('gatherings.pass', { id })
  janus.clock.advance(1000)
  const { phase, spoken } = await janus.window('gatherings.get', { id })
  expect([phase, spoken]).toEqual(['hold', { turns: 5, of: 9 }])
  const joined = await janus.window('gatherings.join', { id, agent: 'Late' })
  expect(joined.spoken).toEqual({ turns: 5, of: 11 })
})
