import { expect, test } from 'vitest'
import type { HandlerWhen } from '../../contract/handlers/handlers.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { agentId, makeAgent, makeLink, makeMessage, makeTurn } from '../../testkit/factories/factories.ts'
import { asleep } from '../agents/agents.ts'
import type { AgentState } from '../step/state.ts'
import { doingOf, matches } from './match.ts'

const anything: HandlerWhen = { from: 'any', priorities: [], words: null, question: 'any', doing: [] }
const [puppet, scout, critic] = [agentId(1), agentId(2), agentId(3)] as const
const from = (changes: Partial<Message> = {}) =>
  makeMessage(1, { from: { kind: 'agent', id: scout }, to: puppet, ...changes })
const meets = (when: Partial<HandlerWhen>, changes: Partial<Message> = {}) =>
  matches({ ...anything, ...when }, from(changes), new Map(), 'idle')
const has = (texts: readonly string[], body: string, which: 'any' | 'all' = 'any') =>
  meets({ words: { which, texts } }, { body })

test('an empty condition matches every peer, but not the user or Janus', () => {
  expect(meets({})).toBe(true)
  expect(meets({}, { from: { kind: 'user', via: 'window' } })).toBe(false)
  expect(meets({}, { from: { kind: 'system' } })).toBe(false)
})

test('senders: these, or who is linked with it', () => {
  expect(meets({ from: [critic] })).toBe(false)
  expect(meets({ from: [critic, scout] })).toBe(true)
  const linked = { ...anything, from: 'linked' } as const
  const linkOf = (...members: (typeof scout)[]) => {
    const link = makeLink(1, { members })
    return new Map([[link.id, link]])
  }
  expect(matches(linked, from(), new Map(), 'idle')).toBe(false)
  expect(matches(linked, from(), linkOf(scout, critic), 'idle')).toBe(false)
  expect(matches(linked, from(), linkOf(puppet, scout), 'idle')).toBe(true)
})

test('priority, and whether it is a question', () => {
  expect(meets({ priorities: ['high', 'urgent'] })).toBe(false)
  expect(meets({ priorities: ['high', 'urgent'] }, { priority: 'urgent' })).toBe(true)
  expect(meets({ question: 'yes' })).toBe(false)
  expect(meets({ question: 'yes' }, { expectsReply: true })).toBe(true)
  expect(meets({ question: 'no' }, { expectsReply: true })).toBe(false)
})

test('what the agent does, where that is known', () => {
  expect(meets({ doing: ['asleep', 'halted'] })).toBe(false)
  expect(meets({ doing: ['asleep', 'idle'] })).toBe(true)
  expect(matches({ ...anything, doing: ['asleep'] }, from(), new Map(), null)).toBe(true)
})

test('words: blind to case, accents, look-alikes, invisible letters and line ends; one, or all', () => {
  expect(has(['Deploy'], 'please DEPLOY it')).toBe(true)
  expect(has(['status'], 'le státus?')).toBe(true)
  // Cyrillic letters, a zero-width space, full-width letters.
  expect(has(['deploy'], 'd\u0435pl\u043ey')).toBe(true)
  expect(has(['deploy'], 'de\u200bploy')).toBe(true)
  expect(has(['ship it'], '\uff33\uff28\uff29\uff30\n  it')).toBe(true)
  expect(has(['привет'], 'ПРИВЕТ, мир')).toBe(true)
  expect(has(['deploy', 'ship'], 'ship')).toBe(true)
  expect(has(['deploy', 'ship'], 'ship', 'all')).toBe(false)
  expect(has(['deploy', 'ship'], 'ship and deploy', 'all')).toBe(true)
  expect(has(['.*'], 'anything')).toBe(false)
})

test('of a long message the beginning is looked through', () => {
  const body = 'é'.repeat(500_000)
  expect(has(['needle'], `${body}needle`)).toBe(false)
  expect(has(['needle'], `needle${body}`)).toBe(true)
})

test('exactly one activity', () => {
  const agent = makeAgent(1, { status: 'idle' })
  const state = (changes: Partial<AgentState>): AgentState => ({
    ...asleep(agent),
    process: 'on',
    ...changes,
  })
  const doing = (changes: Partial<AgentState>) => doingOf(state(changes), 100_000)
  expect(doing({ process: 'off' })).toBe('asleep')
  expect(doing({})).toBe('idle')
  expect(doing({ typing: { at: 99_000, draft: true } })).toBe('conversing')
  expect(doing({ turn: makeTurn(1, { origin: 'user' }) })).toBe('conversing')
  expect(doing({ turn: makeTurn(1, { origin: 'peer' }) })).toBe('working')
  expect(doing({ gatheringId: 'gat-0000000001', turn: makeTurn(1) })).toBe('sitting')
  expect(doing({ agent: { ...agent, status: 'stopped' } })).toBe('halted')
})
