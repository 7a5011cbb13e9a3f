import { randomUUID } from 'node:crypto'
import type { SDKResultMessage } from '@anthropic-ai/claude-agent-sdk'
import { describe, expect, test } from 'vitest'
import { readOutcome } from './outcome.ts'
import { type FactsCli, openFacts } from './real-facts.ts'

describe('a result of the CLI', () => {
  test('a turn that ran to its end', async () => {
    const facts = await openFacts()
    const result = await facts.turn('say: all of it')
    expect(result).toMatchObject({
      subtype: 'success',
      is_error: false,
      terminal_reason: 'completed',
      num_turns: 1,
    })
    expect(outcome(facts, result)).toEqual({ kind: 'completed', text: 'all of it' })
    const { total_cost_usd: first } = result
    const second = await facts.turn('call: mcp__janus-agents__echo {"text":"x"}\nsay: after a tool')
    expect(second).toMatchObject({ num_turns: 2 })
    expect(second.total_cost_usd).toBeGreaterThan(first)
  })

  test('a turn whose model cannot be reached says "success"', async () => {
    const facts = await openFacts((options) => options, {
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      CLAUDE_CODE_MAX_RETRIES: '0',
    })
    const result = await facts.turn('say: never')
    expect(result).toMatchObject({ subtype: 'success', is_error: true, terminal_reason: 'api_error' })
    const read = outcome(facts, result)
    expect(read).toMatchObject({ kind: 'broken', why: 'api_error' })
    expect(read.kind === 'broken' ? read.detail : '').toContain('API Error')
  })

  test('a turn without a login says "success" too', async () => {
    const facts = await openFacts((options) => options, { ANTHROPIC_API_KEY: '' })
    const result = await facts.turn('say: never')
    expect(result).toMatchObject({ subtype: 'success', is_error: true })
    expect(result.subtype === 'success' ? result.result : '').toMatch(/^Not logged in/)
    const read = outcome(facts, result)
    expect(read).toMatchObject({ kind: 'broken', why: 'logged_out' })
    expect(facts.model.requests()).toHaveLength(0)
  })

  test('a conversation that is not there ends the process, before it answers anything', async () => {
    const conversation = randomUUID()
    const facts = await openFacts(({ sessionId: _none, ...options }) => ({
      ...options,
      resume: conversation,
    }))
    const result = await facts.result()
    expect(result).toMatchObject({ subtype: 'error_during_execution', is_error: true, num_turns: 0 })
    expect(String(await facts.cli.ended)).toContain('No conversation found')
  })

  test('an interrupted turn says why', async () => {
    const facts = await openFacts()
    const interrupted = facts.end()
    facts.write('slow: 1 half a sentence\nwait: gate')
    await facts.model.held('gate')
    await facts.cli.interrupt()
    expect(outcome(facts, await interrupted)).toEqual({ kind: 'interrupted' })
  })
})

function outcome(facts: FactsCli, result: SDKResultMessage): ReturnType<typeof readOutcome> {
  const error = facts.cli.heard.flatMap((message) =>
    message.type === 'assistant' && message.error !== undefined ? [message.error] : [],
  )
  return readOutcome(result, { isInterjected: false, error: error.at(-1) ?? null })
}
