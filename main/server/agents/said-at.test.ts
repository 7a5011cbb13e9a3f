import { expect, test } from 'vitest'
import { saidAtOf } from '../../contract/api/entry-time.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Model } from '../../testkit/memory/backend.ts'

const minute = 60_000
const model: Model = () => [{ do: 'say', text: 'I have something to say.\nPASS' }]

/** Times at which the matching rows were written and read, per tab. */
async function rowsWith(janus: ComposedJanus, names: readonly string[], words: string) {
  const rows = await Promise.all(
    names.map(async (name) => {
      const { items } = await janus.log('agent', name)
      return items.filter(({ text }) => text.includes(words))
    }),
  )
  return rows.flat().map((entry) => ({ said: saidAtOf(entry), read: entry.at }))
}

test('what a gathering tells has the time at which it happened, whenever each tab reads it', async () => {
  const janus = new ComposedJanus(model)
  const names = ['Scout', 'Builder', 'Critic']
  for (const name of [...names, 'Scribe']) await janus.window('agents.create', { name })
  const { id } = await janus.window('gatherings.convene', {
    topic: 'Ship?',
    question: 'What would make us regret it?',
    structure: [1, 1, 1],
    participants: names.map((name) => ({ name })),
    harvester: { name: 'Scribe' },
  })
  janus.clock.advance(10 * minute)
  expect((await janus.as({ kind: 'api' }, 'gatherings.get', { id })).state).toBe('closed')
  const over = 'Nothing follows from it for you'
  for (const name of names) {
    janus.clock.advance(5 * minute)
    await janus.window('messages.send', { agent: name, message: 'Go on.' })
    janus.clock.advance(1000)
  }
  const rows = await rowsWith(janus, names, over)
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map(({ said }) => said)).size).toBe(1)
  expect(new Set(rows.map(({ read }) => read)).size).toBe(3)
})

test('so has a message that waited, and what crossed a link', async () => {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'An answer.' }])
  for (const name of ['Scout', 'Builder']) await janus.window('agents.create', { name })
  await janus.window('links.open', { members: ['Scout', 'Builder'], mode: 'absorb' })
  await janus.window('messages.send', { agent: 'Builder', message: 'Say something.' })
  janus.clock.advance(minute)
  const then = janus.clock.now()
  janus.clock.advance(20 * minute)
  await janus.window('messages.send', { agent: 'Scout', message: 'And you.' })
  janus.clock.advance(minute)
  const [crossed] = await rowsWith(janus, ['Scout'], 'An answer.')
  expect(crossed?.said).toBeLessThanOrEqual(then)
  expect(crossed?.read).toBeGreaterThan(then + 10 * minute)
})
