import { expect, test } from 'vitest'
import { agentId, makeAgent, makeFrame, makeGathering, makeHeartbeat } from '../../testing/rows.ts'
import { completeAgent, completeFrame, completeGathering, completeHeartbeat } from './earlier.ts'

const set = { at: 1, by: { kind: 'agent', id: agentId(1) }, name: 'Ann' } as const

test('what a frame of an earlier version puts is put as it was kept, with the line that names it', () => {
  const text = '[Heartbeat: anchor]\nGo back to that work now.'
  const beat = { id: 'hb-1', intent: 'anchor', note: '', about: null, depth: 0, set, dueAt: 1, text } as const
  const asks = { gathering: 'gat-1', grant: 'grt-1', kind: 'grant', beat: 0 } as const
  const piece = { ...asks, text: '[Piece: turn grt-1]\nYou have the piece.' } as const
  expect(completeFrame({ ...makeFrame(1), beat })).toEqual(makeFrame(1, { beat: { ...beat, head: '' } }))
  expect(completeFrame({ ...makeFrame(1), piece })).toEqual(makeFrame(1, { piece: { ...piece, head: '' } }))
})

test('what is kept now stays as it is', () => {
  const asks = { gathering: 'gat-1', grant: null, kind: 'harvest', beat: 0 } as const
  const frame = makeFrame(1, { piece: { ...asks, head: '[Harvest: it]', text: 'Write it.' } })
  expect(completeFrame(frame)).toEqual(frame)
})

test('reasons that were words are shown as they are; none was empty words', () => {
  const words = 'stopped by you'
  const told = { kind: 'told', words }
  expect(completeAgent({ ...makeAgent(1), reason: words }).reason).toEqual(told)
  expect(completeAgent({ ...makeAgent(1), reason: '' }).reason).toBeNull()
  expect(completeHeartbeat({ ...makeHeartbeat(1), reason: words }).reason).toEqual(told)
  expect(completeHeartbeat(makeHeartbeat(1, { reason: { kind: 'rests' } })).reason).toEqual({ kind: 'rests' })
  const missed = [
    { number: 1, why: words },
    { number: 2, why: { kind: 'late' } as const },
  ]
  expect(completeGathering({ ...makeGathering(1), missed }).missed).toEqual([
    { number: 1, why: told },
    { number: 2, why: { kind: 'late' } },
  ])
})
