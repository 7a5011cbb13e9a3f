import { describe, expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { healthReason } from '../../contract/agents/vitals.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import type { AgentView } from '../../contract/api/views.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Model } from '../../testkit/memory/backend.ts'

const api = { kind: 'api' } as const
const lasting = [
  'invalidRequest',
  'contextTooLong',
  'mediaRefused',
  'contentRefused',
  'modelUnavailable',
  'accessDenied',
  'billing',
] as const
const passing = ['usageLimit', 'overloaded', 'network', 'unknown'] as const
const api400 = { do: 'break', why: 'api_error', error: 'invalidRequest' } as const

/** A model service that refuses every conversation containing a word. */
function refusing(word: string): Model {
  const heard = new Set<AgentId>()
  return (agent, prompt) => {
    if (prompt.includes(word)) heard.add(agent)
    return heard.has(agent) ? [api400] : [{ do: 'say', text: `About ${prompt}` }]
  }
}

async function withScout(model: Model) {
  const janus = new ComposedJanus(model)
  const { id } = await janus.window('agents.create', { name: 'Scout' })
  const say = async (message: string) => {
    await janus.window('messages.send', { agent: id, message })
    janus.clock.advance(5000)
  }
  return { janus, id, say }
}

/** As windows see it. */
function viewOf({ feed }: ComposedJanus, id: string): AgentView | undefined {
  let found: AgentView | undefined
  feed.subscribe((event) => {
    if (event.kind === 'snapshot') found = event.view.agents.find((one) => one.id === id)
  })()
  return found
}

describe('a turn that the service refuses', () => {
  test('is told to callers and peers, with the reason, until a turn ends well', async () => {
    let refuses = true
    const { janus, say } = await withScout(() => (refuses ? [api400] : [{ do: 'say', text: 'Well.' }]))
    await say('One')
    const broken = { error: 'invalidRequest', reason: 'invalidRequest', isLasting: true, retryAt: null }
    expect(await janus.as(api, 'agents.list', {})).toMatchObject([{ status: 'idle', broken }])
    const { id: peer } = await janus.window('agents.create', { name: 'Zoe' })
    const look = await janus.as({ kind: 'agent', id: peer }, 'transcript.look', { agent: 'Scout' })
    expect(look).toMatchObject({ status: 'idle', broken })
    refuses = false
    await say('Two')
    expect(await janus.as(api, 'agents.list', {})).toMatchObject([{ broken: null }, {}])
    await expect(janus.window('agents.retry', { agent: 'Scout' })).rejects.toThrow('Nothing is broken off')
  })

  test('offers to go on from before it, once it was refused twice', async () => {
    const { janus, id, say } = await withScout(refusing('POISON'))
    await say('One')
    await say('Look at the POISON')
    expect(viewOf(janus, id)?.broken).toMatchObject({ isLasting: true, suggestsFork: false, from: ['mo'] })
    await say('Plain words')
    expect(viewOf(janus, id)?.broken).toMatchObject({ isLasting: true, suggestsFork: true })
    const { agent: fork, draft } = await janus.window('agents.fork', { agent: id, beforeBroken: true })
    expect(draft).toBe('Look at the POISON')
    const { conversation = '' } = janus.engine.state.agents.get(fork.id)?.agent ?? {}
    expect(janus.transcripts.get(conversation)?.map(({ text }) => text)).toEqual(['One'])
    await janus.window('messages.send', { agent: fork.id, message: 'Two' })
    janus.clock.advance(5000)
    expect(janus.transcripts.get(conversation)?.map(({ text }) => text)).toEqual(['One', 'Two'])
    expect(viewOf(janus, fork.id)?.broken).toBeNull()
    // The original tab is unchanged.
    expect(viewOf(janus, id)?.broken).toMatchObject({ suggestsFork: true })
  })

  test('a fork from before it needs a turn that is broken off, and takes no row beside', async () => {
    const { janus, id, say } = await withScout(() => [{ do: 'say', text: 'Well.' }])
    await say('One')
    const before = janus.window('agents.fork', { agent: id, beforeBroken: true })
    await expect(before).rejects.toThrow('No turn of Scout is broken off')
  })

  test('a passing error that was tried in vain says when it is tried again', async () => {
    const { janus, id } = await withScout(() => [{ do: 'break', why: 'api_error', error: 'overloaded' }])
    const { id: peer } = await janus.window('agents.create', { name: 'Zoe' })
    await janus.as({ kind: 'agent', id: peer }, 'messages.send', { agent: id, message: 'Hello' })
    janus.clock.advance(5000)
    const [scout] = await janus.as(api, 'agents.list', {})
    expect(scout?.broken).toMatchObject({
      error: 'overloaded',
      isLasting: false,
      retryAt: expect.stringMatching(/Z$/) as string,
    })
  })
})

/** A peer asks an agent whose service always fails with that error; returns the number of attempts. */
async function triesIn(error: ServiceError, hours: number): Promise<number> {
  let tries = 0
  const { janus, id } = await withScout(() => {
    tries++
    return [{ do: 'break', why: 'api_error', error }]
  })
  const { id: peer } = await janus.window('agents.create', { name: 'Zoe' })
  await janus.as({ kind: 'agent', id: peer }, 'messages.send', { agent: id, message: 'Hello' })
  for (let minute = 0; minute < hours * 60; minute++) janus.clock.advance(60_000)
  return tries
}

describe('what a peer began', () => {
  test.each(lasting)('and %s ended is not begun again by Janus', async (error) => {
    expect(await triesIn(error, 2)).toBe(1)
  })

  test.each(passing)('and %s ended is begun again three times', async (error) => {
    expect(await triesIn(error, 2)).toBe(4)
  })
})

describe('why a process that works does not go on is told to callers', () => {
  test('that it is quiet', async () => {
    const { janus, say } = await withScout(() => [{ do: 'hang' }])
    await say('One')
    janus.clock.advance(180_000)
    const [scout] = await janus.as(api, 'agents.list', {})
    expect(scout).toMatchObject({ status: 'working', reason: healthReason({ is: 'quiet', since: 0 }) })
  })

  test('that it is suspended, and no longer than it is', async () => {
    const { janus, id, say } = await withScout(() => [{ do: 'hang' }])
    await say('One')
    const { run = 0 } = janus.engine.state.agents.get(id) ?? {}
    const reasonOnce = async (warning: 'suspended' | null) => {
      janus.engine.fact({ type: 'process.health', agent: id, run, warning })
      const [scout] = await janus.as(api, 'agents.list', {})
      expect(scout?.status).toBe('working')
      return scout?.reason
    }
    expect(await reasonOnce('suspended')).toContain('its process is suspended: it was stopped from outside')
    expect(await reasonOnce(null)).toBe('')
  })
})
