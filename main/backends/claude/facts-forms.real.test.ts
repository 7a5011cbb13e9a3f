import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { ClaudeCards } from './cards.ts'
import { openFacts } from './real-facts.ts'

const server = join(import.meta.dirname, '../../adapters/processes/testing/form-server.mjs')

test('a form of a tool server is a card, and its answer reaches the server', async () => {
  const told: ProgramFact[] = []
  const cards: ClaudeCards = new ClaudeCards('/', (fact) => {
    told.push(fact)
    if (fact.type === 'card.asked') cards.decide(fact.request, { kind: 'allow', values: ['Mo', 2] })
  })
  const facts = await openFacts((options) => ({
    ...options,
    mcpServers: { ...options.mcpServers, ferry: { command: process.execPath, args: [server] } },
    onElicitation: cards.fill,
  }))
  await facts.turn('call: mcp__ferry__book {}\nsay: done')
  expect(told).toMatchObject([{ title: 'Who travels?', tool: { name: 'ferry' }, form: { kind: 'fields' } }])
  expect(facts.lastRequest()).toContain(
    JSON.stringify({ action: 'accept', content: { name: 'Mo', seats: 2 } }).replaceAll('"', '\\"'),
  )
})
