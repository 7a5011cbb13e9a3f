import { describe, expect, test } from 'vitest'
import { circle, utterance } from '../../testing/gathering.ts'
import { factsAt, marksOf, stepDurationMs, stepsOf, stepWords, viewAt, within } from './replay-steps.ts'

const closing = { by: { kind: 'system' }, name: 'Janus', at: 500_000, kind: 'spoken' } as const
const over = circle({ state: 'closed', closed: closing, piece: null, turns: 9, costUsd: 1.5 })
const inhale = { phase: 'inhale' } as const
const ofJanus = { number: null, name: 'Janus', agent: null, text: '', holder: null } as const
const ofBuilder = { number: 2, name: 'Builder', agent: 'agt-builder', text: '', holder: 2 } as const
const rows = [
  utterance(1, { ...inhale, ...ofJanus, kind: 'phase' }),
  utterance(2, inhale),
  utterance(3, { ...inhale, ...ofBuilder, kind: 'passed' }),
  utterance(4, { ...inhale, ...ofJanus, kind: 'opened', text: '1' }),
  utterance(5, { ...inhale, round: 2, at: 125_000 }),
  utterance(6, { ...ofJanus, kind: 'phase', at: 126_000 }),
]

describe('a replay', () => {
  test('has a step for each row, and one for the close', () => {
    expect(stepsOf(over, rows)).toBe(7)
    expect(stepsOf(circle(), rows)).toBe(6)
    expect(stepsOf(over, [])).toBe(0)
    expect([within(0, 7), within(9, 7), within(3, 7), within(4, 0)]).toEqual([1, 7, 3, 0])
  })

  test('shows the circle as it stood: seats, round, and the piece with who spoke', () => {
    const at = viewAt(over, rows, 3)
    expect(at).toMatchObject({
      state: 'running',
      phase: 'inhale',
      round: 1,
      piece: { number: 2, name: 'Builder' },
    })
    expect(at.seats.map(({ state }) => state)).toEqual(['spoke', 'speaks'])
    expect(viewAt(over, rows, 7)).toMatchObject({ state: 'closed', piece: null })
  })

  test('marks where phases and rounds begin, each once', () => {
    expect(marksOf(rows)).toEqual([
      { step: 1, kind: 'phase', words: 'Inhale' },
      { step: 5, kind: 'round', words: 'Inhale 2' },
      { step: 6, kind: 'phase', words: 'Hold' },
    ])
  })

  test('stands at each step as long as it took, compressed, within bounds, and by the speed', () => {
    expect(stepDurationMs(rows, 1, 1)).toBe(900)
    expect(stepDurationMs(rows, 4, 1)).toBeCloseTo(121_000 / 30, 0)
    expect(stepDurationMs(rows, 4, 8)).toBeCloseTo(121_000 / 240, 0)
    expect(stepDurationMs([utterance(1), utterance(2, { at: 9_000_000 })], 1, 1)).toBe(6000)
  })

  test('says each step in words', () => {
    expect([1, 2, 3, 4, 7].map((step) => stepWords(over, rows, step))).toEqual([
      'Inhale begins',
      'Scout (1) speaks, Inhale 1',
      'Builder (2) passes, Inhale 1',
      'The words of round 1 open',
      'The gathering was closed',
    ])
  })

  test('says how the circle stood, and at the close what it was in all', () => {
    expect(factsAt(over, rows, 2, null)).toEqual([
      'Inhale, round 1 of 2',
      'Scout (1) has the piece, before reminder 1 of 3',
      '1 s in',
      '2 prompts',
    ])
    expect(factsAt(over, rows, 7, (usd) => `$${usd.toFixed(2)}`).slice(-2)).toEqual(['9 prompts', '$1.50'])
  })
})
