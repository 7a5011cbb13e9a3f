import { expect, test } from 'vitest'
import { type FactsCli, openFacts } from './real-facts.ts'
import { readClaudePlan } from './offer.ts'

test('a context is as full as what the newest call was given; after /compact and /clear only the CLI knows', async () => {
  const facts = await openFacts()
  const before = await facts.cli.context()
  expect(before.totalTokens).toBeGreaterThan(0)
  expect(before.maxTokens).toBeGreaterThan(before.totalTokens)
  // `detail: 'summary'` needs no model call.
  expect(facts.model.requests()).toHaveLength(0)
  await facts.turn('call: mcp__janus-agents__echo {"text":"x"}\nsay: after a tool')
  // The CLI estimates before it knows; its answer is never less than the model's input.
  expect((await facts.cli.context()).totalTokens).toBeGreaterThanOrEqual(lastCall(facts))
  await facts.turn(`say: read\n${'lorem ipsum dolor '.repeat(3000)}`)
  const full = await facts.cli.context()
  expect(full.totalTokens).toBe(lastCall(facts))
  await facts.turn('/compact')
  expect((await facts.cli.context()).totalTokens).not.toBe(full.totalTokens)
  await facts.turn('/clear')
  expect((await facts.cli.context()).totalTokens).toBeLessThan(full.totalTokens)
})

test('how a plan stands comes with an answer, where somebody is signed in with one', async () => {
  const signedIn = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-rehearsal' }
  const facts = await openFacts((options) => options, signedIn)
  const reset = Math.floor(Date.now() / 1000) + 3600
  const name = 'anthropic-ratelimit-unified'
  facts.model.heads({
    [`${name}-status`]: 'allowed_warning',
    [`${name}-reset`]: String(reset),
    [`${name}-representative-claim`]: 'five_hour',
    [`${name}-5h-status`]: 'allowed_warning',
    [`${name}-5h-reset`]: String(reset),
    [`${name}-5h-utilization`]: '0.92',
    [`${name}-5h-surpassed-threshold`]: '0.9',
    [`${name}-7d-status`]: 'allowed',
    [`${name}-7d-reset`]: String(reset),
    [`${name}-7d-utilization`]: '0.31',
  })
  await facts.turn('say: hello')
  const told = facts.cli.heard.flatMap((one) =>
    one.type === 'rate_limit_event' ? [one.rate_limit_info] : [],
  )
  expect(told.map(readClaudePlan).at(-1)).toMatchObject([
    { minutes: 300, used: 0.92, resetsAt: reset * 1000, state: 'near' },
    { minutes: 10_080, used: 0.31, state: 'under' },
  ])
})

function lastCall(facts: FactsCli): number {
  const told = facts.cli.heard.findLast(
    (one) => one.type === 'assistant' && one.message.model !== '<synthetic>',
  )
  if (told?.type !== 'assistant') return 0
  const {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: made,
  } = told.message.usage
  return input + (read ?? 0) + (made ?? 0)
}
