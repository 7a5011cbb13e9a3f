import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Entrance } from '../../ports/ports.ts'
import { appears } from '../../adapters/processes/testing/real-agents.ts'
import { RealBackend } from './real-backend.ts'
import { FactsCli } from './real-facts.ts'
import { startAgent } from '../testing/start-agent.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const peer = { isSynthetic: true, client_composed: true } as const

// One process for all tests; each leaves it idle.
describe('words that come meanwhile', () => {
  let facts: FactsCli

  beforeAll(async () => {
    facts = await FactsCli.start()
  })

  afterAll(() => facts.close())

  test('a note asks no model, and the next prompt puts both to it, each marked as what it is', async () => {
    const before = facts.model.requests().length
    const end = facts.end()
    facts.write('noted by a peer', { ...peer, shouldQuery: false })
    expect(await end).toMatchObject({ subtype: 'success', num_turns: 0, result: '' })
    expect(facts.model.requests()).toHaveLength(before)
    await facts.turn('say: answer')
    expect(facts.model.requests()).toHaveLength(before + 1)
    const words = facts.lastRequest()
    expect(words).toContain('[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]\\nnoted by a peer')
    expect(words).toContain('"text":"say: answer"')
  })

  test('folded, a command of the user’s waits for the end of the turn, a peer’s is text', async () => {
    facts.write('call: mcp__janus-agents__hold {"name":"slash"}\nsay: first')
    await called(facts, 'hold')
    const fold = facts.write('/cost', { ...peer, priority: 'next' })
    const command = facts.write('/cost', { priority: 'next' })
    await facts.lifecycle(command, 'queued')
    const first = facts.result()
    writeFileSync(join(facts.home, 'go-slash'), '')
    await first
    expect(facts.steps()).toContain(`${fold} started`)
    expect(facts.steps()).not.toContain(`${command} started`)
    expect(await facts.result()).toMatchObject({ num_turns: 0, is_error: false })
    await facts.cli.next(
      (message) => message.type === 'system' && message.subtype === 'session_state_changed',
    )
  })

  test('before its first words a turn is cut off with an error, after them with half a success', async () => {
    facts.write('wait: silence')
    await facts.model.held('silence')
    const silent = facts.result()
    const half = facts.cli.next((message) => /"text_delta","text":" ?sentence/.test(JSON.stringify(message)))
    facts.write('slow: 1 half a sentence\nwait: words', { ...peer, priority: 'now' })
    expect(await silent).toMatchObject({
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'aborted_streaming',
    })
    await half
    const spoken = facts.result()
    facts.write('say: the end', { ...peer, priority: 'now' })
    expect(await spoken).toMatchObject({
      subtype: 'success',
      is_error: false,
      terminal_reason: 'aborted_streaming',
      result: expect.stringMatching(/^half/) as string,
    })
    expect(await facts.end()).toMatchObject({ terminal_reason: 'completed' })
  })

  test('what interjects in a call of a server ends the call at once, and takes an open card away', async () => {
    const result = facts.cli.next((message) => message.type === 'user')
    facts.write('call: mcp__janus-agents__hold {"name":"killed"}\nsay: never')
    await appears(join(facts.home, 'held-killed'))
    const asked = Promise.withResolvers<AbortSignal>()
    facts.decide((_tool, _input, { signal }) => {
      asked.resolve(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
    })
    facts.write('call: Bash {"command":"touch never"}', { ...peer, priority: 'now' })
    expect(JSON.stringify(await result)).toContain('interrupted before a result was received')
    const signal = await asked.promise
    const end = facts.end()
    facts.write('say: the end', { ...peer, priority: 'now' })
    expect(await end).toMatchObject({ terminal_reason: 'completed' })
    expect(signal.aborted).toBe(true)
    facts.decide((_tool, input) => Promise.resolve({ behavior: 'allow', updatedInput: input }))
  })
})

describe('what interjects through the backend', () => {
  let real: RealBackend

  beforeEach(async () => {
    real = await RealBackend.start()
    await startAgent(real, a, { kind: 'claude' })
  })

  afterEach(() => real.close())

  function write(text: string, how: Entrance): FrameId {
    return real.write(a, text, { isFromUser: false, how })
  }

  test('leaves a sub-agent that the turn waits for to its end', async () => {
    write(`call: Agent ${agent({ run_in_background: false })}\nwait: never`, 'begin')
    await real.appears('state/held-sub')
    const frame = write('say: interjected', 'interject')
    writeFileSync(join(real.state, 'go-sub'), '')
    const { block } = await real.heard.next(a, 'block.said', (fact) => fact.block.kind === 'result')
    expect(block).toMatchObject({ end: 'done' })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'cut' } })
    await real.heard.next(a, 'frame.started', (fact) => fact.frame === frame)
  })

  test('right after an interrupt begins once that has stopped the tool', async () => {
    write('call: mcp__janus-agents__hold {"name":"for ever"}\nsay: never', 'begin')
    await real.appears('state/held-for ever')
    real.backend.perform({ do: 'agent.interrupt', agent: a, run: 1 })
    const frame = write('say: instead', 'interject')
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
    await real.heard.next(a, 'frame.started', (fact) => fact.frame === frame)
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed' } })
  })
})

/** A call of a subagent with a tool that runs until the test releases it. */
function agent(more: object): string {
  const prompt = 'call: mcp__janus-agents__hold {"name":"sub"}'
  return JSON.stringify({ description: 'a part', subagent_type: 'general-purpose', prompt, ...more })
}

function called(facts: FactsCli, tool: string): Promise<unknown> {
  return facts.cli.next(
    (message) => message.type === 'assistant' && JSON.stringify(message.message.content).includes(tool),
  )
}
