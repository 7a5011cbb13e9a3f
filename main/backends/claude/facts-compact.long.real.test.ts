import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { FactsCli } from './real-facts.ts'
import { locateInTranscript, type LocatedPrompt } from './transcript.ts'

function told(facts: FactsCli, from: number): SDKMessage[] {
  return facts.cli.heard.slice(from)
}

const boundaries = (messages: readonly SDKMessage[]) =>
  messages.filter((message) => message.type === 'system' && message.subtype === 'compact_boundary')

const find = async (facts: FactsCli, frame: string): Promise<LocatedPrompt> =>
  locateInTranscript((await facts.transcript()) ?? '', frame)

test('/compact: a boundary in a turn without an answer; what was said before is gone, the id stays', async () => {
  const facts = await FactsCli.start()
  onTestFinished(() => facts.close())
  await facts.turn('/compact')
  expect(boundaries(facts.cli.heard)).toEqual([])
  const first = await facts.turn('say: words from before')
  const from = facts.cli.heard.length
  const end = facts.end()
  const frame = facts.write('/compact')
  expect(await end).toMatchObject({ subtype: 'success', is_error: false, num_turns: 0, result: '' })
  expect(boundaries(told(facts, from))).toMatchObject([{ compact_metadata: { trigger: 'manual' } }])
  // The summary is written silently: no stream, no message.
  expect(told(facts, from).filter(({ type }) => type === 'stream_event' || type === 'assistant')).toEqual([])
  expect(await find(facts, frame)).toEqual({ found: 'finished', text: '' })
  const last = await facts.turn('say: words from after')
  expect(last).toMatchObject({ result: 'words from after', session_id: first.session_id })
  expect(facts.lastRequest()).toContain('This session is being continued from a previous conversation')
  expect(facts.lastRequest()).not.toContain('say: words from before')
})

test('a conversation that is too long is cut down within a turn, before its answer; the turn ends as any', async () => {
  const facts = await FactsCli.start((options) => options, {
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
    CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '30',
  })
  onTestFinished(() => facts.close())
  await facts.turn('say: words from before')
  await facts.turn(`say: read\n${'lorem ipsum dolor '.repeat(8000)}`)
  const from = facts.cli.heard.length
  const end = facts.end()
  const frame = facts.write('call: mcp__janus-agents__echo {"text":"x"}\nsay: words from after')
  expect(await end).toMatchObject({ subtype: 'success', result: 'words from after' })
  const heard = told(facts, from)
  expect(boundaries(heard)).toMatchObject([{ compact_metadata: { trigger: 'auto' } }])
  const kinds = heard.map((message) => (message.type === 'system' ? message.subtype : message.type))
  expect(kinds.indexOf('compact_boundary')).toBeGreaterThan(kinds.indexOf('init'))
  expect(kinds.indexOf('compact_boundary')).toBeLessThan(kinds.indexOf('assistant'))
  expect(await find(facts, frame)).toEqual({ found: 'finished', text: 'words from after' })
  expect(facts.lastRequest()).not.toContain('words from before')
})
