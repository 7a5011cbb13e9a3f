import type { GatheringReport } from '../../main/contract/api/reports.ts'
import { describe, expect, test } from 'vitest'
import { openDesk, textOf } from '../testing/tool-desk.ts'

const desk = openDesk()

const seat = (number: number, name: string) =>
  ({ number, name, role: '', isUser: name === 'Mo', state: 'then' }) as const
const proposed: GatheringReport = {
  id: 'gat-0000000001',
  topic: 'Friday',
  question: 'Ship on Friday?',
  state: 'proposed',
  phase: 'inhale',
  round: 1,
  structure: [2, 2, 2],
  harvester: 'Scribe',
  holder: null,
  participants: [seat(1, 'Ann'), seat(2, 'Bob'), seat(3, 'Mo')],
  utterances: [],
  harvest: null,
  unfounded: [],
  path: null,
  turns: 0,
  cost: 0,
  limit: { turns: 61, cost: null },
  paused: null,
  convened: { by: 'Ann', at: '2026-01-01T00:00:00.000Z' },
  closedBecause: null,
  forkedFrom: null,
  forks: [],
}
const plan = {
  topic: 'Friday',
  question: 'Ship on Friday?',
  harvester: { name: 'Scribe', spawn: {} },
  participants: [{ name: 'Ann' }, { name: 'Bob', role: 'what could break', number: 2 }],
}

describe('start_gathering', () => {
  test('proposes, says who decides and how the harvest comes; the call is its own key', async () => {
    desk.api.answers(proposed)
    const result = await desk.call('start_gathering', plan, 'toolu_1')
    expect(result.structuredContent).toEqual({
      gathering_id: 'gat-0000000001',
      state: 'proposed',
      harvester: 'Scribe',
      most_turns: 61,
      participants: ['1 Ann', '2 Bob', '3 Mo'],
      hint: 'Your user decides; the harvest comes to you as a message. Go on or end your turn; do not wait or propose it again.',
    })
    expect(textOf(result)).toContain('gat-0000000001: proposed. Your user decides')
    expect(desk.api.asked).toEqual([['POST /api/gatherings', { ...plan, idempotencyKey: 'call-toolu_1' }]])
  })

  test('hands on every wish', async () => {
    desk.api.answers({ ...proposed, state: 'running', limit: { turns: 20, cost: 1.5 } })
    const wishes = {
      user: { number: 3 },
      structure: [1, 2, 3],
      rhythm: 'decide',
    }
    const result = await desk.call('start_gathering', { ...plan, ...wishes }, 'toolu_1')
    expect(result.structuredContent).toMatchObject({ state: 'running', most_turns: 20, most_cost: 1.5 })
    expect(result.structuredContent?.['hint']).toMatch(/^It has started: at most 20 model turns/)
    expect(desk.api.requests[0]?.body).toEqual({
      ...plan,
      user: { number: 3 },
      structure: [1, 2, 3],
      rhythm: 'decide',
      idempotencyKey: 'call-toolu_1',
    })
  })

  test('a seat that cannot be taken is told with its reason', async () => {
    const error = { code: 'wrong_state', message: '"Bob" sits in the gathering "Thursday" already.' }
    desk.api.otherwise = () => ({ status: 409, value: { error } })
    const result = await desk.call('start_gathering', plan)
    expect([result.isError, JSON.parse(textOf(result))]).toEqual([true, { error }])
  })
})

describe('pass_piece', () => {
  test('says when it takes effect and what comes before', async () => {
    desk.api.answers({ ...proposed, state: 'running', phase: 'hold' })
    const result = await desk.call('pass_piece', { to: 'Bob' }, 'toolu_1')
    expect(result.structuredContent).toEqual({
      passed: true,
      gathering_id: 'gat-0000000001',
      to: 'Bob',
      phase: 'hold',
      round: 1,
      hint: 'The piece goes to "Bob" when this turn ends. End it now with your words to the gathering.',
    })
    const plain = await desk.call('pass_piece', {})
    expect(textOf(plain)).toMatch(/^The piece goes to the next in order when this turn ends/)
    expect(desk.api.asked).toEqual([
      ['POST /api/gatherings/pass', { to: 'Bob' }],
      ['POST /api/gatherings/pass', {}],
    ])
  })

  test('in a gathering on another machine it says how the answer goes there', async () => {
    desk.api.answers({ id: 'gat-0000000001@attic', machine: 'attic', line: 'PASS: Bob' })
    const result = await desk.call('pass_piece', { to: 'Bob' })
    expect(result.structuredContent).toEqual({
      passed: true,
      gathering_id: 'gat-0000000001@attic',
      to: 'Bob',
      hint: 'Your answer goes to the machine attic with the last line PASS: Bob, which passes the piece there. If that name has no seat there, you keep the piece and are asked again. End your turn now with your words to the gathering.',
    })
    desk.api.answers({ id: 'gat-0000000001@attic', machine: 'attic', line: 'PASS' })
    expect(textOf(await desk.call('pass_piece', {}))).toBe(
      'Your answer goes to the machine attic with the last line PASS, which passes the piece there. End your turn now with your words to the gathering.',
    )
  })

  test('one that comes late, or to somebody who has spoken, moves nothing and says why', async () => {
    const error = { code: 'wrong_state', message: 'Bob has spoken.', available: ['Cid', 'Dan'] }
    desk.api.otherwise = () => ({ status: 409, value: { error } })
    const result = await desk.call('pass_piece', { to: 'Bob' })
    expect([result.isError, JSON.parse(textOf(result))]).toEqual([true, { passed: false, error }])
  })
})
